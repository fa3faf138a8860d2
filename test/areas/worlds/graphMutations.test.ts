import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorld, aWorldRequest } from '../../support/worlds.ts'

const app = await sharedApp()
let author: TestUser
let viewer: TestUser
let admin: TestUser
let graph: GraphClient
let mine: GraphClient

beforeAll(async () => {
  ;[author, viewer, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
  ;[graph, mine] = [aGraphClient(app, viewer.api), aGraphClient(app, author.api)]
})

const CreateWorld = graphql(`
  mutation CreateWorld($input: CreateWorldInput!) {
    createWorld(input: $input) {
      world { id name capacity releaseStatus tags }
      worldEdge { cursor node { id } }
      viewer { worlds { edges { cursor node { id } } } }
    }
  }
`)
const UpdateWorld = graphql(`
  mutation UpdateWorld($input: UpdateWorldInput!) {
    updateWorld(input: $input) {
      world {
        id name description isFeatured metadata version urls previewYoutubeId recommendedCapacity
        contentSettings { drones props emoji }
      }
    }
  }
`)
const ActUpon = graphql(`
  mutation ActUpon($id: ID!) {
    publishWorld(input: { worldId: $id }) { world { releaseStatus tags viewerCanPublish } }
    unpublishWorld(input: { worldId: $id }) { world { releaseStatus tags viewerCanPublish } }
    deleteWorld(input: { worldId: $id, clientMutationId: "last" }) {
      world { releaseStatus viewerCanUpdate } deletedWorldId clientMutationId viewer { worlds { totalCount } }
    }
  }
`)
const DeletePlatform = graphql(`
  mutation DeleteWorldPlatform($input: DeleteWorldPlatformInput!) {
    deleteWorldPlatform(input: $input) { world { packages { id platform } } deletedWorldPackageId }
  }
`)
const Packages = graphql(`
  query Packages($id: ID!) {
    world(id: $id) { packages { id platform } }
  }
`)

/** Clears a text, deletes a platform, publishes, unpublishes and deletes a world. */
async function changeFurther(client: GraphClient, worldId: string) {
  const cleared = await client.run(UpdateWorld, { input: { worldId, description: null } })
  expect(cleared.updateWorld.world.description).toBeNull()
  const { world } = await client.run(Packages, { id: worldId })
  const android = world?.packages.find(({ platform }) => platform === 'android')
  const { deleteWorldPlatform } = await client.run(DeletePlatform, { input: { worldId, platform: 'android' } })
  expect(deleteWorldPlatform.deletedWorldPackageId).toBe(android?.id)
  expect(deleteWorldPlatform.world.packages).toMatchObject([{ platform: 'standalonewindows' }])
  expect(await client.run(ActUpon, { id: worldId })).toEqual({
    publishWorld: {
      world: { releaseStatus: 'PUBLIC', tags: ['author_tag_graph', 'system_labs'], viewerCanPublish: false },
    },
    unpublishWorld: { world: { releaseStatus: 'PRIVATE', tags: ['author_tag_graph'], viewerCanPublish: false } },
    deleteWorld: {
      world: { releaseStatus: 'HIDDEN', viewerCanUpdate: false },
      deletedWorldId: worldId,
      clientMutationId: 'last',
      viewer: { worlds: { totalCount: 0 } },
    },
  })
}

describe('mutations of worlds', () => {
  it('create, update, publish, unpublish and delete a world', async () => {
    const person = await aUser(app)
    const client = aGraphClient(app, person.api)
    const input = { ...(await aWorldRequest(app, person.id)), capacity: 12, tags: ['author_tag_graph'] }
    const { createWorld } = await client.run(CreateWorld, { input })
    const worldId = createWorld.world?.id ?? ''
    expect(createWorld).toMatchObject({
      world: { name: input.name, capacity: 12, releaseStatus: 'PRIVATE', tags: ['author_tag_graph'] },
      worldEdge: { node: { id: worldId } },
      viewer: { worlds: { edges: [{ node: { id: worldId } }] } },
    })
    const own = 'query Own($after: String) { viewer { worlds(after: $after) { nodes { id } } } }'
    expect(await client.send(own, { after: createWorld.worldEdge.cursor })).toEqual({
      data: { viewer: { worlds: { nodes: [] } } },
    })
    const change = {
      description: 'Nice',
      metadata: { a: 1 },
      urls: ['https://example.org'],
      recommendedCapacity: 3,
      defaultContentSettings: { drones: false, props: true },
    }
    const asset = {
      platform: 'android',
      assetUrl: await aFileUrl(app, person.id),
      assetVersion: 7,
      previewYoutubeId: '',
    }
    const { updateWorld } = await client.run(UpdateWorld, { input: { worldId, ...change, ...asset } })
    expect(updateWorld.world).toMatchObject({
      description: 'Nice',
      metadata: { a: 1 },
      urls: ['https://example.org'],
      recommendedCapacity: 3,
      version: 2,
      previewYoutubeId: null,
      contentSettings: { drones: false, props: true, emoji: null },
    })
    await changeFurther(client, worldId)
  })

  it.each([
    { name: '' },
    { capacity: 41 },
    { isFeatured: true },
    { metadata: { big: 'x'.repeat(70_000) } },
    { tags: ['system_approved'] },
    { releaseStatus: 'HIDDEN' as const },
    { assetUrl: 'https://example.org/a.vrcw' },
  ])('refuse the input that REST refuses: %.60j', async (fields) => {
    const worldId = await aWorld(app, author)
    const [code] = await mine.refusalCodes(UpdateWorld, { input: { worldId, ...fields } })
    expect(code).toBe('isFeatured' in fields ? 'FORBIDDEN' : 'BAD_INPUT')
  })

  it.each([
    ['ftp://example.org', 'each must be an http or https URL without a password'],
    ['', 'urls must not be empty'],
  ])('tell a refused URL as the field that the graph has: %j', async (url, message) => {
    const input = { worldId: await aWorld(app, author), urls: [url] }
    const { errors = [] } = await mine.send(UpdateWorld.toString(), { input })
    const [issue] = errors.flatMap(({ extensions }) => extensions?.issues ?? [])
    expect(issue).toMatchObject({ path: expect.arrayContaining(['input', 'urls']), message })
  })
})

const Save = graphql(`
  mutation Save($input: SaveWorldPersistenceInput!) {
    saveWorldPersistence(input: $input) { world { id persistence } }
  }
`)
const Clear = graphql(`
  mutation Clear($input: DeleteWorldPersistenceInput!) {
    deleteWorldPersistence(input: $input) { world { id persistence } user { id } }
  }
`)
const Kept = graphql(`
  query Kept($worldId: ID!, $userId: ID) {
    worldPersistence(worldId: $worldId, userId: $userId)
  }
`)

describe('persistence data', () => {
  it('is saved by GraphQL, and read and deleted by REST and GraphQL, by its owner and admins', async () => {
    const [worldId, other] = [await aWorld(app, author), await aWorld(app, author)]
    const userId = viewer.id
    const missing = await viewer.api.try('checkUserPersistenceExists', { userId, worldId })
    expect(missing).toMatchObject({ status: 404, body: '' })
    expect([missing.headers.get('content-length'), missing.headers.get('content-type')]).toEqual(['0', null])
    const data = { level: 3, items: ['lamp', null] }
    for (const id of [worldId, other]) {
      const { saveWorldPersistence } = await graph.run(Save, { input: { worldId: id, data } })
      expect(saveWorldPersistence.world).toEqual({ id, persistence: data })
    }
    await graph.run(Save, { input: { worldId, data: { level: 4 } } })
    await viewer.api.call('checkUserPersistenceExists', { userId, worldId })
    expect((await graph.run(Kept, { worldId })).worldPersistence).toEqual({ level: 4 })
    expect((await aGraphClient(app, admin.api).run(Kept, { worldId, userId })).worldPersistence).toEqual({ level: 4 })
    expect(await mine.refusalCodes(Kept, { worldId, userId })).toEqual(['FORBIDDEN'])
    expect(await author.api.try('checkUserPersistenceExists', { userId, worldId })).toMatchObject({ status: 403 })
    await viewer.api.call('deleteUserPersistence', { userId, worldId })
    expect(await viewer.api.try('deleteUserPersistence', { userId, worldId })).toMatchObject({
      status: 404,
      body: { error: {} },
    })
    expect(await graph.refusalCodes(Clear, { input: { worldId } })).toEqual(['NOT_FOUND'])
    await viewer.api.call('checkUserPersistenceExists', { userId, worldId: other })
    expect(await graph.run(Clear, { input: {} })).toEqual({
      deleteWorldPersistence: { world: null, user: { id: userId } },
    })
    expect(await viewer.api.try('checkUserPersistenceExists', { userId, worldId: other })).toMatchObject({
      status: 404,
    })
    await viewer.api.call('deleteAllUserPersistenceData', { userId })
  })

  it('is limited in size and to worlds that the viewer can read', async () => {
    const worldId = await aWorld(app, author)
    expect(await graph.refusalCodes(Save, { input: { worldId, data: { big: 'x'.repeat(65_600) } } })).toEqual([
      'BAD_INPUT',
    ])
    await author.api.call('deleteWorld', { worldId })
    expect(await graph.refusalCodes(Save, { input: { worldId, data: {} } })).toEqual(['NOT_FOUND'])
  })
})

const Give = graphql(`
  mutation Give($input: GiveFeedbackInput!) {
    giveFeedback(input: $input) {
      feedback { id type reason description tags commenter { id } world { id } contentName }
    }
  }
`)
const Heard = graphql(`
  query Heard($userId: ID, $contentId: ID, $first: Int) {
    feedback(userId: $userId, contentId: $contentId, first: $first) { totalCount nodes { id } pageInfo { hasNextPage endCursor } }
  }
`)

it('only the author of a world and admins can read feedback on it, by REST and GraphQL', async () => {
  const person = await aUser(app)
  const [a, b] = [await aWorld(app, person, { name: 'Heard of' }), await aWorld(app, person)]
  const input = { worldId: a, type: 'bug', reason: 'performance', description: 'Slow', tags: ['slow'] }
  const { feedback: given } = (await graph.run(Give, { input })).giveFeedback
  const { worldId: _, ...comment } = input
  expect(given).toMatchObject({
    ...comment,
    commenter: { id: viewer.id },
    world: { id: a },
    contentName: 'Heard of',
  })
  await graph.run(Give, { input: { worldId: b, type: 'praise', reason: 'looks' } })
  const userId = person.id
  expect(await person.api.call('getUserFeedback', { userId })).toMatchObject([
    { contentId: b, type: 'praise', contentAuthorId: userId, contentType: 'world' },
    {
      ...comment,
      id: given.id,
      contentId: a,
      commenterId: viewer.id,
      commenterName: viewer.username,
      contentVersion: 1,
    },
  ])
  expect(await person.api.call('getUserFeedback', { userId, query: { contentId: a } })).toHaveLength(1)
  expect(await person.api.call('getUserFeedback', { userId, query: { n: '1', offset: '1' } })).toMatchObject([
    { contentId: a },
  ])
  expect(await admin.api.call('getUserFeedback', { userId })).toHaveLength(2)
  expect(await viewer.api.try('getUserFeedback', { userId })).toMatchObject({ status: 403 })
  expect(await aGraphClient(app, person.api).run(Heard, { first: 1 })).toMatchObject({
    feedback: { totalCount: 2, pageInfo: { hasNextPage: true } },
  })
  expect((await aGraphClient(app, admin.api).run(Heard, { userId, contentId: a })).feedback.nodes).toEqual([
    { id: given.id },
  ])
  const nodeFor = ({ api }: TestUser) => aGraphClient(app, api).send(`{ node(id: "${given.id}") { __typename id } }`)
  const node = { __typename: 'Feedback', id: given.id }
  for (const reader of [person, viewer, admin]) expect(await nodeFor(reader)).toEqual({ data: { node } })
  expect(await nodeFor(author)).toEqual({ data: { node: null } })
  expect(await graph.refusalCodes(Heard, { userId })).toEqual(['FORBIDDEN'])
  expect(await aGraphClient(app, person.api).refusalCodes(Give, { input })).toEqual(['BAD_INPUT'])
  expect(await graph.refusalCodes(Give, { input: { ...input, reason: '' } })).toEqual(['BAD_INPUT'])
})

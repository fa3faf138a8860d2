import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../generated/index.ts'
import { anApp } from '../support/app.ts'
import { aGraph, type GraphClient } from '../support/graph.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aStoredFile, aWorld, aWorldRequest } from '../support/worlds.ts'

const app = await anApp()
let author: Person
let viewer: Person
let admin: Person
let graph: GraphClient
let mine: GraphClient

beforeAll(async () => {
  ;[author, viewer, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
  ;[graph, mine] = [aGraph(app, viewer.api), aGraph(app, author.api)]
})

const CreateWorld = graphql(`
  mutation CreateWorld($input: CreateWorldInput!) {
    createWorld(input: $input) { world { id name capacity releaseStatus tags } viewer { worlds { nodes { id } } } }
  }
`)
const UpdateWorld = graphql(`
  mutation UpdateWorld($input: UpdateWorldInput!) {
    updateWorld(input: $input) { world { id name description featured metadata version urls previewYoutubeId recommendedCapacity } }
  }
`)
const ActUpon = graphql(`
  mutation ActUpon($input: WorldInput!) {
    publishWorld(input: $input) { world { releaseStatus tags canPublish } }
    unpublishWorld(input: $input) { world { releaseStatus tags canPublish } }
    deleteWorld(input: $input) { world { releaseStatus } }
  }
`)

describe('acts upon worlds', () => {
  it('make, change, publish, unpublish and delete one', async () => {
    const person = await aUser(app)
    const client = aGraph(app, person.api)
    const input = { ...(await aWorldRequest(app, person.id)), capacity: 12, tags: ['author_tag_graph'] }
    const { createWorld } = await client.run(CreateWorld, { input })
    const worldId = createWorld.world?.id ?? ''
    expect(createWorld).toMatchObject({
      world: { name: input.name, capacity: 12, releaseStatus: 'PRIVATE', tags: ['author_tag_graph'] },
      viewer: { worlds: { nodes: [{ id: worldId }] } },
    })
    const change = { description: 'Nice', metadata: { a: 1 }, urlList: ['https://example.org'], recommendedCapacity: 3 }
    const asset = {
      platform: 'android',
      assetUrl: await aStoredFile(app, person.id),
      assetVersion: 7,
      previewYoutubeId: '',
    }
    const { updateWorld } = await client.run(UpdateWorld, { input: { worldId, ...change, ...asset } })
    expect(updateWorld.world).toMatchObject({
      ...{ description: 'Nice', metadata: { a: 1 }, urls: ['https://example.org'], recommendedCapacity: 3 },
      ...{ version: 2, previewYoutubeId: null },
    })
    expect(await client.run(ActUpon, { input: { worldId } })).toEqual({
      publishWorld: {
        world: { releaseStatus: 'PUBLIC', tags: ['author_tag_graph', 'system_labs'], canPublish: false },
      },
      unpublishWorld: { world: { releaseStatus: 'PRIVATE', tags: ['author_tag_graph'], canPublish: false } },
      deleteWorld: { world: { releaseStatus: 'HIDDEN' } },
    })
  })

  it.each([
    { name: '' },
    { capacity: 41 },
    { featured: true },
    { metadata: { big: 'x'.repeat(70_000) } },
    { tags: ['system_approved'] },
    { releaseStatus: 'HIDDEN' as const },
    { assetUrl: 'https://example.org/a.vrcw' },
  ])('refuse what REST refuses: %.60j', async (wrong) => {
    const worldId = await aWorld(app, author)
    const [code] = await mine.refused(UpdateWorld, { input: { worldId, ...wrong } })
    expect(code).toBe('featured' in wrong ? 'FORBIDDEN' : 'BAD_INPUT')
  })
})

const Save = graphql(`
  mutation Save($input: SaveWorldPersistenceInput!) {
    saveWorldPersistence(input: $input) { world { id persistence } }
  }
`)
const Clear = graphql(`
  mutation Clear($input: DeleteWorldPersistenceInput!) {
    deleteWorldPersistence(input: $input)
  }
`)
const Kept = graphql(`
  query Kept($worldId: ID!, $userId: ID) {
    worldPersistence(worldId: $worldId, userId: $userId)
  }
`)

describe('what a world keeps for a person', () => {
  it('is saved here, and known and deleted by either door, by that person and admins', async () => {
    const [worldId, other] = [await aWorld(app, author), await aWorld(app, author)]
    const userId = viewer.id
    const nothing = {
      status: 404,
      body: { error: { message: 'The user does not have persistence data for the given world.' } },
    }
    expect(await viewer.api.try('checkUserPersistenceExists', { userId, worldId })).toMatchObject(nothing)
    const data = { level: 3, items: ['lamp', null] }
    for (const id of [worldId, other]) {
      const { saveWorldPersistence } = await graph.run(Save, { input: { worldId: id, data } })
      expect(saveWorldPersistence.world).toEqual({ id, persistence: data })
    }
    await graph.run(Save, { input: { worldId, data: { level: 4 } } })
    await viewer.api.call('checkUserPersistenceExists', { userId, worldId })
    expect((await graph.run(Kept, { worldId })).worldPersistence).toEqual({ level: 4 })
    expect((await aGraph(app, admin.api).run(Kept, { worldId, userId })).worldPersistence).toEqual({ level: 4 })
    expect(await mine.refused(Kept, { worldId, userId })).toEqual(['FORBIDDEN'])
    expect(await author.api.try('checkUserPersistenceExists', { userId, worldId })).toMatchObject({ status: 403 })
    await viewer.api.call('deleteUserPersistence', { userId, worldId })
    expect(await viewer.api.try('deleteUserPersistence', { userId, worldId })).toMatchObject(nothing)
    expect(await graph.refused(Clear, { input: { worldId } })).toEqual(['NOT_FOUND'])
    await viewer.api.call('checkUserPersistenceExists', { userId, worldId: other })
    expect(await graph.run(Clear, { input: {} })).toEqual({ deleteWorldPersistence: true })
    expect(await viewer.api.try('checkUserPersistenceExists', { userId, worldId: other })).toMatchObject(nothing)
    await viewer.api.call('deleteAllUserPersistenceData', { userId })
  })

  it('is bounded, and for worlds that can be read', async () => {
    const worldId = await aWorld(app, author)
    expect(await graph.refused(Save, { input: { worldId, data: { big: 'x'.repeat(65_600) } } })).toEqual(['BAD_INPUT'])
    await author.api.call('deleteWorld', { worldId })
    expect(await graph.refused(Save, { input: { worldId, data: {} } })).toEqual(['NOT_FOUND'])
  })
})

const Give = graphql(`
  mutation Give($input: GiveFeedbackInput!) {
    giveFeedback(input: $input) { id type reason description tags commenter { id } world { id } contentName }
  }
`)
const Heard = graphql(`
  query Heard($userId: ID, $contentId: ID, $first: Int) {
    feedback(userId: $userId, contentId: $contentId, first: $first) { nodes { id } pageInfo { hasNextPage } }
  }
`)

it('feedback about a world is read by its author and admins alone, by either door', async () => {
  const person = await aUser(app)
  const [a, b] = [await aWorld(app, person, { name: 'Heard of' }), await aWorld(app, person)]
  const input = { worldId: a, type: 'bug', reason: 'performance', description: 'Slow', tags: ['slow'] }
  const { giveFeedback } = await graph.run(Give, { input })
  const { worldId: _, ...said } = input
  expect(giveFeedback).toMatchObject({
    ...said,
    commenter: { id: viewer.id },
    world: { id: a },
    contentName: 'Heard of',
  })
  await graph.run(Give, { input: { worldId: b, type: 'praise', reason: 'looks' } })
  const userId = person.id
  expect(await person.api.call('getUserFeedback', { userId })).toMatchObject([
    { contentId: b, type: 'praise', contentAuthorId: userId, contentType: 'world' },
    {
      ...said,
      id: giveFeedback.id,
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
  expect(await aGraph(app, person.api).run(Heard, { first: 1 })).toMatchObject({
    feedback: { pageInfo: { hasNextPage: true } },
  })
  expect((await aGraph(app, admin.api).run(Heard, { userId, contentId: a })).feedback?.nodes).toEqual([
    { id: giveFeedback.id },
  ])
  expect(await graph.refused(Heard, { userId })).toEqual(['FORBIDDEN'])
  expect(await aGraph(app, person.api).refused(Give, { input })).toEqual(['BAD_INPUT'])
  expect(await graph.refused(Give, { input: { ...input, reason: '' } })).toEqual(['BAD_INPUT'])
})

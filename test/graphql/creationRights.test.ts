import { beforeAll, describe, expect, it } from 'vitest'
import { graphql } from '../generated/index.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { aGraphClient, countStatements } from '../support/graphClient.ts'
import { aGroup, aGroupRequest, aMember, aSubscriber, type TestGroup } from '../support/groups.ts'
import { createInstanceAs } from '../support/instances.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const Rights = graphql(`
  query CreationRights($groupId: ID!, $worldId: ID!) {
    viewer { viewerCanCreateGroup }
    group: node(id: $groupId) { ... on Group { viewerCanCreateInstance } }
    world: node(id: $worldId) { ... on World { viewerCanCreateInstance } }
  }
`)
const Sessions = graphql(`
  query RevocableSessions($id: ID!) {
    user: node(id: $id) { ... on User { account { sessions { nodes { id viewerCanRevoke } } } } }
  }
`)

const WITH_COST = { 'x-plaza-cost': '1' }

let app: TestApp
let group: TestGroup
let worldId: string
beforeAll(async () => {
  app = await sharedApp()
  group = await aGroup(app)
  worldId = await aWorld(app, group.owner, { releaseStatus: 'public' })
})

async function rightsOf(person: TestUser, ids: object = {}) {
  const data = await aGraphClient(app, person.api).run(Rights, { groupId: group.id, worldId, ...ids })
  return {
    group: Object(data.group).viewerCanCreateInstance,
    world: Object(data.world).viewerCanCreateInstance,
    ...data.viewer,
  }
}

describe('the right to create', () => {
  it('a group is that of subscribers who own fewer than five, as createGroup refuses', async () => {
    const [person, subscriber] = [await aUser(app), await aSubscriber(app)]
    expect(await rightsOf(person)).toMatchObject({ viewerCanCreateGroup: false })
    for (let owned = 0; owned < 5; owned++) {
      expect(await rightsOf(subscriber)).toMatchObject({ viewerCanCreateGroup: true })
      await aGroup(app, {}, subscriber)
    }
    expect(await rightsOf(subscriber)).toMatchObject({ viewerCanCreateGroup: false })
    const refused = await subscriber.api.try('createGroup', { body: aGroupRequest() })
    expect(refused).toMatchObject({ status: 403 })
  })

  it('a group is looked up once, under however many aliases, and costs something', async () => {
    const { api } = await aSubscriber(app)
    const send = (...aliases: string[]) =>
      aGraphClient(app, api).send(
        `{ viewer { ${aliases.map((name) => `${name}: viewerCanCreateGroup`).join(' ')} } }`,
        {},
        WITH_COST,
      )
    expect(await countStatements(app, () => send('a', 'b', 'c'))).toBe(await countStatements(app, () => send('a')))
    const costOf = async (...aliases: string[]) => Object(await send(...aliases)).extensions.cost.requested
    expect(await costOf('a', 'b')).toBeGreaterThan(await costOf('a'))
  })

  it('an instance of a group is that of members with a permission for some kind, up to the limit', async () => {
    expect(await rightsOf(group.owner)).toMatchObject({ group: true })
    expect(await rightsOf(await aUser(app))).toMatchObject({ group: false })
    const member = await aMember(app, group)
    const given = { type: 'group', ownerId: group.id, groupAccessType: 'members' } as const
    const answer = await member.api.try('createInstance', { body: { worldId, region: 'us', ...given } })
    expect(await rightsOf(member)).toMatchObject({ group: answer.status === 200 })
    const { db } = app.scope()
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } })
    expect(await rightsOf(group.owner)).toMatchObject({ group: false })
    await db.group.update({ where: { id: group.id }, data: { hiddenAt: null } })
  })

  it('an instance of a world is that of everybody who can read it, once it has an asset', async () => {
    expect(await rightsOf(await aUser(app))).toMatchObject({ world: true })
    const draft = await aWorld(app, group.owner)
    await app.scope().db.world.update({ where: { id: draft }, data: { platforms: [] } })
    expect(await rightsOf(group.owner, { worldId: draft })).toMatchObject({ world: false })
    await expect(createInstanceAs(group.owner, draft, { type: 'public' })).rejects.toThrow('404')
  })

  it('instances of many groups is read by as many statements as that of one', async () => {
    const groups = [group, await aGroup(app, {}, group.owner), await aGroup(app, {}, group.owner)]
    const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Group { viewerCanCreateInstance } } }'
    const countOf = (ids: readonly string[]) =>
      countStatements(app, () => aGraphClient(app, group.owner.api).send(document, { ids }))
    expect(await countOf(groups.map(({ id }) => id))).toBe(await countOf([group.id]))
  })
})

it('people can end their own sessions; admins see those of others, and cannot', async () => {
  const [person, admin] = [await aUser(app), await anAdmin(app)]
  await logIn(person.api, person)
  const seenBy = async ({ api }: TestUser, { id }: TestUser) => {
    const { user } = await aGraphClient(app, api).run(Sessions, { id })
    return Object(user).account.sessions.nodes.map((session: { viewerCanRevoke: boolean }) => session.viewerCanRevoke)
  }
  expect(new Set(await seenBy(admin, person))).toEqual(new Set([false]))
  expect(new Set(await seenBy(admin, admin))).toEqual(new Set([true]))
})

import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'

const Users = graphql(`
  query Users($search: String, $first: Int, $after: String, $last: Int, $before: String) {
    users(filter: { search: $search }, first: $first, after: $after, last: $last, before: $before) {
      nodes { id displayName }
      edges { cursor }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

const Rich = graphql(`
  query Rich($search: String, $first: Int) {
    users(filter: { search: $search }, first: $first) {
      nodes { id displayName bio status tags note { note } badges(first: 3) { nodes { isShowcased badge { name } } } }
    }
  }
`)

const UserById = graphql(`
  query UserById($id: ID!) {
    user(id: $id) { id displayName createdAt note { id note targetUser { id } } }
    node(id: $id) { id __typename ... on User { displayName } }
  }
`)

const Notes = graphql(`
  query Notes($first: Int, $after: String) {
    viewer {
      notes(first: $first, after: $after) { nodes { id note targetUser { id displayName } } pageInfo { hasNextPage endCursor } }
    }
  }
`)

const FoundNotes = graphql(`
  query FoundNotes($filter: UserNoteFilter) {
    viewer { notes(first: 10, filter: $filter) { totalCount nodes { note targetUser { id } } } }
  }
`)

const UpdateNote = graphql(`
  mutation UpdateNote($input: UpdateNoteInput!) {
    updateNote(input: $input) { note { id note targetUser { id } } noteEdge { cursor node { id } } user { id note { id } } }
  }
`)

const NodesOf = graphql(`
  query NodesOf($ids: [ID!]!) {
    nodes(ids: $ids) { id __typename }
  }
`)

const ByName = graphql(`
  query ByName($username: String!) {
    userByName(username: $username) { id }
  }
`)

let app: TestApp
let ada: TestUser
let grace: TestUser
let graph: GraphClient

beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
  grace = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

/** People whose display names have a common prefix, in order of names. */
async function aCrowd(start: string, size: number): Promise<string[]> {
  const { db, now } = app.scope()
  const names = Array.from({ length: size }, (_, at) => `${start} ${String(at).padStart(4, '0')}`)
  const data = names.map((name) => {
    const key = name.toLowerCase()
    const names = { username: key, usernameKey: key, displayName: name, displayNameKey: key }
    return { id: newId('user', now), ...names, createdAt: now, updatedAt: now, currentAvatar: '' }
  })
  await db.user.createMany({ data })
  return names
}

describe('the list of people', () => {
  test('is paged forward and backward by keys, through every name once', async () => {
    const start = aName('Forth')
    const names = await aCrowd(start, 25)
    const seen: string[] = []
    let after: string | undefined
    for (;;) {
      const { users } = await graph.run(Users, { search: start, first: 10, ...(after && { after }) })
      seen.push(...(users?.nodes ?? []).map(({ displayName }) => displayName))
      if (!users?.pageInfo.hasNextPage) break
      after = users.pageInfo.endCursor ?? ''
    }
    expect(seen).toEqual(names)
    const { users: last } = await graph.run(Users, { search: start, last: 3 })
    expect(last?.nodes.map(({ displayName }) => displayName)).toEqual(names.slice(-3))
    expect(last?.pageInfo.hasPreviousPage).toBe(true)
    const { users: before } = await graph.run(Users, {
      search: start,
      last: 3,
      before: last?.pageInfo.startCursor ?? '',
    })
    expect(before?.nodes.map(({ displayName }) => displayName)).toEqual(names.slice(-6, -3))
  })

  test('is empty without a search term, as in REST, so that nobody pages through everybody', async () => {
    for (const search of ['', ' \u3000', null]) {
      const { users } = await graph.run(Users, { search, first: 100 })
      expect(users).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false } })
    }
    const { data } = await graph.send('{ users(filter: { developerType: NONE }, first: 100) { nodes { id } } }')
    expect(data).toEqual({ users: { nodes: [] } })
    expect(await ada.api.call('searchUsers', { query: {} })).toEqual([])
  })

  test('matches a part of a name literally, including wildcards', async () => {
    const start = aName('Wild')
    await aCrowd(`${start}%_`, 2)
    await aCrowd(`${start}x`, 2)
    const { users } = await graph.run(Users, { search: `${start.toUpperCase()}%_` })
    expect(users?.nodes).toHaveLength(2)
  })

  test('has 20 people a page by default, and at most 100', async () => {
    const start = aName('Page')
    await aCrowd(start, 101)
    expect((await graph.run(Users, { search: start })).users?.nodes).toHaveLength(20)
    expect((await graph.run(Users, { search: start, first: 100 })).users?.nodes).toHaveLength(100)
    expect(await graph.refusalCodes(Users, { first: 101 })).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Users, { last: 101 })).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Users, { first: -1 })).toEqual(['BAD_INPUT'])
  })

  test('needs as many statements for 3 people with notes and badges as for 30', async () => {
    const start = aName('Count')
    await aCrowd(start, 31)
    const few = await countStatements(app, () => graph.run(Rich, { search: start, first: 3 }))
    const many = await countStatements(app, () => graph.run(Rich, { search: start, first: 30 }))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(4)
  })

  test('excludes erased people and system users', async () => {
    const start = aName('Gone')
    await aCrowd(start, 2)
    await app.scope().db.user.updateMany({ where: { displayName: `${start} 0000` }, data: { erasedAt: new Date() } })
    const { users } = await graph.run(Users, { search: start })
    expect(users?.nodes.map(({ displayName }) => displayName)).toEqual([`${start} 0001`])
    expect((await graph.run(Users, { search: 'plaza' })).users?.nodes).toEqual([])
  })
})

describe('a person', () => {
  test('is found by id, as a user and as a node', async () => {
    const { user, node } = await graph.run(UserById, { id: grace.id })
    expect(user).toMatchObject({ id: grace.id, displayName: grace.username, note: null })
    expect(node).toEqual({ id: grace.id, __typename: 'User', displayName: grace.username })
  })

  test('is null when unknown, malformed or erased', async () => {
    const unknown = newId('user', new Date())
    expect(await graph.run(UserById, { id: unknown })).toEqual({ user: null, node: null })
    expect((await graph.run(NodesOf, { ids: [unknown, grace.id] })).nodes).toEqual([
      null,
      { id: grace.id, __typename: 'User' },
    ])
    expect((await graph.send('{ node(id: "nope") { id } }')).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_INPUT',
      issues: [{ path: ['id'] }],
    })
  })

  test('is found by username by admins only', async () => {
    expect(await graph.refusalCodes(ByName, { username: grace.username })).toEqual(['FORBIDDEN'])
    const admin = aGraphClient(app, (await anAdmin(app)).api)
    expect((await admin.run(ByName, { username: grace.username.toUpperCase() })).userByName).toEqual({ id: grace.id })
  })
})

describe('notes', () => {
  test('are written, listed latest first, and read by their author only', async () => {
    const author = await aUser(app)
    const own = aGraphClient(app, author.api)
    const targets = [await aUser(app), await aUser(app), await aUser(app)]
    for (const { id } of targets) {
      await own.run(UpdateNote, { input: { targetUserId: id, note: `about ${id}` } })
      app.clock.advance(1_000)
    }
    const { viewer } = await own.run(Notes, { first: 2 })
    expect(viewer?.notes.nodes.map(({ targetUser }) => targetUser?.id)).toEqual([targets[2]?.id, targets[1]?.id])
    const rest = await own.run(Notes, { first: 2, after: viewer?.notes.pageInfo.endCursor ?? '' })
    expect(rest.viewer?.notes.nodes.map(({ targetUser }) => targetUser?.id)).toEqual([targets[0]?.id])

    const noteId = viewer?.notes.nodes[0]?.id ?? ''
    expect((await own.run(NodesOf, { ids: [noteId] })).nodes).toEqual([{ id: noteId, __typename: 'UserNote' }])
    expect((await graph.run(NodesOf, { ids: [noteId] })).nodes).toEqual([null])
    const { user } = await own.run(UserById, { id: targets[0]?.id ?? '' })
    expect(user?.note).toMatchObject({ note: `about ${targets[0]?.id}`, targetUser: { id: targets[0]?.id } })
  })

  test('are found by a part of their text or of the name, and by whether they have a text', async () => {
    const own = aGraphClient(app, (await aUser(app)).api)
    const [lake, songs, empty] = [await aUser(app), await aUser(app), await aUser(app)]
    const texts = [
      [lake, 'Met at the Lake'],
      [songs, 'Knows 100% of the songs'],
      [empty, ''],
    ] as const
    for (const [{ id }, note] of texts) await own.run(UpdateNote, { input: { targetUserId: id, note } })
    const found = async (filter: { search?: string; hasText?: boolean }) => {
      const { viewer } = await own.run(FoundNotes, { filter })
      expect(viewer?.notes.totalCount).toBe(viewer?.notes.nodes.length)
      return viewer?.notes.nodes.map(({ targetUser }) => targetUser?.id)
    }
    expect(await found({ search: 'lAKE' })).toEqual([lake.id])
    expect(await found({ search: '0%' })).toEqual([songs.id])
    expect(await found({ search: '_' })).toEqual([])
    expect(await found({ search: songs.username.toUpperCase() })).toEqual([songs.id])
    expect(await found({ hasText: false })).toEqual([empty.id])
    expect(await found({ search: empty.username, hasText: true })).toEqual([])
  })

  test('about unknown people, or too long, are refused', async () => {
    const nobody = newId('user', new Date())
    expect(await graph.refusalCodes(UpdateNote, { input: { targetUserId: nobody, note: '' } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(UpdateNote, { input: { targetUserId: 'x', note: '' } })).toEqual(['NOT_FOUND'])
    const long = await graph.send(UpdateNote.toString(), { input: { targetUserId: grace.id, note: 'x'.repeat(1_001) } })
    expect(long.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', issues: [{ path: ['input', 'note'] }] })
  })

  test('need as many statements for 2 as for 20', async () => {
    const author = await aUser(app)
    const { db, now } = app.scope()
    const start = aName('Noted')
    await aCrowd(start, 20)
    const targets = await db.user.findMany({ where: { displayName: { startsWith: start } }, select: { id: true } })
    const row = ({ id }: { id: string }) => ({
      id: newId('userNote', now),
      userId: author.id,
      targetUserId: id,
      note: '',
    })
    await db.userNote.createMany({
      data: targets.map((target) => ({ ...row(target), createdAt: now, updatedAt: now })),
    })
    const own = aGraphClient(app, author.api)
    const few = await countStatements(app, () => own.run(Notes, { first: 2 }))
    const many = await countStatements(app, () => own.run(Notes, { first: 20 }))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(3)
  })
})

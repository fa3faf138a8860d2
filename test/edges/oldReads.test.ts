import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { factsOf } from '../../src/edges/graphql/fieldFacts.ts'
import { graphSchema } from '../../src/edges/graphql/schema.ts'
import type { TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aNode, byNode, replicaUseOf } from '../support/replicaNodes.ts'
import { aReplicatedDatabase, type ReplicatedDatabase } from '../support/replicatedDatabase.ts'
import type { OperationName, RestClient } from '../support/restClient.ts'
import { aName, anAdmin, aRegisteredUser, aUser, type TestUser } from '../support/users.ts'

/** Milliseconds: the replica may stand still for as long as a test takes, and yet answers. */
const LONG = 60_000

interface Site {
  readonly replicated: ReplicatedDatabase
  /** Two nodes on both servers. */
  readonly first: TestApp
  readonly second: TestApp
}

let opened: Site | undefined
beforeAll(async () => {
  const replicated = await aReplicatedDatabase()
  opened = { replicated, first: await aNode(replicated, LONG), second: await aNode(replicated, LONG) }
})
afterAll(async () => {
  await Promise.all([opened?.first.close(), opened?.second.close()])
  await opened?.replicated.close()
})

function site(): Site {
  if (!opened) throw new Error('the servers are not open')
  return opened
}

/** A person who has changed nothing. */
const aReader = () => aUser(site().first)

/** Runs work while the replica applies nothing more, and so answers as of now. */
async function whileReplicaStands(work: () => Promise<unknown>): Promise<void> {
  const { standby } = site().replicated
  await standby.catchUp()
  await standby.pauseReplay()
  await work().finally(standby.resumeReplay)
}

type CallOf = (userId: string) => Record<string, unknown>

/** A call of each operation whose answers may be old. */
const CALLS: readonly (readonly [OperationName, CallOf])[] = [
  ['discoverCalendarEvents', () => ({})],
  ['getActiveWorlds', () => ({})],
  ['getFeaturedCalendarEvents', () => ({})],
  ['getJamSubmissions', () => ({ jamId: 'jam_00000000-0000-0000-0000-000000000000' })],
  ['getJams', () => ({})],
  ['getPrivateProfile', (userId) => ({ userId })],
  ['getPublicProfile', (userId) => ({ userId })],
  ['getUser', (userId) => ({ userId })],
  ['getUserBadges', (userId) => ({ userId })],
  ['getUserGroups', (userId) => ({ userId })],
  ['listProps', (authorId) => ({ query: { authorId } })],
  ['listStores', () => ({})],
  ['searchAvatars', () => ({})],
  ['searchCalendarEvents', () => ({ query: { searchTerm: 'a' } })],
  ['searchGroups', () => ({})],
  ['searchUsers', () => ({ query: { search: 'u' } })],
  ['searchWorlds', () => ({})],
  ['strictSearchGroups', () => ({ query: { query: 'a' } })],
]

/** A query of each root field whose answers may be old. */
const QUERIES = [
  ['activeWorlds', '{ activeWorlds(first: 1) { totalCount nodes { name author { displayName } } } }'],
  ['avatars', '{ avatars(first: 1) { totalCount nodes { name author { displayName } } } }'],
  ['discoverCalendarEvents', '{ discoverCalendarEvents(first: 1) { totalCount nodes { title } } }'],
  ['groups', '{ groups(first: 1) { totalCount nodes { name } } }'],
  ['jams', '{ jams(first: 1) { totalCount nodes { title } } }'],
  ['searchCalendarEvents', '{ searchCalendarEvents(term: "a", first: 1) { totalCount nodes { title } } }'],
  ['stores', '{ stores(first: 1) { totalCount nodes { displayName } } }'],
  ['user', 'query ($id: ID!) { user(id: $id) { bio badges(first: 1) { nodes { id } } } }'],
  ['users', '{ __typename users(filter: { search: "u" }, first: 1) { totalCount nodes { bio } } }'],
  ['worlds', '{ worlds(first: 1) { totalCount nodes { name author { displayName } } } }'],
] as const

const namesOf = (rows: readonly (readonly [string, unknown])[]) => rows.map(([name]) => name)

function oldFields(type: string): string[] {
  const fields = Object(graphSchema().getType(type)).getFields()
  return Object.keys(fields).filter((name) => factsOf(fields[name]).mayBeOld)
}

it('the reads that may be old are public lists, searches, discovery and profiles', () => {
  const operations = Object.entries<Operation>(contract).filter(([, { mayBeOld }]) => mayBeOld === true)
  expect(namesOf(operations).toSorted()).toEqual(namesOf(CALLS))
  expect(operations.filter(([, { method, delayed }]) => method !== 'get' || delayed)).toEqual([])
  expect(oldFields('Query').toSorted()).toEqual(namesOf(QUERIES))
  expect(['Mutation', 'Subscription', 'Viewer'].flatMap(oldFields)).toEqual([])
})

/** What is answered by the replica alone. */
const OLD = { onPrimary: [], repeated: 0 }

it('the replica alone answers reads that may be old, once it is known that their sender has written nothing', async () => {
  const { first, replicated } = site()
  const [{ id }, { api }] = [await aReader(), await aReader()]
  await replicated.standby.catchUp()
  const graph = aGraphClient(first, api)
  await graph.send('{ viewer { id } }')
  for (const [name, callOf] of CALLS) {
    const use = await replicaUseOf(first, () => api.try(name, callOf(id)))
    expect({ name, ...use }).toMatchObject({ name, ...OLD })
    expect(use.onReplica, name).toBeGreaterThan(0)
  }
  for (const [name, text] of QUERIES) {
    const use = await replicaUseOf(first, () => graph.send(text, { id }))
    expect({ name, ...use }).toMatchObject({ name, ...OLD })
    expect(use.onReplica, name).toBeGreaterThan(0)
  }
})

it('all other reads, and those of staff, are answered by the primary', async () => {
  const { first } = site()
  const [{ id, api }, admin] = [await aReader(), await anAdmin(first)]
  const graph = aGraphClient(first, api)
  const reads = [
    () => api.call('getCurrentUser'),
    () => api.call('getFriends'),
    () => graph.send('{ viewer { id displayName } }'),
    () => graph.send('query ($id: ID!) { user(id: $id) { bio } viewer { id } }', { id }),
    () => admin.api.call('getUser', { userId: id }),
    () => admin.api.call('searchUsers', { query: { search: 'u' } }),
  ]
  for (const read of reads) expect(await replicaUseOf(first, read)).toMatchObject({ onReplica: 0 })
})

const bioBy = async (api: RestClient, userId: string) => Object(await api.call('getUser', { userId })).bio
const BIO = 'query ($id: ID!) { user(id: $id) { bio } }'
const graphBioBy = async (app: TestApp, api: RestClient, id: string) =>
  Object(await aGraphClient(app, api).send(BIO, { id })).data.user.bio ?? ''

/** By REST and by GraphQL. */
const WRITES: readonly ((person: TestUser, bio: string) => Promise<unknown>)[] = [
  ({ id, api }, bio) => api.call('updateUser', { userId: id, body: { bio } }),
  ({ api }, bio) =>
    aGraphClient(site().first, api).send(
      'mutation ($bio: String) { updateProfile(input: { bio: $bio }) { user { bio } } }',
      { bio },
    ),
]

it.each(WRITES)(
  'who has changed something finds it at once, on every node; others may find it later',
  async (write) => {
    const { first, second } = site()
    const [writer, other] = [await aReader(), await aReader()]
    const [own, foreign] = [byNode(second, writer), byNode(second, other)]
    const bio = aName()
    await whileReplicaStands(async () => {
      await write(writer, bio)
      expect(await bioBy(writer.api, writer.id)).toBe(bio)
      expect(await bioBy(own, writer.id)).toBe(bio)
      expect(await graphBioBy(second, own, writer.id)).toBe(bio)
      expect(await bioBy(foreign, writer.id)).toBe('')
      expect(await graphBioBy(first, other.api, writer.id)).toBe('')
    })
    await eventually(async () => (await bioBy(foreign, writer.id)) === bio)
  },
)

it('a mutation shows the state after it in all that it selects', async () => {
  const writer = await aReader()
  const text = `mutation ($bio: String, $id: ID!) { updateProfile(input: { bio: $bio }) { query { user(id: $id) { bio } } } }`
  await whileReplicaStands(async () => {
    const answer = await aGraphClient(site().first, writer.api).send(text, { bio: 'new', id: writer.id })
    expect(answer).toMatchObject({ data: { updateProfile: { query: { user: { bio: 'new' } } } } })
  })
})

it('who has just registered finds themselves on every node', async () => {
  const { first, second } = site()
  const reader = await aReader()
  await whileReplicaStands(async () => {
    const person = await aRegisteredUser(first)
    expect(await bioBy(byNode(second, person), person.id)).toBe('')
    expect(await byNode(second, reader).try('getUser', { userId: person.id })).toMatchObject({ status: 404 })
  })
})

it('nobody is known to have written nothing after a crash has emptied the table', async () => {
  const { first, replicated } = site()
  const { api, id } = await aReader()
  await replicated.query('TRUNCATE replica.recent_write')
  const read = () => api.call('getUser', { userId: id })
  expect(await replicaUseOf(first, read)).toMatchObject({ onReplica: 0 })
  await replicated.query("INSERT INTO replica.recent_write VALUES ('', now()) ON CONFLICT DO NOTHING")
  expect(await replicaUseOf(first, read)).toMatchObject({ onReplica: 0 })
  await replicated.query("UPDATE replica.recent_write SET at = at - interval '1 hour'")
  expect((await replicaUseOf(first, read)).onReplica).toBeGreaterThan(0)
})

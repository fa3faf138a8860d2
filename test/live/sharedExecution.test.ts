import { GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { userChanged } from '../../src/areas/accounts/events.ts'
import { createContext, type GraphContext, noUsage } from '../../src/edges/graphql/context.ts'
import { subscribeShared } from '../../src/edges/graphql/execution/sharedExecution.ts'
import { FieldFacts } from '../../src/edges/graphql/fieldFacts.ts'
import { trusted } from '../../src/kernel/ids.ts'
import { openLiveUpdates } from '../../src/live/live.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import type { GraphSocket } from '../support/graphSocket.ts'
import { anEventStream, aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
let star: TestUser
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await sharedApp()
  ;[star, ada, bob] = [await aUser(app), await aUser(app), await aUser(app)]
  for (const fan of [ada, bob]) await befriend(fan, star)
  await ada.api.call('updateUserNote', { body: { targetUserId: star.id, note: "ada's secret" } })
})

const shine = (bio: string) => star.api.call('updateUser', { userId: star.id, body: { bio } })
const activities = ({ messages }: GraphSocket) =>
  payloadsOf(messages, 'friendActivity').filter(({ kind }) => kind === 'PROFILE')

/** The payload that each of the two subscribers receives for the next change of the watched user. */
async function payloadsFor(asked: string, other = asked): Promise<unknown[]> {
  const connections = [await aSubscription(app, ada, asked), await aSubscription(app, bob, other)]
  await shine(`shining ${Math.random()}`)
  for (const connection of connections) await expect.poll(() => activities(connection)).toHaveLength(1)
  for (const { socket } of connections) socket.close()
  return connections.map((connection) => activities(connection)[0]?.user)
}
const activity = (user: string) => `subscription { friendActivity { kind ${user} } }`

describe('shared execution for all subscribers', () => {
  test.each([
    ['a field', activity('user { id note { note } }')],
    ['a fragment', `${activity('user { ...Own }')} fragment Own on User { id note { note } }`],
    [
      'an inline fragment',
      activity('... on FriendActivity { user { ... on Node { id } ... on User { note { note } } } }'),
    ],
  ])('is not used for viewer-dependent fields, selected by %s', async (_how, query) => {
    expect(await payloadsFor(query)).toEqual([
      { id: star.id, note: { note: "ada's secret" } },
      { id: star.id, note: null },
    ])
  })

  test('is not used for fields that depend on the viewer', async () => {
    expect(await payloadsFor(activity('user { isFriend mutualFriends(first: 1) { totalCount } }'))).toMatchObject([
      { isFriend: true },
      { isFriend: true },
    ])
    const [mine, theirs] = await payloadsFor(activity('user { note { note } }'), activity('user { id }'))
    expect([mine, theirs]).toEqual([{ note: { note: "ada's secret" } }, { id: star.id }])
  })

  test('is separate for each selection and each set of variables', async () => {
    expect(await payloadsFor(activity('user { id }'), activity('user { status }'))).toEqual([
      { id: star.id },
      { status: 'ACTIVE' },
    ])
    const query = 'subscription ($all: Boolean!) { friendActivity { kind user { id status @include(if: $all) } } }'
    const connections = [
      await aSubscription(app, ada, query, { all: true }),
      await aSubscription(app, bob, query, { all: false }),
    ]
    await shine('by variables')
    for (const connection of connections) await expect.poll(() => activities(connection)).toHaveLength(1)
    expect(connections.map((connection) => activities(connection)[0]?.user)).toEqual([
      { id: star.id, status: 'ACTIVE' },
      { id: star.id },
    ])
    for (const { socket } of connections) socket.close()
  })

  test('reads the database once, for any number of subscribers over any transport', async () => {
    const query = `${activity('user { id bio ...Presence }')} fragment Presence on User { standing whereabouts { kind } }`
    const connections: GraphSocket[] = []
    for (let at = 0; at < 16; at++) connections.push(await aSubscription(app, at % 2 ? ada : bob, query))
    const stream = await anEventStream(app, ada, query)
    let reads = 0
    const count = () => {
      reads++
    }
    app.platform.database.pool.on('acquire', count)
    await app.platform.events.release([userChanged(star.id)])
    for (const connection of connections) await expect.poll(() => activities(connection)).toHaveLength(1)
    await stream.until('PROFILE')
    app.platform.database.pool.off('acquire', count)
    // The recipients, the user and the user's presence; presence may write meanwhile.
    expect(reads).toBeLessThan(15)
    for (const { socket } of connections) socket.close()
    stream.close()
  })
})

describe('a document of fields that', () => {
  const field = (facts: Partial<FieldFacts>) => ({
    type: GraphQLString,
    extensions: { facts: new FieldFacts(facts) },
    resolve: (_: unknown, __: object, { scope }: GraphContext) => scope.viewer?.id,
  })
  const Event = new GraphQLObjectType({
    name: 'Event',
    fields: {
      shared: field({ isSameForAll: true }),
      unknown: field({}),
      dependent: field({}),
    },
  })
  const Carrier = new GraphQLObjectType({
    name: 'Carrier',
    fields: {
      carried: {
        type: Event,
        extensions: { facts: new FieldFacts({ isSameForAll: true, sameForAllBelow: ['Event.unknown'] }) },
        resolve: () => EVENT,
      },
      other: { type: Event, extensions: { facts: new FieldFacts({ isSameForAll: true }) }, resolve: () => EVENT },
    },
  })
  const EVENT = {}
  const Subscription = new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      event: {
        type: Event,
        extensions: { facts: new FieldFacts({ isSameForAll: true }) },
        async *subscribe() {
          yield EVENT
        },
        resolve: () => EVENT,
      },
      carrier: {
        type: Carrier,
        extensions: { facts: new FieldFacts({ isSameForAll: true }) },
        async *subscribe() {
          yield EVENT
        },
        resolve: () => EVENT,
      },
    },
  })
  const schema = new GraphQLSchema({ query: Event, subscription: Subscription })

  /** The context of a subscriber. */
  function contextOf({ id }: TestUser): GraphContext {
    const viewer = {
      id: trusted<'user'>(id),
      sessionId: trusted<'session'>(id),
      admin: false,
      staff: [],
      pendingFactors: [],
    }
    const scope = { ...app.scope(), viewer }
    const { signal: closing } = new AbortController()
    const connection = {
      closing,
      lookUpScope: async () => scope,
      disconnect() {},
      cookies: () => [],
      usage: noUsage(),
    }
    const live = openLiveUpdates(app.app.services, [])
    live.close()
    return createContext({ requestId: 'test', scope, connection, live })
  }

  /** The payloads that two subscribers receive for one event. */
  async function distinctPayloads(selection: string) {
    const document = parse(selection)
    const payloadFor = async (person: TestUser) => {
      const results = await subscribeShared({ schema, document, variables: {}, contextValue: contextOf(person) })
      if (!(Symbol.asyncIterator in results)) throw new Error('The subscription failed')
      return JSON.stringify(await results.next())
    }
    return new Set([await payloadFor(ada), await payloadFor(bob)]).size
  }

  test.each([
    ['shared', 1],
    ['shared __typename', 1],
    ['unknown', 2],
    ['shared unknown', 2],
  ])('are %s is executed %i times for two users', async (fields, times) => {
    expect(await distinctPayloads(`subscription { event { ${fields} } }`)).toBe(times)
  })

  test.each([
    ['carried { unknown }', 1],
    ['carried { ... on Event { ...More } } } } fragment More on Event { ... { unknown', 1],
    ['carried { dependent }', 2],
    ['other { unknown }', 2],
    ['carried { ...Both } other { ...Both } } } fragment Both on Event { ... { unknown', 2],
  ])('are below %s is executed %i times for two users', async (fields, times) => {
    expect(await distinctPayloads(`subscription { carrier { ${fields} } }`)).toBe(times)
  })
})

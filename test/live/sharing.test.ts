import { GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { subscribe } from '../../src/edges/graphql/sharing.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { aUser, type Person } from '../support/people.ts'
import type { GraphSocket } from '../support/socket.ts'
import { aFollower, aStream, told } from './followers.ts'

let app: TestApp
let star: Person
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await anApp()
  ;[star, ada, bob] = [await aUser(app), await aUser(app), await aUser(app)]
  for (const fan of [ada, bob]) await befriend(fan, star)
  await ada.api.call('updateUserNote', { body: { targetUserId: star.id, note: "ada's secret" } })
})

const shine = (bio: string) => star.api.call('updateUser', { userId: star.id, body: { bio } })
const activities = ({ messages }: GraphSocket) =>
  told(messages, 'friendActivity').filter(({ kind }) => kind === 'PROFILE')

/** What each of the two is told of the star's next change. */
async function toldOf(asked: string, other = asked): Promise<unknown[]> {
  const lines = [await aFollower(app, ada, asked), await aFollower(app, bob, other)]
  await shine(`shining ${Math.random()}`)
  for (const line of lines) await expect.poll(() => activities(line), { timeout: 5_000 }).toHaveLength(1)
  for (const { socket } of lines) socket.close()
  return lines.map((line) => activities(line)[0]?.user)
}
const activity = (user: string) => `subscription { friendActivity { kind ${user} } }`

describe('what is worked out once for all who hear', () => {
  test.each([
    ['a field', activity('user { id note { note } }')],
    ['a fragment', `${activity('user { ...Own }')} fragment Own on User { id note { note } }`],
    [
      'an inline fragment',
      activity('... on FriendActivity { user { ... on Node { id } ... on User { note { note } } } }'),
    ],
  ])('never holds what is personal, asked for by %s', async (_how, query) => {
    expect(await toldOf(query)).toEqual([
      { id: star.id, note: { note: "ada's secret" } },
      { id: star.id, note: null },
    ])
  })

  test('never holds what people are to each other', async () => {
    expect(await toldOf(activity('user { isFriend mutualFriends(first: 1) { totalCount } }'))).toMatchObject([
      { isFriend: true },
      { isFriend: true },
    ])
    const [mine, theirs] = await toldOf(activity('user { note { note } }'), activity('user { id }'))
    expect([mine, theirs]).toEqual([{ note: { note: "ada's secret" } }, { id: star.id }])
  })

  test('differs by what was asked, and by the variables', async () => {
    expect(await toldOf(activity('user { id }'), activity('user { status }'))).toEqual([
      { id: star.id },
      { status: 'ACTIVE' },
    ])
    const query = 'subscription ($all: Boolean!) { friendActivity { kind user { id status @include(if: $all) } } }'
    const lines = [await aFollower(app, ada, query, { all: true }), await aFollower(app, bob, query, { all: false })]
    await shine('by variables')
    for (const line of lines) await expect.poll(() => activities(line), { timeout: 5_000 }).toHaveLength(1)
    expect(lines.map((line) => activities(line)[0]?.user)).toEqual([{ id: star.id, status: 'ACTIVE' }, { id: star.id }])
    for (const { socket } of lines) socket.close()
  })

  test('is read once, however many hear it and by whatever way', async () => {
    const query = activity('standing user { id bio }')
    const lines: GraphSocket[] = []
    for (let at = 0; at < 30; at++) lines.push(await aFollower(app, at % 2 ? ada : bob, query))
    const stream = await aStream(app, ada, query)
    let reads = 0
    const count = () => {
      reads++
    }
    app.platform.database.pool.on('acquire', count)
    await app.platform.events.release([{ topic: 'user.changed', subject: star.id }])
    for (const line of lines) await expect.poll(() => activities(line), { timeout: 5_000 }).toHaveLength(1)
    await stream.until('PROFILE')
    app.platform.database.pool.off('acquire', count)
    // Who hears, the person, how the person stands; presence may store something meanwhile.
    expect(reads).toBeLessThan(15)
    for (const { socket } of lines) socket.close()
    stream.close()
  })
})

describe('a document of fields that', () => {
  const exposed = { pothosExposedField: 'text' }
  const field = (extensions: Record<string, unknown>) => ({
    type: GraphQLString,
    extensions,
    resolve: (_: unknown, __: object, me: string) => me,
  })
  const Event = new GraphQLObjectType({
    name: 'Event',
    fields: {
      shown: field(exposed),
      marked: field({ shared: true }),
      guarded: field({ ...exposed, pothosOptions: { authScopes: { admin: true } } }),
      unknown: field({}),
    },
  })
  const EVENT = {}
  const Subscription = new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      event: {
        type: Event,
        extensions: { shared: true },
        async *subscribe() {
          yield EVENT
        },
        resolve: () => EVENT,
      },
    },
  })
  const schema = new GraphQLSchema({ query: Event, subscription: Subscription })

  /** What two people are told of one event. */
  async function toldByFields(fields: string) {
    const document = parse(`subscription { event { ${fields} } }`)
    const toldTo = async (contextValue: string) => {
      const results = await subscribe({ schema, document, contextValue })
      if (!(Symbol.asyncIterator in results)) throw new Error('nothing to follow')
      return JSON.stringify(await results.next())
    }
    return new Set([await toldTo('ada'), await toldTo('bob')]).size
  }

  test.each([
    ['shown marked', 1],
    ['shown __typename', 1],
    ['shown guarded', 2],
    ['unknown', 2],
    ['shown unknown', 2],
  ])('are %s is worked out %i times for two people', async (fields, times) => {
    expect(await toldByFields(fields)).toBe(times)
  })
})

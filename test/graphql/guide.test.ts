import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { parse } from 'graphql'
import type { Client } from 'graphql-ws'
import { tap } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { Example } from '../../src/edges/graphql/docs/guide/blocks.ts'
import { guide } from '../../src/edges/graphql/docs/guide/guide.ts'
import { anApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, withCookie } from '../support/graphSocket.ts'
import { subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aPlainImage } from '../support/images.ts'
import { aRestClient } from '../support/restClient.ts'
import { aStockClient } from '../support/stockClient.ts'
import { aUser, enableTotp, type TestUser, totpCode } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
const blocks = guide.flatMap((section) => section.blocks)
const examples = blocks.flatMap((block) => ('example' in block ? [block.example] : []))
const scripts = blocks.flatMap((block) => ('script' in block ? [block.script] : []))

/** Texts and numbers of the guide, and what stands for them in the running server. */
type Known = Map<unknown, unknown>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces the texts and numbers of the guide by those of the running server. */
function actualOf(known: Known, value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return known.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => actualOf(known, one))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, actualOf(known, one)]))
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
const ENUM_VALUE = /^[A-Z][A-Z0-9_]*$/

/** Yields where a response differs in form from that of the guide; remembers what its texts stand for. */
function* differences(known: Known, shown: unknown, actual: unknown, at = ''): Generator<string> {
  if (kindOf(shown) !== kindOf(actual)) yield `${at}: ${kindOf(actual)} instead of ${kindOf(shown)}`
  else if (typeof shown === 'string') yield* textDifference(known, shown, String(actual), at)
  else if (Array.isArray(shown)) yield* elementDifferences(known, shown, Array.isArray(actual) ? actual : [], at)
  else if (isRecord(shown)) yield* memberDifferences(known, shown, isRecord(actual) ? actual : {}, at)
}

function* textDifference(known: Known, shown: string, actual: string, at: string): Generator<string> {
  if (ENUM_VALUE.test(shown) && shown !== actual) yield `${at}: ${actual} instead of ${shown}`
  known.set(shown, actual)
}

function* elementDifferences(
  known: Known,
  shown: readonly unknown[],
  actual: readonly unknown[],
  at: string,
): Generator<string> {
  if (shown.length !== actual.length) yield `${at}: ${actual.length} elements instead of ${shown.length}`
  for (const [index, one] of shown.entries()) yield* differences(known, one, actual[index], `${at}[${index}]`)
}

function* memberDifferences(
  known: Known,
  shown: Record<string, unknown>,
  actual: Record<string, unknown>,
  at: string,
): Generator<string> {
  const [wanted, given] = [shown, actual].map((record) => Object.keys(record).sort().join(', '))
  if (wanted !== given) yield `${at}: the members ${given} instead of ${wanted}`
  for (const [name, value] of Object.entries(shown)) yield* differences(known, value, actual[name], `${at}.${name}`)
}

/** An upload whose address is that of the running server, not its public one. */
const reachable = (upload: { readonly url: string }) => ({
  ...upload,
  url: upload.url.replace(app.platform.settings.PUBLIC_URL, app.origin),
})

/** A server with three worlds, and a person who has a second factor and is not signed in. */
async function aReader() {
  const author = await aUser(app)
  for (const name of ['Atrium', 'Belvedere', 'Colonnade']) await aWorld(app, author, { name })
  const reader = await aUser(app)
  const secret = await enableTotp(app, reader)
  const known: Known = new Map([
    ['ada', reader.username],
    ['correct horse battery', reader.password],
    ['123456', await totpCode(app, secret)],
  ])
  return { reader: { ...reader, api: aRestClient(app) }, known }
}

const operationOf = (document: string) => {
  const [definition] = parse(document).definitions
  return definition && 'operation' in definition ? definition.operation : undefined
}

const befriendBy = async (receiver: TestUser) => (await aUser(app)).api.call('friend', { userId: receiver.id })

/** The first entry of a subscription. Somebody causes one before it begins, so that it can only come by the cursor. */
async function firstEvent(reader: TestUser, query: string, variables: object): Promise<unknown> {
  await befriendBy(reader)
  const socket = await aGraphSocket(app, withCookie(reader))
  await socket.until(isAcknowledged)
  socket.send({ type: 'subscribe', id: '1', payload: { query, variables } })
  await socket.until((messages) => messages.some(({ type }) => type === 'next' || type === 'error'))
  expect(subscriptionErrors(socket.messages)).toEqual([])
  socket.socket.close()
  return socket.messages.find(({ type }) => type === 'next')?.payload
}

async function responseTo(reader: TestUser, { document }: Example, variables: object): Promise<unknown> {
  if (operationOf(document) === 'subscription') return firstEvent(reader, document, variables)
  return aGraphClient(app, reader.api).send(document, variables)
}

it('the examples of the guide, run in order, are answered as it shows', async () => {
  const { reader, known } = await aReader()
  const picture = await aPlainImage(64, 64)
  known.set(4_321, picture.length)
  expect(examples.length).toBeGreaterThanOrEqual(8)
  for (const example of examples) {
    const response = await responseTo(reader, example, Object(actualOf(known, example.variables ?? {})))
    const found = [...differences(known, example.response, response)]
    const upload = Object(response).data?.createUpload?.upload
    if (upload) await functionOf('send')(new Blob([new Uint8Array(picture)]), reachable(upload))
    expect({ title: example.title, found, response: found.length > 0 ? response : null }).toEqual({
      title: example.title,
      found: [],
      response: null,
    })
  }
  expect(reader.api.cookies.get('auth')).toBeUndefined()
})

describe('the check of examples', () => {
  const differencesOf = (shown: unknown, actual: unknown) => [...differences(new Map(), shown, actual)]

  it('finds other members, kinds, lengths and enum values', () => {
    expect(differencesOf({ a: 'x', b: [1], c: null }, { a: 'y', b: [2], c: null })).toEqual([])
    expect(differencesOf({ a: 1 }, { a: 1, b: 2 })).toEqual([': the members a, b instead of a'])
    expect(differencesOf({ a: null }, { a: 'x' })).toEqual(['.a: string instead of null'])
    expect(differencesOf([1], [])).toContain(': 0 elements instead of 1')
    expect(differencesOf({ kind: 'CREATED' }, { kind: 'SEEN' })).toEqual(['.kind: SEEN instead of CREATED'])
  })
})

interface FeedOptions {
  readonly query: string
  readonly after: string
  readonly onEntry: (entry: { cursor: string; notification: { id: string } }) => void
}

type ScriptFunction = (subject: Client | Blob, options: object) => Promise<void>

/** The function that a script of the guide defines. */
function functionOf(name: string): ScriptFunction {
  const script = scripts.find(({ code }) => code.includes(`async function ${name}(`))
  if (!script) throw new Error(`the guide has no script ${name}`)
  return new Function(`${script.code}\nreturn ${name}`)()
}

const FEED = `subscription ($after: String) { notificationFeed(after: $after) { cursor notification { id } } }`

/** A client of the kind that the script needs. */
const aFeedClient = (person: TestUser) => aStockClient(app, person, { shouldRetry: () => false })

/** What a script of the guide defines by this name, from what it imports. */
function constantOf(name: string, imports: Record<string, unknown>) {
  const script = scripts.find(({ code }) => code.includes(`const ${name} =`))
  if (!script) throw new Error(`the guide has no script ${name}`)
  return new Function(...Object.keys(imports), `${script.code}\nreturn ${name}`)(...Object.values(imports))
}

describe('the link that continues the feed', () => {
  it('gets each entry once through cut connections, in a client that connects again by itself', async () => {
    const person = await aUser(app)
    const { data } = await aGraphClient(app, person.api).send('{ viewer { notificationFeedCursor } }')
    const socket = aStockClient(app, person)
    const link: ApolloLink = constantOf('resume', { ApolloLink, tap })
    const client = new ApolloClient({ cache: new InMemoryCache(), link: link.concat(new GraphQLWsLink(socket)) })
    const received: string[] = []
    const errors: unknown[] = []
    const variables = { after: Object(data).viewer.notificationFeedCursor }
    const subscription = client.subscribe({ query: gql(FEED), variables }).subscribe({
      next: (result) => received.push(Object(result.data).notificationFeed.notification.id),
      error: (error) => errors.push(error),
    })
    for (let count = 2; count <= 6; count += 2) {
      await befriendBy(person)
      await eventually(() => received.length >= count - 1)
      socket.terminate()
      await befriendBy(person)
      await eventually(() => received.length >= count)
    }
    expect(new Set(received).size).toBe(6)
    expect(received).toHaveLength(6)
    expect(errors).toEqual([])
    subscription.unsubscribe()
    await socket.dispose()
  })
})

describe('the script that follows the feed', () => {
  const follow = functionOf('follow')

  it('gets each entry once through cut connections, and ends with the session', async () => {
    const person = await aUser(app)
    const graph = aGraphClient(app, person.api)
    const { data } = await graph.send('{ viewer { notificationFeedCursor } }')
    const after = String(Object(data).viewer.notificationFeedCursor)
    const client = aFeedClient(person)
    const received: string[] = []
    const options: FeedOptions = { query: FEED, after, onEntry: ({ notification }) => received.push(notification.id) }
    const ended = follow(client, options)
    for (let count = 1; count <= 3; count++) {
      await befriendBy(person)
      await eventually(() => received.length >= count)
      client.terminate()
    }
    expect(new Set(received).size).toBe(3)
    expect(received).toHaveLength(3)
    await graph.send('mutation { logout(input: {}) { deletedSessionId } }')
    await ended
  })

  it('ends when its cursor has expired', async () => {
    const person = await aUser(app)
    const after = Buffer.from(`999.${Date.now()}.${person.id}`).toString('base64url')
    await follow(aFeedClient(person), { query: FEED, after, onEntry: () => {} })
  })
})

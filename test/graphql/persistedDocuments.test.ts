import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../src/settings.ts'
import { operationsIn } from '../../src/web/build/inlineDocuments.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphSocket, isAcknowledged, type SocketMessage, withCookie } from '../support/graphSocket.ts'
import { rememberDocuments } from '../support/recordedDocuments.ts'
import { aRestClient, type RestClient } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'

const ONLINE = 'query Online {\n  __typename\n  onlineCount\n}'
const PEOPLE = 'query People($first: Int!) { users(first: $first) { nodes { id } } }'
const WATCH = 'subscription Watch { viewerChanged { __typename } }'
const UNLISTED = '{ systemTime }'
const hashOf = (text: string, algorithm = 'sha256') => createHash(algorithm).update(text).digest('hex')
/** As the client preset of graphql-codegen (SHA-1) and relay-compiler (MD5) write it. */
const LIST = { [hashOf(ONLINE, 'sha1')]: ONLINE, [hashOf(PEOPLE, 'md5')]: PEOPLE, watch: WATCH }
rememberDocuments(LIST)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plaza-documents-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
async function aFile(content: unknown): Promise<string> {
  const path = join(folder, `${files++}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const persistedQuery = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })

const post = (api: RestClient, body: unknown, headers = {}) =>
  api.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const get = (api: RestClient, query: Record<string, string>) =>
  api.fetch(`/graphql?${new URLSearchParams(query)}`, { headers: { 'apollo-require-preflight': '1' } })

/** By the fast path, and by Yoga. */
const WAYS = [{}, { 'content-type': 'application/graphql+json' }]
const online = { data: { onlineCount: expect.any(Number) } }
const refusal = (reason: string) => ({ errors: [{ extensions: { reason, requestId: expect.any(String) } }] })

/** Sends an operation over a websocket; returns the first message about it. */
async function sendBySocket(app: TestApp, person: TestUser, payload: object): Promise<SocketMessage | undefined> {
  const socket = await aGraphSocket(app, withCookie(person))
  await socket.until(isAcknowledged)
  socket.send({ type: 'subscribe', id: '1', payload })
  const isAnswer = ({ type }: SocketMessage) => type === 'next' || type === 'error'
  await socket.until((messages) => messages.some(isAnswer))
  socket.socket.close()
  return socket.messages.find(isAnswer)
}

describe('listed documents', () => {
  let app: TestApp
  let ada: TestUser
  beforeAll(async () => {
    app = await anApp({ PERSISTED_DOCUMENTS: await aFile(LIST) })
    ada = await aUser(app)
  })

  test.each(WAYS)('are found by documentId and by hash: %o', async (way) => {
    for (const documentId of [hashOf(ONLINE, 'sha1'), hashOf(ONLINE), `sha256:${hashOf(ONLINE)}`])
      expect((await post(ada.api, { documentId }, way)).body).toMatchObject(online)
    for (const hash of [hashOf(ONLINE), hashOf(ONLINE, 'sha1')]) {
      expect((await post(ada.api, persistedQuery(hash), way)).body).toMatchObject(online)
      expect((await post(ada.api, { query: '', ...persistedQuery(hash) }, way)).body).toMatchObject(online)
    }
    const people = { documentId: hashOf(PEOPLE, 'md5'), variables: { first: 1 } }
    expect((await post(ada.api, people, way)).body).toMatchObject({ data: { users: { nodes: [] } } })
  })

  test('are found in batches and by GET', async () => {
    const batch = [{ documentId: hashOf(ONLINE) }, { documentId: 'x' }, persistedQuery('x'), { query: ONLINE }]
    const unknown = refusal('DOCUMENT_NOT_LISTED')
    expect((await post(ada.api, batch)).body).toMatchObject([online, unknown, unknown, online])
    expect((await get(ada.api, { documentId: hashOf(ONLINE) })).body).toMatchObject(online)
    const { extensions } = persistedQuery(hashOf(ONLINE))
    expect((await get(ada.api, { extensions: JSON.stringify(extensions) })).body).toMatchObject(online)
    expect((await get(ada.api, { documentId: 'x' })).body).toMatchObject(unknown)
  })

  test('are found over a websocket', async () => {
    for (const named of [{ documentId: hashOf(ONLINE, 'sha1') }, persistedQuery(hashOf(ONLINE))])
      expect(await sendBySocket(app, ada, { query: '', ...named })).toMatchObject({ type: 'next', payload: online })
    expect(await sendBySocket(app, ada, { query: '', documentId: 'x' })).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'BAD_INPUT', reason: 'DOCUMENT_NOT_LISTED' } }],
    })
    expect(await sendBySocket(app, ada, { query: ONLINE })).toMatchObject({ payload: online })
  })

  test.each(WAYS)('leave all others possible, by their text: %o', async (way) => {
    expect((await post(ada.api, { query: UNLISTED }, way)).body).toMatchObject({ data: {} })
    expect((await post(ada.api, { query: UNLISTED, ...persistedQuery(hashOf(UNLISTED)) }, way)).body).toMatchObject({
      data: {},
    })
    const unknown = await post(ada.api, { documentId: 'x' }, { ...way, accept: 'application/graphql-response+json' })
    expect(unknown.status).toBe(400)
    expect(unknown.body).toMatchObject(refusal('DOCUMENT_NOT_LISTED'))
    // Apollo's link then sends the text of this document only.
    const hashed = await post(ada.api, persistedQuery(hashOf(UNLISTED)), way)
    expect(hashed.status).toBe(200)
    expect(hashed.body).toMatchObject({
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    })
  })
})

describe('a server that runs only listed documents', () => {
  let app: TestApp
  let ada: TestUser
  beforeAll(async () => {
    app = await anApp({ PERSISTED_DOCUMENTS: await aFile(LIST), PERSISTED_DOCUMENTS_ONLY: 'on' })
    ada = await aUser(app)
  })

  test.each(WAYS)('refuses all others with a reason: %o', async (way) => {
    const refused = refusal('DOCUMENT_NOT_LISTED')
    for (const body of [
      { query: UNLISTED },
      { query: `${ONLINE} ` },
      { query: UNLISTED, documentId: hashOf(ONLINE) },
      { query: UNLISTED, ...persistedQuery(hashOf(ONLINE)) },
      persistedQuery(hashOf(UNLISTED)),
      { documentId: 'x' },
    ])
      expect((await post(ada.api, body, way)).body).toMatchObject(refused)
    expect((await post(ada.api, [{ query: UNLISTED }, { query: ONLINE }])).body).toMatchObject([refused, online])
    expect((await get(ada.api, { query: UNLISTED })).body).toMatchObject(refused)
    expect(await sendBySocket(app, ada, { query: UNLISTED })).toMatchObject({ type: 'error' })
  })

  test('runs those by id, hash and text', async () => {
    for (const body of [{ documentId: hashOf(ONLINE) }, persistedQuery(hashOf(ONLINE)), { query: ONLINE }])
      expect((await post(ada.api, body)).body).toMatchObject(online)
    expect((await post(aRestClient(app), { documentId: hashOf(ONLINE) })).body).toMatchObject(online)
  })

  test('still checks them', async () => {
    const { body } = await post(ada.api, { documentId: hashOf(PEOPLE), variables: { first: 'x' } })
    expect(body).toMatchObject({ errors: [{ message: expect.stringMatching(/^Variable "\$first"/) }] })
  })
})

describe('a bad list', () => {
  test.each([
    ['no JSON', '{', 'it is no JSON'],
    ['no object', [ONLINE], 'it is no object of texts by id'],
    ['no texts', { a: 1 }, 'it is no object of texts by id'],
    ['no GraphQL', { good: ONLINE, bad: 'query {' }, 'document bad is no GraphQL: Syntax Error: '],
  ])('of %s ends the start with its remedy', async (_what, content, problem) => {
    const path = await aFile(content)
    const start = anApp({ PERSISTED_DOCUMENTS: path })
    await expect(start).rejects.toThrow(`PERSISTED_DOCUMENTS is ${JSON.stringify(path)}, but ${problem}`)
    await expect(start).rejects.toThrow(/It must be a JSON file of GraphQL documents by id/)
  })

  test('that is missing ends the start, too', async () => {
    const start = anApp({ PERSISTED_DOCUMENTS: join(folder, 'missing.json') })
    await expect(start).rejects.toThrow(/but it can not be read \(ENOENT\)/)
  })

  test('can not be required without a path', () => {
    expect(() => readSettings({ PERSISTED_DOCUMENTS_ONLY: 'on' })).toThrow(
      'PERSISTED_DOCUMENTS_ONLY is on, but PERSISTED_DOCUMENTS is not set. It must be on or off, and off without',
    )
    expect(readSettings({}).PERSISTED_DOCUMENTS_ONLY).toBe('off')
  })
})

test('documents of the web UI run, whatever the list has', async () => {
  const app = await anApp({ PERSISTED_DOCUMENTS: await aFile(LIST), PERSISTED_DOCUMENTS_ONLY: 'on' })
  const { api } = await aUser(app)
  const texts = operationsIn('src/web').filter((text) => !text.startsWith('subscription'))
  expect(texts.length).toBeGreaterThan(100)
  for (const query of texts) {
    const answer = JSON.stringify((await post(api, { query, variables: {} })).body)
    expect({ query, isRefused: /DOCUMENT_NOT_LISTED/.test(answer) }).toEqual({ query, isRefused: false })
  }
  expect((await post(api, { query: `${texts[0]} ` })).body).toMatchObject(refusal('DOCUMENT_NOT_LISTED'))
})

import { describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aRestClient, type RestClient } from '../support/restClient.ts'
import { aUser, basicAuthHeader } from '../support/users.ts'

const PER_USER = 40
const PER_ADDRESS = 12
const anAppWithLimits = (given: Record<string, string> = {}) =>
  anApp({ MAX_REQUESTS_PER_USER: String(PER_USER), MAX_REQUESTS_PER_ADDRESS: String(PER_ADDRESS), ...given })

/** How many of this many requests one after the other are allowed, and the first response that was refused. */
async function spend(times: number, send: () => Promise<{ status: number; headers: Headers; body: unknown }>) {
  let allowed = 0
  for (let at = 0; at < times; at++) {
    const response = await send()
    if (response.status === 429) return { allowed, refused: response }
    allowed += 1
  }
  return { allowed, refused: null }
}

const limitsIn = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((part) => Number(headers.get(`ratelimit-${part}`)))

/** A client with the session of another, at an address of its own by default. */
function sameSession(app: TestApp, { cookies }: RestClient, address?: string): RestClient {
  const api = aRestClient(app, address === undefined ? {} : { address })
  for (const [name, value] of cookies) api.cookies.set(name, value)
  return api
}

const getTime = (api: RestClient) => () => api.try('getSystemTime')
const RATE_LIMITED = { errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }] }

describe('the general limit', () => {
  const opened = anAppWithLimits()

  it('counts a user over all addresses and both APIs, and tells what is left', async () => {
    const app = await opened
    const { api } = await aUser(app)
    const first = await api.try('getSystemTime')
    expect(limitsIn(first).slice(0, 2)).toEqual([PER_USER, PER_USER - 1])
    expect(limitsIn(first)[2]).toBeGreaterThan(290)
    const elsewhere = sameSession(app, api)
    const graph = aGraphClient(app, sameSession(app, api))
    for (let at = 0; at < 5; at++) {
      expect(limitsIn(await elsewhere.try('getSystemTime'))[1]).toBe(PER_USER - 2 - 2 * at)
      expect(await graph.send('{ viewer { id } }')).not.toHaveProperty('errors')
    }
    const { allowed, refused } = await spend(100, getTime(api))
    expect(allowed).toBe(PER_USER - 11)
    expect(refused).toMatchObject({
      body: { error: { status_code: 429, message: expect.stringMatching('Too many requests') } },
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(200)
    expect(await graph.send('{ viewer { id } }')).toMatchObject(RATE_LIMITED)
  })

  it('does not count pictures as requests, but apart: with a session by person, else by address', async () => {
    const app = await opened
    const { api } = await aUser(app)
    const pictureOf = async (client: RestClient) => {
      const { status, headers, body } = await client.fetch(
        '/api/1/image/file_00000000-0000-4000-8000-000000000000/1/256',
      )
      return { status, headers: new Headers(headers), body }
    }
    const limits = async (client: RestClient) => limitsIn(await pictureOf(client)).slice(0, 2)
    const [most, ofPerson] = [20 * PER_ADDRESS, 20 * PER_USER]
    const nobody = aRestClient(app, { address: '192.0.2.77' })
    const behind = sameSession(app, api, '192.0.2.77')
    expect(await limits(api)).toEqual([ofPerson, ofPerson - 1])
    expect(await limits(sameSession(app, api))).toEqual([ofPerson, ofPerson - 2])
    expect(limitsIn(await api.try('getSystemTime')).slice(0, 2)).toEqual([PER_USER, PER_USER - 1])
    expect(await limits(nobody)).toEqual([most, most - 1])
    const left = await spend(most, () => pictureOf(nobody))
    expect([left.allowed, left.refused?.status]).toEqual([most - 1, 429])
    expect(await limits(behind)).toEqual([ofPerson, ofPerson - 3])
    expect(await nobody.try('getSystemTime')).toMatchObject({ status: 200 })
  })

  it('counts requests without a session by address, IPv6 by /64, and lets others behind the address go on', async () => {
    const app = await opened
    const { api: person } = await aUser(app)
    const clients = ['2001:db8:5::1', '2001:DB8:5:0::2', '[2001:db8:5::3]:80'].map((address) =>
      aRestClient(app, { address }),
    )
    let at = 0
    const { allowed, refused } = await spend(100, async () => {
      const { fetch } = clients[at++ % clients.length] ?? person
      return { ...(await fetch('/api/1/time')), headers: new Headers((await fetch('/api/1/nothing')).headers) }
    })
    expect([allowed, refused?.status]).toEqual([PER_ADDRESS / 2, 429])
    expect(await aRestClient(app, { address: '2001:db8:5:1::1' }).try('getSystemTime')).toMatchObject({ status: 200 })
    const behind = aRestClient(app, { address: '2001:db8:5::9' })
    behind.cookies.set('auth', 'authcookie_unknown')
    expect(await behind.try('getSystemTime')).toMatchObject({ status: 429 })
    behind.cookies.set('auth', person.cookies.get('auth') ?? '')
    expect(await behind.try('getSystemTime')).toMatchObject({ status: 200 })
  })

  it('counts a session that owes a second factor by address', async () => {
    const app = await opened
    const person = await aUser(app)
    await app.scope().db.session.updateMany({ where: { userId: person.id }, data: { owes: ['totp'] } })
    const half = sameSession(app, person.api)
    expect(limitsIn(await half.try('getSystemTime'))[0]).toBe(PER_ADDRESS)
  })

  it('does not count probes and static pages', async () => {
    const app = await opened
    const { fetch } = aRestClient(app)
    for (let at = 0; at < PER_ADDRESS; at++)
      for (const path of ['/livez', '/metrics', '/', '/openapi.json', '/docs/'])
        expect((await fetch(path)).headers.get('ratelimit-limit')).toBeNull()
    expect(limitsIn(await fetch('/api/1/time'))[1]).toBe(PER_ADDRESS - 1)
  })

  it('counts each operation of a batch and of a websocket', async () => {
    const app = await opened
    const { api } = await aUser(app)
    const batch = JSON.stringify(Array.from({ length: 3 }, () => ({ query: '{ __typename }' })))
    const post = () =>
      api.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: batch })
    const before = limitsIn(await api.try('getSystemTime'))[1] ?? 0
    expect((await post()).status).toBe(200)
    expect(limitsIn(await api.try('getSystemTime'))[1]).toBe(before - 4)
    const answers = await operateBySocket(app, api, PER_USER)
    expect(answers.filter((type) => type === 'next').length).toBe(before - 5)
    expect(answers.filter((type) => type === 'error').length).toBe(PER_USER - before + 5)
  })

  it('refuses websockets beyond it with 429', async () => {
    const app = await opened
    const { api } = await aUser(app)
    await spend(100, getTime(api))
    const auth = api.cookies.get('auth')
    const refusals = [
      new WebSocket(`${app.origin.replace('http', 'ws')}/?authToken=${auth}`),
      new WebSocket(`${app.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: { cookie: `auth=${auth}` },
      }),
    ].map(refusedUpgrade)
    for (const { status, retryAfter } of await Promise.all(refusals)) {
      expect(status).toBe(429)
      expect(Number(retryAfter)).toBeGreaterThan(200)
    }
  })
})

function refusedUpgrade(socket: WebSocket) {
  return new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
    socket.once('unexpected-response', (request, { statusCode, headers }) => {
      request.destroy()
      resolve({ status: statusCode, retryAfter: headers['retry-after'] })
    })
    socket.once('open', () => reject(new Error('the websocket was opened')))
    socket.on('error', () => {})
  })
}

/** Sends this many queries over one GraphQL websocket; answers the types of the messages about them. */
async function operateBySocket(app: TestApp, api: RestClient, times: number): Promise<string[]> {
  const headers = { cookie: `auth=${api.cookies.get('auth')}` }
  const socket = new WebSocket(`${app.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  const types: string[] = []
  const ENDS = ['complete', 'error', 'connection_ack']
  const ask = () =>
    socket.send(JSON.stringify({ id: String(types.length), type: 'subscribe', payload: { query: '{ __typename }' } }))
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
    socket.on('message', (data) => {
      const { type } = JSON.parse(String(data))
      if (['next', 'error'].includes(type)) types.push(type)
      if (!ENDS.includes(type)) return
      if (types.length < times) ask()
      else resolve()
    })
  })
  socket.close()
  return types
}

describe('the general limit over several nodes', () => {
  it('is shared, but for 5 %', async () => {
    const first = await anAppWithLimits({ MAX_REQUESTS_PER_USER: '120' })
    const second = await anApp({ ...settingsOf(first), MAX_REQUESTS_PER_USER: '120' })
    const { api } = await aUser(first)
    const other = sameSession(second, api)
    const responses = await Promise.all(
      Array.from({ length: 150 }, (_, at) => (at % 2 ? api : other).try('getSystemTime')),
    )
    const allowed = responses.filter(({ status }) => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(114)
    expect(allowed).toBeLessThanOrEqual(126)
  })
})

const settingsOf = ({ platform: { settings } }: TestApp) => ({ DATABASE_URL: settings.DATABASE_URL ?? '' })

describe('a limit of 0', () => {
  it('is none', async () => {
    const app = await anApp({ MAX_REQUESTS_PER_USER: '0', MAX_REQUESTS_PER_ADDRESS: '0' })
    const { api, username, password } = await aUser(app)
    for (const client of [api, aRestClient(app)])
      expect((await client.try('getSystemTime')).headers.get('ratelimit-limit')).toBeNull()
    const headers = basicAuthHeader(username, password)
    expect(await aRestClient(app).try('getCurrentUser', { headers })).toMatchObject({ status: 200 })
  })
})

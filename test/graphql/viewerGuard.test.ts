import { beforeAll, describe, expect, test } from 'vitest'
import { siblingId } from '../../src/kernel/ids.ts'
import { VERSION } from '../../src/version.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { aGraphClient, graphAnswerOf } from '../support/graphClient.ts'
import { aGraphSocket, isAcknowledged, sessionTokenOf, withCookie } from '../support/graphSocket.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await sharedApp()
  ;[ada, bob] = [await aUser(app), await aUser(app)]
})

const viewerIdOf = ({ id }: TestUser) => siblingId('viewer', id)
const headerFor = (person: TestUser) => ({ 'x-plaza-viewer': viewerIdOf(person) })
const JSON_BODY = { 'content-type': 'application/json' }
const VIEWER = '{ viewer { id } }'

/** Refusals of operations that Ada's session sends as Bob's page. */
async function refusalsOf(method: string, path: string, { headers = {}, body }: { headers?: object; body?: string }) {
  const sent = { ...JSON_BODY, ...headerFor(bob), ...headers }
  const { body: answer } = await ada.api.fetch(path, { method, headers: sent, ...(body && { body }) })
  const answers = Array.isArray(answer) ? answer : [answer]
  return answers.map((one) => {
    const { data, errors } = graphAnswerOf({ body: one, status: 200 })
    return [data ?? null, errors?.[0]?.extensions.code, errors?.[0]?.extensions.reason]
  })
}

const CHANGED = [null, 'UNAUTHENTICATED', 'VIEWER_CHANGED']

describe('a request that names another viewer than that of its session', () => {
  test('is refused, however it is sent', async () => {
    const query = JSON.stringify({ query: VIEWER })
    const spec = { accept: 'application/graphql-response+json' }
    const byYoga = { 'content-type': 'application/graphql+json' }
    const preflight = { 'apollo-require-preflight': '1' }
    expect(await refusalsOf('POST', '/graphql', { body: query })).toEqual([CHANGED])
    expect(await refusalsOf('POST', '/graphql', { body: query, headers: spec })).toEqual([CHANGED])
    expect(await refusalsOf('POST', '/graphql', { body: query, headers: byYoga })).toEqual([CHANGED])
    expect(await refusalsOf('POST', '/graphql', { body: `[${query},${query}]` })).toEqual([CHANGED, CHANGED])
    const path = `/graphql?query=${encodeURIComponent(VIEWER)}`
    expect(await refusalsOf('GET', path, { headers: preflight })).toEqual([CHANGED])
  })

  test('changes nothing', async () => {
    const change = 'mutation { updateProfile(input: { bio: "by mistake" }) { user { bio } } }'
    expect(await refusalsOf('POST', '/graphql', { body: JSON.stringify({ query: change }) })).toEqual([CHANGED])
    const logout = 'mutation { logout(input: {}) { deletedSessionId } }'
    expect(await refusalsOf('POST', '/graphql', { body: JSON.stringify({ query: logout }) })).toEqual([CHANGED])
    const { data } = await aGraphClient(app, ada.api).send('{ viewer { user { bio } } }', {}, headerFor(ada))
    expect(data).toEqual({ viewer: { user: { bio: null } } })
  })

  test('starts no stream', async () => {
    const response = await fetch(`${app.origin}/graphql`, {
      method: 'POST',
      headers: { ...JSON_BODY, ...headerFor(bob), accept: 'text/event-stream', cookie: `auth=${sessionTokenOf(ada)}` },
      body: JSON.stringify({ query: 'subscription { viewerChanged { id } }' }),
    })
    expect(await response.text()).toContain('"reason":"VIEWER_CHANGED"')
  })
})

test('a request that names a viewer and has no session is refused before its cost is looked at', async () => {
  const costly = '{ worlds(first: 100) { nodes { instances(first: 100) { nodes { id } } } } }'
  const { errors } = await aGraphClient(app, aRestClient(app)).send(costly, {}, headerFor(ada))
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', reason: 'SIGNED_OUT' })
})

test('requests that name the viewer of their session, or nobody, are served', async () => {
  for (const headers of [headerFor(ada), { 'x-plaza-viewer': '' }, {}]) {
    const { data } = await aGraphClient(app, ada.api).send(VIEWER, {}, headers)
    expect(data).toEqual({ viewer: { id: viewerIdOf(ada) } })
  }
})

describe('a websocket', () => {
  test('is acknowledged with its viewer and the version of the server', async () => {
    for (const payload of [{ viewerId: viewerIdOf(ada) }, { viewerId: null }, {}]) {
      const line = await aGraphSocket(app, { ...withCookie(ada), payload })
      await line.until(isAcknowledged)
      expect(line.messages[0]).toEqual({
        type: 'connection_ack',
        payload: { viewerId: viewerIdOf(ada), serverVersion: VERSION },
      })
      line.socket.close()
    }
  })

  test('is closed when its client was meant for another viewer, or has no session', async () => {
    for (const viewerId of [viewerIdOf(bob), ada.id, 1]) {
      const line = await aGraphSocket(app, { ...withCookie(ada), payload: { viewerId } })
      expect(await line.closeFrame()).toEqual([4403, 'VIEWER_CHANGED'])
    }
    expect(await (await aGraphSocket(app, { payload: { viewerId: viewerIdOf(ada) } })).closed()).toBe(4401)
  })
})

describe('pages of allowed origins', () => {
  test('may name their viewer', async () => {
    const asked = {
      origin: 'http://plaza.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-plaza-viewer',
    }
    const { headers } = await sendRawRequest(app.origin, { method: 'OPTIONS', path: '/graphql', headers: asked })
    expect(headers['access-control-allow-headers']).toBe('content-type,x-plaza-viewer')
  })
})

test('every response has the version of the server', async () => {
  const paths = ['/', '/nothing', '/livez', '/docs', '/graphql', '/api/1/time', '/api/1/auth/user', '/api/1/nothing']
  for (const path of paths) {
    const { headers } = await sendRawRequest(app.origin, { path })
    expect([path, headers['x-plaza-version']]).toEqual([path, VERSION])
  }
  const query = { method: 'POST', path: '/graphql', headers: JSON_BODY, body: '{"query":"{ __typename }"}' }
  expect((await sendRawRequest(app.origin, query)).headers['x-plaza-version']).toBe(VERSION)
  const invalid = await sendRawRequest(app.origin, { path: '/', headers: { host: 'a b' } })
  expect([invalid.status, invalid.headers['x-plaza-version']]).toEqual([400, VERSION])
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', origin: 'https://evil.test' }
  const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }
  const refused = await sendRawRequest(app.origin, { path: '/graphql', headers: { ...upgrade, ...key } })
  expect([refused.status, refused.headers['x-plaza-version']]).toEqual([403, VERSION])
})

import type { RequestListener } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { SessionCache } from '../../src/areas/accounts/sessions/sessionCache.ts'
import { get } from '../../src/contract/operation.ts'
import { openWarmUp } from '../../src/warmUp.ts'
import { openApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'

const database = await aDatabase()
const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: 'Xq8sKp2vTz7wRb4nLc9mYd3fHg6jUe1a',
  PUBLIC_URL: 'https://plaza.test',
}
const app = await openApp({ ...PRODUCTION, DATABASE_URL: database.url, METRICS_TOKEN: 'token-of-the-metrics' })
afterAll(() => app.close())

it('a server in production has sent statements on all its connections before it accepts requests, and counts none of that', async () => {
  expect(app.platform.database.pool.totalCount).toBe(app.platform.settings.DATABASE_POOL_SIZE)
  const metrics = await app.platform.metrics.metrics()
  expect(metrics).toMatch(/^plaza_database_statement_duration_seconds_count [1-9]\d\d/m)
  expect(metrics).not.toMatch(/^plaza_http_requests_total/m)
})

/** Sessions of a server that nobody has logged in to. */
const NO_SESSIONS: SessionCache = { authenticate: async () => null, endOf: async () => null, close() {} }
const OPERATIONS = {
  listed: get('/worlds', { summary: 'Lists.', result: z.unknown() }),
}

it('the session of the warm-up ends with it', async () => {
  const warmUp = openWarmUp(NO_SESSIONS, OPERATIONS)
  const seen: (readonly [path: string, token: string, viewer: unknown])[] = []
  const scope = app.scope()
  const listener: RequestListener = async ({ url = '', headers }, response) => {
    const token = String(headers.cookie).replace('auth=', '')
    seen.push([url, token, await warmUp.sessions.authenticate(scope, token)])
    response.end()
  }
  await warmUp.run(listener, 2)
  expect(new Set(seen.map(([path]) => path))).toEqual(new Set(['/api/1/worlds', '/graphql']))
  expect(seen.every(([, , viewer]) => viewer !== null)).toBe(true)
  const [[, token] = []] = seen
  expect(await warmUp.sessions.authenticate(scope, token ?? '')).toBeNull()
  expect(warmUp.isAtWork()).toBe(false)
})

import { afterAll, expect, it } from 'vitest'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { openApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { aDatabaseProxy } from '../support/databaseProxy.ts'

const database = await aDatabase()
const line = await aDatabaseProxy(database.url)
const port = String(await findFreePort())
const production = {
  NODE_ENV: 'production',
  SECRET_KEY: 'x9Kd8-Qw2Lm5Tz7Rb4Vc1Nh6Jg3Fp0Ys8Ua',
  PUBLIC_URL: 'https://plaza.test',
}
const app = await openApp({ DATABASE_URL: line.url, METRICS_PORT: port, ...production })
afterAll(async () => {
  await app.close()
  await line.cut()
})

const read = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: answer.status, text: await answer.text() }
}

it('serves metrics and probes without a token, and nothing else', async () => {
  expect((await fetch(`${app.origin}/metrics`)).status).toBe(403)
  expect(await read('/metrics')).toMatchObject({ status: 200, text: expect.stringContaining('plaza_database_up 1') })
  expect(await read('/livez')).toEqual({ status: 200, text: 'ok' })
  expect(await read('/readyz')).toEqual({ status: 200, text: 'ready' })
  for (const path of ['/', '/api/1/time', '/graphql']) expect((await read(path)).status).toBe(404)
})

it('tells when the database is away, and goes on to serve metrics', async () => {
  await line.cut()
  expect(await read('/readyz')).toEqual({ status: 503, text: 'not ready' })
  expect(await read('/metrics')).toMatchObject({ status: 200 })
  await line.restore()
  await expect.poll(async () => (await read('/readyz')).status).toBe(200)
})

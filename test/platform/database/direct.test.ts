import { afterAll, expect, it } from 'vitest'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { openApp } from '../../support/app.ts'
import { aDatabase } from '../../support/database.ts'
import { aDatabaseProxy } from '../../support/databaseProxy.ts'
import { aUser } from '../../support/users.ts'

const { url } = await aDatabase()
const pooler = await aDatabaseProxy(url)
const app = await openApp({ DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: url, JOBS: 'on', REDIS_URL: '' })
afterAll(() => app.close())

/** What each connection of the server has run last. */
const lastStatements = async (): Promise<string> => {
  const rows = await queryOnce<{ query: string }>(
    url,
    'SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  return rows.map(({ query }) => query).join('\n')
}

it('DIRECT_DATABASE_URL takes background jobs and events between nodes, and DATABASE_URL requests', async () => {
  const ada = await aUser(app)
  const ask = async () => (await ada.api.try('getCurrentUser')).status
  expect(await ask()).toBe(200)
  await pooler.cut()
  await expect.poll(ask).toBe(503)
  expect(await lastStatements()).toMatch(/^LISTEN /m)
  expect(await lastStatements()).toContain('pgboss')
  await pooler.restore()
  await expect.poll(ask).toBe(200)
})

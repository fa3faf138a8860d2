import { afterAll, expect, it } from 'vitest'
import { isDatabaseUnavailable } from '../../src/platform/database/connectionErrors.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { graphql } from '../generated/index.ts'
import { openApp } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { refusal } from '../support/refusals.ts'
import { aUser } from '../support/users.ts'

const database = await aDatabase()
const app = await openApp({ DATABASE_URL: database.url })
afterAll(() => app.close())

const NoteWhileReadOnly = graphql(`
  mutation NoteWhileReadOnly($input: UpdateNoteInput!) { updateNote(input: $input) { note { id } } }
`)

const readiness = async () => (await fetch(`${app.origin}/readyz`)).status

/** Makes new sessions of the database read-only, or no longer, and ends those of the server. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const url = new URL(database.url)
  // This session can write in any case.
  url.searchParams.set('options', '-c default_transaction_read_only=off')
  const name = url.pathname.slice(1)
  await queryOnce(url.href, `ALTER DATABASE "${name}" SET default_transaction_read_only = ${isReadOnly}`, [], 5_000)
  const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()'
  await queryOnce(url.href, end, [name], 5_000)
}

it('a database that takes no writes, as a standby does, makes writes fail with 503 in both APIs', async () => {
  const [ada, bob] = [await aUser(app), await aUser(app)]
  const write = () => ada.api.try('updateUserNote', { body: { targetUserId: bob.id, note: 'x' } })
  await setReadOnly(true)
  await expect.poll(readiness).toBe(503)
  await expect.poll(async () => (await ada.api.try('getUser', { userId: bob.id })).status).toBe(200)
  const answer = await write()
  expect(answer).toMatchObject(refusal(503, 'The service is not available right now'))
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  const input = { targetUserId: bob.id, note: 'y' }
  const { errors } = await aGraphClient(app, ada.api).send(NoteWhileReadOnly.toString(), { input })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', reason: 'DATABASE_UNAVAILABLE' })
  await setReadOnly(false)
  await expect.poll(async () => (await write()).status).toBe(200)
  expect(await readiness()).toBe(200)
})

it('connections that take no writes any more, as to a server that became a standby, are closed one after the other', async () => {
  const [ada, bob] = [await aUser(app), await aUser(app)]
  const { pool } = app.platform.database
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const connection of connections) {
    await connection.query('SET default_transaction_read_only = on')
    connection.release()
  }
  const ask = async () => (await ada.api.try('friend', { userId: bob.id })).status
  expect(await ask()).toBe(503)
  await expect.poll(ask).toBe(200)
})

it.each([
  [{ code: '53100', message: 'could not extend file "base/5/1": No space left on device' }],
  [{ name: 'PrismaClientKnownRequestError', message: 'Raw query failed. Code: `53100`. Message: `could not extend`' }],
  [{ meta: { driverAdapterError: { cause: { originalCode: '58030' } } } }],
])('a full or broken disk of the database is an outage: %j', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/kernel/database.ts'
import { anyEvent } from '../../src/kernel/events.ts'
import { newId } from '../../src/kernel/ids.ts'
import { openPlatform } from '../../src/platform/openPlatform.ts'
import { readSettings } from '../../src/settings.ts'
import { aDatabase, anEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { REDIS_URL } from '../support/databaseFixture.ts'
import { eventually } from '../support/eventually.ts'

let folder: string
let made: TestDatabase[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plaza-open-'))
  made = [await aDatabase(), await anEmptyDatabase()]
})
afterAll(() => rm(folder, { recursive: true }))

const log = pino({ level: 'silent' })
const settingsFor = (database: TestDatabase | undefined, more: Record<string, string> = {}) =>
  readSettings({ DATABASE_URL: database?.url, DATA_DIR: folder, REDIS_URL, METRICS: 'off', ...more })

test('the platform opens on an empty database, every part works, and it closes', async () => {
  const platform = await openPlatform(settingsFor(made[1]), { log })
  const user = newId('user', new Date())
  await platform.database.ping()
  expect(await platform.database.client.user.count()).toBe(0)
  expect(platform.secrets.open('x', platform.secrets.seal('x', 'sealed'))).toBe('sealed')

  await platform.limits.take({ name: 'one', points: 1, window: 60 }, user)
  await expect(platform.limits.take({ name: 'one', points: 1, window: 60 }, user)).rejects.toThrow('Too many requests')

  const received: string[] = []
  platform.events.listen(anyEvent, ({ subject }) => received.push(subject))
  const announcements = [{ topic: 'user.seen', subject: user }]
  await inTransaction(platform.database.begin, ({ sql }) => platform.events.stage(sql, announcements))
  await platform.events.release(announcements)
  expect(received).toEqual([user])

  const ran: string[] = []
  await platform.jobs.start([{ name: 'any', run: async () => void ran.push('any') }])
  await platform.jobs.send('any')
  await eventually(() => ran.length > 0)

  await platform.mail.send({ to: 'ada@plaza.example', subject: 'Hello', text: 'Hello' })
  await eventually(async () => (await readdir(join(folder, 'mail')).catch(() => [])).length === 1)

  await platform.passwords.matches('wrong', null)
  expect(await platform.metrics.getSingleMetricAsString('plaza_password_hashes_total')).toMatch(
    /^plaza_password_hashes_total 1$/m,
  )

  platform.presence.recordRequest(user, new Date(), 'client')
  await Promise.all([platform.close(), platform.close()])
  await expect(platform.database.ping()).rejects.toThrow()

  const again = await openPlatform(settingsFor(made[1]), { log })
  expect(await again.presence.statuses([user], new Date())).toEqual(new Map([[user, 'online']]))
  await again.close()
})

test('parts that the caller passes are used', async () => {
  const clock = { now: () => new Date('2030-01-01') }
  const sent: (string | null)[] = []
  const mail = { send: async ({ to }: { to: string | null }) => void sent.push(to) }
  const platform = await openPlatform(settingsFor(made[0], { JOBS: 'off' }), { log, clock, mail })
  expect(platform.clock).toBe(clock)
  await platform.mail.send({ to: 'ada@plaza.example', subject: 'Hello', text: 'Hello' })
  expect(sent).toEqual(['ada@plaza.example'])
  expect(platform.log).toBe(log)
  await platform.close()
})

test('when one part fails to open, the parts that did open are closed', async () => {
  const unreachable = { REDIS_URL: 'redis://127.0.0.1:1', DATA_DIR: join(folder, 'other') }
  await expect(openPlatform(settingsFor(made[0], unreachable), { log })).rejects.toThrow(/^REDIS_URL/)
  await eventually(async () => (await connectionsTo(made[0])) === 0)
})

async function connectionsTo(database: TestDatabase | undefined): Promise<number> {
  const platform = await openPlatform(settingsFor(made[1], { JOBS: 'off' }), { log })
  const name = new URL(database?.url ?? '').pathname.slice(1)
  const { rows } = await platform.database.pool.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name])
  await platform.close()
  return rows.length
}

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clockCheck } from '../../src/cli/checks/clock.ts'
import { freePort } from '../../src/platform/database/ports.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anEmptyDatabase } from '../support/database.ts'
import { cli, PATIENCE, settingsOf } from './processes.ts'

vi.setConfig({ testTimeout: PATIENCE })

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await anApp()
  folder = mkdtempSync(join(tmpdir(), 'plaza-doctor-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lines of the doctor as `level name`, in their order, and the whole text. */
async function examine(env: Record<string, string | undefined>) {
  const { code, out, err } = await cli({ DATA_DIR: folder, ...env }, 'doctor')
  const found = [...out.matchAll(/^(ok|warn|fail) +(\S+(?: \S+)?) {2,}\S/gm)].map(
    ([, level, name]) => `${level} ${name}`,
  )
  return { code, out, err, found }
}

const line = (name: string, says: string) => new RegExp(`^\\w+ +${name} +.*${says}`, 'm')

/** Does something while a mail server answers at the address. */
async function withMailServer<R>(work: (url: string) => Promise<R>): Promise<R> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  try {
    return await work(`smtp://127.0.0.1:${port}`)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
}

test('all is well on the settings of a running server', async () => {
  const { code, out, err, found } = await withMailServer((SMTP_URL) =>
    examine({ ...settingsOf(app), SMTP_URL, MAIL_FROM: 'Plaza <no-reply@plaza.example>' }),
  )
  expect(found).toEqual([
    'ok settings',
    'ok secret key',
    'ok disk',
    'ok database',
    'ok migrations',
    'ok extensions',
    'ok clock',
    'ok mail',
    ...(process.env.REDIS_URL ? ['ok redis'] : []),
  ])
  expect({ code, err, end: out.trim().split('\n').at(-1) }).toEqual({ code: 0, err: '', end: '0 failed, 0 warnings.' })
  expect(out).toMatch(line('database', 'PostgreSQL \\d+.*UTF8'))
})

test('every failure is told with the way to mend it, and keeps no other check from being made', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const closed = await freePort()
  const { code, out, found } = await examine({
    PORT: 'abc',
    DATA_DIR: join(file, 'data'),
    DATABASE_URL: `postgres://plaza:hidden@127.0.0.1:${closed}/plaza`,
    SMTP_URL: `smtp://plaza:hidden@127.0.0.1:${closed}`,
    REDIS_URL: `redis://:hidden@127.0.0.1:${closed}`,
  })
  expect(found).toEqual([
    'fail settings',
    'ok secret key',
    'fail disk',
    'fail database',
    'warn migrations',
    'warn extensions',
    'ok clock',
    'fail mail',
    'fail redis',
  ])
  expect(out).toMatch(line('settings', 'PORT is "abc"\\. It must be'))
  expect(out).toMatch(line('disk', 'is no folder.*DATA_DIR'))
  for (const [name, setting] of [
    ['database', 'DATABASE_URL'],
    ['mail', 'SMTP_URL'],
    ['redis', 'REDIS_URL'],
  ] as const)
    expect(out).toMatch(line(name, setting))
  expect(out).not.toContain('hidden')
  expect(out.trim().split('\n').at(-1)).toBe('5 failed, 2 warnings.')
  expect(code).toBe(1)
})

test('what a wrong setting leaves unknown is not guessed', async () => {
  const { code, out, found } = await examine({ NODE_ENV: 'production', DATABASE_URL: 'mysql://x', SECRET_KEY: 'short' })
  expect(found.filter((each) => each !== 'ok clock' && each !== 'ok disk')).toEqual([
    'fail settings',
    'fail settings',
    'warn settings',
    'warn secret key',
    'warn database',
    'warn migrations',
    'warn extensions',
    'warn mail',
  ])
  expect(out).toMatch(line('secret key', 'Not checked: SECRET_KEY'))
  expect(out).toMatch(line('database', 'Not checked: DATABASE_URL'))
  expect(out).toMatch(line('mail', 'Set SMTP_URL'))
  expect(code).toBe(1)
})

test('what works but is doubtful is a warning: a weak key, a sender that few accept', async () => {
  const { code, found, out } = await withMailServer((SMTP_URL) =>
    examine({ ...settingsOf(app), SMTP_URL, SECRET_KEY: 'abcabcabcabcabcabcabcabcabcabcabcabc' }),
  )
  expect([code, found[1], found[7]]).toEqual([0, 'warn secret key', 'warn mail'])
  expect(out).toMatch(line('secret key', 'SECRET_KEY is weak'))
  expect(out).toMatch(line('mail', 'Set MAIL_FROM'))
})

test('a database in the wrong encoding fails, and a key that others can read is told', async () => {
  const latin = await anEmptyDatabase("ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'")
  writeFileSync(join(folder, 'secret.key'), 'x'.repeat(64), { mode: 0o644 })
  const { code, found, out } = await examine({ DATABASE_URL: latin.url })
  await latin.drop()
  expect([code, found[1], found[3]]).toEqual([1, 'warn secret key', 'fail database'])
  expect(out).toMatch(line('secret key', 'Run: chmod 600'))
  expect(out).toMatch(line('database', 'LATIN1'))
})

test('a database without a table is only to be migrated; a key that was lost fails', async () => {
  const empty = await anEmptyDatabase()
  writeFileSync(join(folder, 'secret.key'), '')
  const { code, found, out } = await examine({ DATABASE_URL: empty.url })
  await empty.drop()
  expect(code).toBe(1)
  expect(new Set(found.slice(3))).toEqual(
    new Set(['ok database', 'warn migrations', 'warn extensions', 'ok clock', 'ok mail']),
  )
  expect(found[1]).toBe('fail secret key')
  expect(out).toMatch(line('secret key', 'Restore it'))
  expect(out).toMatch(line('migrations', 'npm run cli -- migrate deploy'))
})

test('a clock that is apart from the database is told by how much', async () => {
  const { settings, database } = app.platform
  const url = settings.DATABASE_URL ?? ''
  const levelAt = async (ahead: number) => {
    const clock = { now: () => new Date(Date.now() + ahead) }
    const [finding] = await clockCheck.look({ settings, clock, database: { ...database, url } })
    return finding?.level
  }
  expect(await Promise.all([0, 5_000, -5_000, 60_000, -60_000].map(levelAt))).toEqual([
    'ok',
    'warn',
    'warn',
    'fail',
    'fail',
  ])
  expect(await levelAt(-Date.now())).toBe('fail')
})

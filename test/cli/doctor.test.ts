import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockCheck } from '../../src/cli/doctor/clock.ts'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anEmptyDatabase } from '../support/database.ts'
import { runCli, runCliProcess, settingsOf } from './childProcesses.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await anApp()
  folder = mkdtempSync(join(tmpdir(), 'plaza-doctor-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The results of `doctor` as `level name`, in order, and its whole output. */
async function runDoctor(env: Record<string, string | undefined>, run = runCli) {
  const { code, out, err } = await run({ DATA_DIR: folder, ...env }, 'doctor')
  const found = [...out.matchAll(/^(ok|warn|fail) +(\S+(?: \S+)?) {2,}\S/gm)]
    .map(([, level, name]) => `${level} ${name}`)
    // What it says of Node depends on the day and the version that runs the tests.
    .filter((each) => !each.endsWith(' node'))
  return { code, out, err, found }
}

const line = (name: string, says: string) => new RegExp(`^\\w+ +${name} +.*${says}`, 'm')

/** Runs the work while a mail server listens at the URL. */
async function withMailServer<R>(work: (url: string) => Promise<R>): Promise<R> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
  const port = await findFreePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  try {
    return await work(`smtp://127.0.0.1:${port}`)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
}

test('every check passes with the settings of a running server', async () => {
  const { code, out, err, found } = await withMailServer((SMTP_URL) =>
    runDoctor({ ...settingsOf(app), SMTP_URL, MAIL_FROM: 'Plaza <no-reply@plaza.example>' }, runCliProcess),
  )
  expect(found).toEqual([
    'ok settings',
    'ok secret key',
    'ok disk',
    'ok database',
    'ok migrations',
    'ok key',
    'ok extensions',
    'ok clock',
    'ok mail',
    ...(process.env.REDIS_URL ? ['ok redis'] : []),
    'ok files',
  ])
  expect({ code, err, end: out.trim().split('\n').at(-1) }).toMatchObject({
    code: 0,
    err: '',
    end: expect.stringMatching(/^0 failed, /),
  })
  expect(out).toMatch(line('database', 'PostgreSQL \\d+.*UTF8'))
})

test('every failure is reported with its fix, and prevents no other check', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const closed = await findFreePort()
  const { code, out, found } = await runDoctor({
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
    'warn pooler',
    'warn migrations',
    'warn extensions',
    'ok clock',
    'fail mail',
    'fail redis',
    'warn files',
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
  expect(out.trim().split('\n').at(-1)).toMatch(/^5 failed, /)
  expect(code).toBe(1)
})

test('checks that depend on an invalid setting are skipped', async () => {
  const { code, out, found } = await runDoctor({
    NODE_ENV: 'production',
    DATABASE_URL: 'mysql://x',
    SECRET_KEY: 'short',
    PUBLIC_URL: 'http://plaza.example',
  })
  expect(out).toMatch(line('settings', 'cookies go unencrypted'))
  expect(found.filter((each) => each !== 'ok clock' && each !== 'ok disk' && each !== 'warn settings')).toEqual([
    'fail settings',
    'fail settings',
    'warn secret key',
    'warn database',
    'warn pooler',
    'warn migrations',
    'warn key',
    'warn extensions',
    'warn demo',
    'warn backup',
    'ok mail',
    'warn files',
  ])
  expect(out).toMatch(line('secret key', 'Not checked: SECRET_KEY'))
  expect(out).toMatch(line('database', 'Not checked: DATABASE_URL'))
  expect(out).toMatch(line('settings', 'SMTP_URL is not set'))
  expect(code).toBe(1)
})

test('plain http is no warning on the machine itself, and a data folder that others can enter is one', async () => {
  const open = mkdtempSync(join(folder, 'open-'))
  chmodSync(open, 0o755)
  const { out } = await runDoctor({ ...settingsOf(app), NODE_ENV: 'production', DATA_DIR: open })
  expect(out).not.toContain('cookies go unencrypted')
  expect(out).toMatch(line('disk', 'Run: chmod 700'))
})

test('test payments fail in production, and are fine elsewhere', async () => {
  const production = { ...settingsOf(app), NODE_ENV: 'production', PAYMENT_WEBHOOK_SECRET: 'x'.repeat(32) }
  const test = /^fail +settings +PAYMENT_PROVIDER is test: .*It must be test or none/m
  expect(await runDoctor({ ...production, PAYMENT_PROVIDER: 'test' })).toMatchObject({
    code: 1,
    out: expect.stringMatching(test),
  })
  expect((await runDoctor({ ...production, PAYMENT_PROVIDER: 'none' })).out).not.toMatch(/PAYMENT_PROVIDER/)
  expect((await runDoctor({ ...settingsOf(app), PAYMENT_PROVIDER: 'test' })).out).not.toMatch(/PAYMENT_PROVIDER/)
})

test('valid settings that a server in production should not have are warnings', async () => {
  const production = { ...settingsOf(app), NODE_ENV: 'production', PUBLIC_URL: 'https://plaza.example' }
  const { code, out } = await runDoctor({ ...production, IMPOSTOR_BUILDER: 'test' })
  for (const says of [
    'IMPOSTOR_BUILDER is test',
    'TRUST_PROXY is 0, but',
    'METRICS_TOKEN is not set',
    'SMTP_URL is not set: mails become files',
  ])
    expect(out).toMatch(new RegExp(`^warn +settings +${says}`, 'm'))
  expect(code).toBe(0)
})

test('a weak key and a doubtful mail sender are warnings, and another key than that of the database fails', async () => {
  const { code, found, out } = await withMailServer((SMTP_URL) =>
    runDoctor({ ...settingsOf(app), SMTP_URL, SECRET_KEY: 'abcabcabcabcabcabcabcabcabcabcabcabc' }),
  )
  expect([code, found[1], found[5], found[8]]).toEqual([1, 'warn secret key', 'fail key', 'warn mail'])
  expect(out).toMatch(line('key', 'is not the one that encrypted this database'))
  expect(out).toMatch(line('secret key', 'SECRET_KEY is weak'))
  expect(out).toMatch(line('mail', 'Set MAIL_FROM'))
})

test('a database in the wrong encoding fails, and a key file readable by others is a warning', async () => {
  const latin = await anEmptyDatabase("ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'")
  writeFileSync(join(folder, 'secret.key'), 'x'.repeat(64), { mode: 0o644 })
  const { code, found, out } = await runDoctor({ DATABASE_URL: latin.url })
  expect([code, found[1], found[3]]).toEqual([1, 'warn secret key', 'fail database'])
  expect(out).toMatch(line('secret key', 'Run: chmod 600'))
  expect(out).toMatch(line('database', 'LATIN1'))
})

test('an empty database only needs migrating; a lost key fails', async () => {
  const empty = await anEmptyDatabase()
  writeFileSync(join(folder, 'secret.key'), '')
  const { code, found, out } = await runDoctor({ DATABASE_URL: empty.url })
  expect(code).toBe(1)
  expect(new Set(found.slice(3))).toEqual(
    new Set(['ok database', 'warn migrations', 'warn extensions', 'ok clock', 'ok mail']),
  )
  expect(found[1]).toBe('fail secret key')
  expect(out).toMatch(line('secret key', 'Restore it'))
  expect(out).toMatch(line('migrations', 'plaza migrate deploy'))
})

test('a clock that differs from the database’s is reported with the difference', async () => {
  const { settings, database } = app.platform
  const url = settings.DATABASE_URL ?? ''
  const levelAt = async (ahead: number) => {
    const clock = { now: () => new Date(Date.now() + ahead) }
    const [finding] = await clockCheck.look({ settings, clock, everyFile: false, database: { ...database, url } })
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

import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { readMigrations } from '../../src/platform/database/migrations.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { anEmptyDatabase, type TestDatabase } from '../support/database.ts'
import { aName } from '../support/users.ts'
import { runCli, runCliProcess } from './childProcesses.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await anEmptyDatabase()
})

const settings = () => ({ DATABASE_URL: database.url, DATA_DIR: tmpdir() })
const run = (...args: string[]) => runCli(settings(), ...args)
const names = readMigrations().map(({ name }) => name)

test('status lists pending migrations, deploy applies each once', async () => {
  const missing = names.map((name) => `${name}: not applied yet\n`).join('')
  expect(await run('migrate', 'status')).toEqual({
    code: 1,
    out: `0 applied, ${names.length} pending.\n${missing}`,
    err: '',
  })
  const deployed = await runCliProcess(settings(), 'migrate', 'deploy')
  const lines = names.flatMap((name, at) => {
    const which = `migration ${name}, number ${at + 1} of ${names.length}`
    return [`migration begins: ${which}\n`, expect.stringMatching(`^migration applied: ${which}, ms \\d+\n$`)]
  })
  const told = deployed.out.split(/(?<=\n)/).filter((line) => /^migration (begins|applied)/.test(line))
  expect([deployed.code, deployed.err, told]).toEqual([0, '', lines])
  expect(deployed.out).toContain(`migrations are pending: count ${names.length}, `)
  expect(deployed.out.endsWith(`\nApplied ${names.join(', ')}.\n`)).toBe(true)
  expect(await run('migrate', 'status')).toEqual({ code: 0, out: `${names.length} applied, 0 pending.\n`, err: '' })
  expect(await run('migrate', 'deploy')).toEqual({ code: 0, out: 'Nothing to apply.\n', err: '' })

  // As if an older build had left the database without this build's last migration.
  const last = names.at(-1) ?? ''
  const rename = 'UPDATE "_prisma_migrations" SET migration_name = $2 WHERE migration_name = $1'
  await queryOnce(database.url, rename, [last, '20000101000000_other'])
  const status = await run('migrate', 'status')
  expect(status).toMatchObject({ code: 1, out: expect.stringContaining('20000101000000_other: unknown to this build') })
  const refused = await run('user', 'promote', aName())
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(new RegExp(`lacks .*${last}.* migrate deploy`)) })

  await queryOnce(database.url, rename, ['20000101000000_other', last])
  expect(await run('migrate', 'status')).toMatchObject({ code: 0 })
})

test('a failed migration is reported, and retried when it is named', async () => {
  const [first = ''] = names
  await queryOnce(database.url, 'UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = $1', [first])
  expect(await run('migrate', 'status')).toMatchObject({ code: 1, out: expect.stringContaining(`${first}: failed`) })
  expect(await run('migrate', 'deploy')).toMatchObject({ code: 1, err: expect.stringContaining(`--retry ${first}`) })
  const again = await run('migrate', 'deploy', '--retry', first)
  expect(again).toMatchObject({ code: 1, err: expect.stringMatching(`Migration ${first} failed.*already exists`) })
})

test('npm run migrate does the same as deploy, and refuses a word that it does not know', async () => {
  const { url } = await anEmptyDatabase()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATABASE_URL: url, DATA_DIR: tmpdir() }
  const tool = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--import', import.meta.resolve('tsx'), 'src/tools/migrate.ts', ...args], {
      env,
    })
  await expect(tool('nwe', 'name')).rejects.toMatchObject({ code: 1, stderr: 'Too many words: nwe name\n' })
  const { stdout } = await tool()
  expect(stdout.endsWith(`\nApplied ${names.join(', ')}.\n`)).toBe(true)
})

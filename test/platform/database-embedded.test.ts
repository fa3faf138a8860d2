import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findBinaries } from '../../src/platform/database/binaries.ts'
import { isDatabaseDown } from '../../src/platform/database/down.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/platform/database/open.ts'
import { findOwner, launchAs } from '../../src/platform/database/owner.ts'
import { haltPostmaster, readPostmaster } from '../../src/platform/database/postmaster.ts'
import { isAlive, waitUntil } from '../../src/platform/database/processes.ts'
import { within } from '../support/patience.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
/** From the start to the first answer, in every case, whatever happened before. */
const ready = () => within(5_000)

/** A stopped database without anything in it: to make it anew for each test would take most of their time. */
const made = mkdtempSync(join(tmpdir(), 'plaza-embedded-'))
let folder = ''
let dataDir = ''
let opened: OpenDatabase[] = []
let holders: ChildProcess[] = []

beforeAll(async () => {
  const database = await openDatabase({ dataDir: join(made, 'data'), poolSize: 1, log: quiet })
  await database.close()
})
afterAll(() => rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-embedded-'))
  dataDir = join(folder, 'data')
  execFileSync('cp', ['-a', join(made, 'data'), dataDir])
  opened = []
  holders = []
})

afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL')
  for (const database of opened) await database.close()
  const left = readPostmaster(join(dataDir, 'db'))
  if (left) await haltPostmaster(left.pid, { fast: 0, immediate: 5_000 })
  rmSync(folder, { recursive: true, force: true })
})

async function open(): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir, poolSize: 3, log: quiet })
  opened.push(database)
  return database
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; took: number }> {
  const start = performance.now()
  const result = await work()
  return { result, took: performance.now() - start }
}

const postmaster = () => {
  const found = readPostmaster(join(dataDir, 'db'))
  if (!found) throw new Error('no postmaster.pid')
  return found
}

/** A server of its own process that writes; `told` are the numbers it was told are stored. */
async function aHolder() {
  const script = fileURLToPath(new URL('database-holder.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  holders.push(child)
  const told: number[] = []
  createInterface({ input: child.stdout }).on('line', (line) => void told.push(Number(line)))
  await waitUntil(() => told.length > 20 || child.exitCode !== null, 15_000)
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { pid: child.pid, told, kill }
}

const stored = async (database: OpenDatabase) =>
  (await database.pool.query<{ number: number }>('SELECT number FROM told ORDER BY number')).rows.map(
    ({ number }) => number,
  )

test('an empty folder becomes a database, which is there again after a restart', async () => {
  dataDir = join(folder, 'empty')
  const first = await timed(open)
  expect(first.took).toBeLessThan(ready())
  const settings = await first.result.pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('server_encoding') AS encoding,
            current_setting('TimeZone') AS zone, lower('ÀÉ') AS lower, current_setting('server_version_num')::int / 10000 AS major`,
  )
  expect(settings.rows).toEqual([{ fsync: 'on', commit: 'on', encoding: 'UTF8', zone: 'UTC', lower: 'àé', major: 18 }])
  expect(postmaster().port).not.toBe(5432)
  expect(statSync(join(dataDir, 'db.password')).mode & 0o777).toBe(0o600)
  await first.result.pool.query('CREATE TABLE kept AS SELECT 7 AS number')
  const { pid } = postmaster()
  await first.result.close()
  expect(isAlive(pid)).toBe(false)

  const second = await timed(open)
  expect(second.took).toBeLessThan(ready())
  expect((await second.result.pool.query('SELECT number FROM kept')).rows).toEqual([{ number: 7 }])
})

test('after kill -9 of the server the next one takes over its database, with all that was acknowledged', async () => {
  const holder = await aHolder()
  const orphan = postmaster().pid
  await holder.kill()
  expect(isAlive(orphan)).toBe(true)

  const { result: database, took } = await timed(open)
  expect(took).toBeLessThan(ready())
  expect(postmaster().pid).toBe(orphan)
  expect(await stored(database)).toEqual(expect.arrayContaining(holder.told))
  expect(holder.told.length).toBeGreaterThan(20)

  // The adopted one is watched over like an own child.
  process.kill(orphan, 'SIGKILL')
  const isOther = () => ![undefined, orphan].includes(readPostmaster(join(dataDir, 'db'))?.pid)
  const isBack = () =>
    isOther() &&
    database.ping().then(
      () => true,
      () => false,
    )
  expect(await waitUntil(isBack, ready())).toBe(true)
  expect(await stored(database)).toEqual(expect.arrayContaining(holder.told))
})

test('an orphan that hangs is stopped, and a new one started', async () => {
  const holder = await aHolder()
  const orphan = postmaster().pid
  await holder.kill()
  process.kill(orphan, 'SIGSTOP')

  const { result: database, took } = await timed(open)
  expect(took).toBeLessThan(ready())
  expect(postmaster().pid).not.toBe(orphan)
  expect(await stored(database)).toEqual(expect.arrayContaining(holder.told))
})

test('a database that is killed comes back under the same address, and meanwhile every query fails as down', async () => {
  const database = await open()
  await migrate(database.pool)
  await database.pool.query('CREATE TABLE told (number int PRIMARY KEY)')
  const acknowledged: number[] = []
  const failures: unknown[] = []
  let killedAt = 0
  for (let number = 1; acknowledged.length < 300; number++) {
    if (acknowledged.length === 100 && killedAt === 0) {
      process.kill(postmaster().pid, 'SIGKILL')
      killedAt = performance.now()
    }
    const write =
      number % 2
        ? database.pool.query('INSERT INTO told VALUES ($1)', [number])
        : database.client.$executeRaw`INSERT INTO told VALUES (${number})`
    await write.then(
      () => acknowledged.push(number),
      (error) => failures.push(error),
    )
    if (killedAt > 0 && performance.now() - killedAt > ready()) break
  }
  expect(acknowledged).toHaveLength(300)
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter((error) => !isDatabaseDown(error))).toEqual([])
  expect(await stored(database)).toEqual(expect.arrayContaining(acknowledged))
})

test('a query and a transaction that the loss meets in the middle fail as down', async () => {
  const database = await open()
  await migrate(database.pool)
  const outcome = (work: Promise<unknown>) => work.then(() => 'done', isDatabaseDown)
  const steps = new EventEmitter()
  const begun = once(steps, 'begun')
  const met = [
    outcome(database.pool.query('SELECT pg_sleep(60)')),
    outcome(database.client.$queryRaw`SELECT pg_sleep(60)`),
    outcome(
      database.client.$transaction(async (tx) => {
        await tx.outbox.count()
        const lost = once(steps, 'lost')
        steps.emit('begun')
        await lost
        return tx.$queryRaw`SELECT pg_sleep(60)`
      }),
    ),
  ]
  await begun
  process.kill(postmaster().pid, 'SIGKILL')
  steps.emit('lost')
  expect(await Promise.all(met)).toEqual([true, true, true])
  await waitUntil(
    () =>
      database.ping().then(
        () => true,
        () => false,
      ),
    ready(),
  )
  expect(isDatabaseDown(await database.client.$queryRaw`SELEC`.catch((error: unknown) => error))).toBe(false)
})

test('closing ends in time, also while a connection was not given back', async () => {
  const database = await open()
  const { pid } = postmaster()
  const kept = await database.pool.connect()
  const { took } = await timed(database.close)
  expect(took).toBeLessThan(ready())
  expect(isAlive(pid)).toBe(false)
  kept.release()
})

test('a second server on the same folder is refused and told who is there', async () => {
  const holder = await aHolder()
  await expect(open()).rejects.toThrow(`Another server (pid ${holder.pid}) is running on ${dataDir}`)
})

test('pids that now belong to somebody else keep nobody out', async () => {
  const database = await open()
  const left = readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8')
  await database.close()
  const stranger = process.ppid
  writeFileSync(join(dataDir, 'db/postmaster.pid'), left.replace(/^\d+/, String(stranger)))
  writeFileSync(join(dataDir, 'server.pid'), `${stranger} an-earlier-life`)

  const { result, took } = await timed(open)
  expect(took).toBeLessThan(ready())
  expect(isAlive(stranger)).toBe(true)
  await result.close()
  writeFileSync(join(dataDir, 'db/postmaster.pid'), '')
  await open()
})

test('it runs unprivileged, also where only this user can enter, and no folder is opened up for it', async () => {
  mkdirSync(join(folder, 'private'), { mode: 0o700 })
  dataDir = join(folder, 'private', 'data')
  await open()
  const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${postmaster().pid}/status`, 'utf8'))?.[1])
  const self = process.getuid?.()
  expect(uid).toBe(self === 0 ? statSync(join(dataDir, 'db')).uid : self)
  expect(uid).not.toBe(0)
  expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o700)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('its programs run from an installation that only this user can enter', () => {
  const { initdb } = findBinaries()
  const native = join(folder, 'native')
  cpSync(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true })
  dataDir = join(folder, 'empty')
  const owner = findOwner(dataDir)
  mkdirSync(dataDir)
  if (owner) chownSync(dataDir, owner.uid, owner.gid)
  const programs = [join(native, 'bin/postgres'), join(native, 'share/postgresql/postgres.bki')]
  const { program, args, options } = launchAs(owner, programs, join(native, 'bin/initdb'), ['-D', dataDir, '--no-sync'])
  const ran = spawnSync(program, args, { ...options, cwd: '/', encoding: 'utf8' })
  expect(ran).toMatchObject({ status: 0, stderr: expect.not.stringContaining('denied') })
  expect(statSync(join(dataDir, 'PG_VERSION')).uid).toBe(owner?.uid ?? process.getuid?.())
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseDown } from '../../../src/platform/database/connectionErrors.ts'
import { findPostgresBinaries } from '../../../src/platform/database/embedded/binaries.ts'
import { readPostmaster, stopPostmaster } from '../../../src/platform/database/embedded/postmaster.ts'
import { memoryOfHost, sharedBuffersOf } from '../../../src/platform/database/embedded/sharedBuffers.ts'
import { findPostgresUser, launchAs } from '../../../src/platform/database/embedded/systemUser.ts'
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/openDatabase.ts'
import { isProcessAlive } from '../../../src/platform/processes.ts'
import { eventually } from '../../support/eventually.ts'
import { fillWithMigrated } from '../../support/migratedFolder.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

let folder = ''
let dataDir = ''
let opened: OpenDatabase[] = []
let writers: ChildProcess[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plaza-embedded-'))
  dataDir = join(folder, 'data')
  await fillWithMigrated(dataDir)
  opened = []
  writers = []
})

afterEach(async () => {
  for (const writer of writers) writer.kill('SIGKILL')
  for (const database of opened) await database.close()
  const left = readPostmaster(join(dataDir, 'db'))
  if (left) await stopPostmaster(left.pid, { fast: 0, immediate: 5_000 })
})

async function open(): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir, poolSize: 3, log: quiet })
  opened.push(database)
  return database
}

const postmaster = () => {
  const found = readPostmaster(join(dataDir, 'db'))
  if (!found) throw new Error('no postmaster.pid')
  return found
}

/** Starts a writer process on the folder; `acknowledged` are the numbers that the database has acknowledged. */
async function aWriter() {
  const script = fileURLToPath(new URL('writerProcess.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  writers.push(child)
  const acknowledged: number[] = []
  createInterface({ input: child.stdout }).on('line', (line) => void acknowledged.push(Number(line)))
  await eventually(() => acknowledged.length > 20 || child.exitCode !== null)
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { pid: child.pid, acknowledged, kill }
}

const stored = async (database: OpenDatabase) =>
  (await database.pool.query<{ number: number }>('SELECT number FROM acknowledged ORDER BY number')).rows.map(
    ({ number }) => number,
  )

test('an empty folder becomes a database, which survives a restart', async () => {
  dataDir = join(folder, 'empty')
  const first = await open()
  const settings = await first.pool.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('server_encoding') AS encoding,
            current_setting('TimeZone') AS zone, lower('ÀÉ') AS lower, current_setting('server_version_num')::int / 10000 AS major,
            pg_size_bytes(current_setting('shared_buffers')) / 1048576 AS buffers`,
  )
  const buffers = String(sharedBuffersOf(memoryOfHost()))
  const [fsync, commit, encoding, zone] = ['on', 'on', 'UTF8', 'UTC']
  expect(settings.rows).toEqual([{ fsync, commit, encoding, zone, lower: 'àé', major: 18, buffers }])
  expect(postmaster().port).not.toBe(5432)
  expect(statSync(join(dataDir, 'db.password')).mode & 0o777).toBe(0o600)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  await first.pool.query('CREATE TABLE kept AS SELECT 7 AS number')
  const { pid } = postmaster()
  await first.close()
  expect(isProcessAlive(pid)).toBe(false)

  const second = await open()
  expect((await second.pool.query('SELECT number FROM kept')).rows).toEqual([{ number: 7 }])
})

test('after kill -9 of the server the next one adopts its database, with every acknowledged write', async () => {
  const writer = await aWriter()
  const orphan = postmaster().pid
  await writer.kill()
  expect(isProcessAlive(orphan)).toBe(true)

  const database = await open()
  expect(postmaster().pid).toBe(orphan)
  expect(await stored(database)).toEqual(expect.arrayContaining(writer.acknowledged))
  expect(writer.acknowledged.length).toBeGreaterThan(20)

  // An adopted database is monitored like a child process of its own.
  process.kill(orphan, 'SIGKILL')
  const isOther = () => ![undefined, orphan].includes(readPostmaster(join(dataDir, 'db'))?.pid)
  const isBack = () =>
    isOther() &&
    database.ping().then(
      () => true,
      () => false,
    )
  await eventually(isBack)
  expect(await stored(database)).toEqual(expect.arrayContaining(writer.acknowledged))
})

test('an orphaned database that hangs is stopped and a new one started', async () => {
  const writer = await aWriter()
  const orphan = postmaster().pid
  await writer.kill()
  process.kill(orphan, 'SIGSTOP')

  const database = await open()
  expect(postmaster().pid).not.toBe(orphan)
  expect(await stored(database)).toEqual(expect.arrayContaining(writer.acknowledged))
})

test('a killed database restarts at the same address, and meanwhile every query fails as unavailable', async () => {
  const database = await open()
  await database.pool.query('CREATE TABLE acknowledged (number int PRIMARY KEY)')
  const acknowledged: number[] = []
  const failures: unknown[] = []
  let killed = false
  for (let number = 1; acknowledged.length < 300; number++) {
    if (acknowledged.length === 100 && !killed) killed = process.kill(postmaster().pid, 'SIGKILL')
    const write =
      number % 2
        ? database.pool.query('INSERT INTO acknowledged VALUES ($1)', [number])
        : database.client.$executeRaw`INSERT INTO acknowledged VALUES (${number})`
    await write.then(
      () => acknowledged.push(number),
      (error) => failures.push(error),
    )
  }
  expect(failures.length).toBeGreaterThan(0)
  expect(failures.filter((error) => !isDatabaseDown(error))).toEqual([])
  expect(await stored(database)).toEqual(expect.arrayContaining(acknowledged))
})

test('a query and a transaction that run when the database dies fail as unavailable', async () => {
  const database = await open()
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
  await eventually(() =>
    database.ping().then(
      () => true,
      () => false,
    ),
  )
  expect(isDatabaseDown(await database.client.$queryRaw`SELEC`.catch((error: unknown) => error))).toBe(false)
})

test('closing ends even when a connection was never returned to the pool', async () => {
  const database = await open()
  const { pid } = postmaster()
  const kept = await database.pool.connect()
  await database.close()
  expect(isProcessAlive(pid)).toBe(false)
  kept.release()
})

test('a second server on the same folder is refused, naming the first', async () => {
  const writer = await aWriter()
  await expect(open()).rejects.toThrow(`Another server (pid ${writer.pid}) is running on ${dataDir}`)
})

test('a stale pid that now belongs to another process does not block the start', async () => {
  const database = await open()
  const left = readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8')
  await database.close()
  const stranger = process.ppid
  writeFileSync(join(dataDir, 'db/postmaster.pid'), left.replace(/^\d+/, String(stranger)))
  writeFileSync(join(dataDir, 'server.pid'), `${stranger} an-earlier-life`)

  const reopened = await open()
  expect(isProcessAlive(stranger)).toBe(true)
  await reopened.close()
  writeFileSync(join(dataDir, 'db/postmaster.pid'), '')
  await open()
})

test('it runs unprivileged, also in a folder that only this user can enter, and widens no permissions', async () => {
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

test('PostgreSQL runs from an installation folder that only this user can enter', () => {
  const { initdb } = findPostgresBinaries(join(folder, 'links'))
  const native = join(folder, 'native')
  cpSync(dirname(dirname(initdb)), native, { recursive: true, verbatimSymlinks: true })
  dataDir = join(folder, 'empty')
  const owner = findPostgresUser(dataDir)
  mkdirSync(dataDir)
  if (owner) chownSync(dataDir, owner.uid, owner.gid)
  const programs = [join(native, 'bin/postgres'), join(native, 'share/postgresql/postgres.bki')]
  const { program, args, options } = launchAs(owner, programs, join(native, 'bin/initdb'), ['-D', dataDir, '--no-sync'])
  const ran = spawnSync(program, args, { ...options, cwd: '/', encoding: 'utf8' })
  expect(ran).toMatchObject({ status: 0, stderr: expect.not.stringContaining('denied') })
  expect(statSync(join(dataDir, 'PG_VERSION')).uid).toBe(owner?.uid ?? process.getuid?.())
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { anyEvent, defineEvent } from '../../src/kernel/events.ts'
import type { ViewerScope } from '../../src/kernel/scope.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { isDatabaseBusy, isDatabaseDown, isDatabaseUnavailable } from '../../src/platform/database/connectionErrors.ts'
import { anApp, sharedApp } from '../support/app.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aUser, type TestUser } from '../support/users.ts'

const app = await sharedApp()
const tested = defineEvent<string>('transaction.tested')
const ada = await aUser(app)
const bob = await aUser(app)
const scope: ViewerScope = viewerScopeOf(app, ada)

/** The subjects of the test's events that are announced while the work is done. */
async function announcedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const subjects: string[] = []
  const stop = app.platform.events.listen(anyEvent, (event) => void (tested.is(event) && subjects.push(event.subject)))
  await work().finally(stop)
  return subjects
}

const bioOf = async ({ id }: TestUser) => (await scope.client.user.findUniqueOrThrow({ where: { id } })).bio

const write = (bio: string, { id }: TestUser = ada) =>
  transact(scope, async ({ sql, emit }) => {
    emit(tested(bio))
    await sql`UPDATE "User" SET bio = ${bio} WHERE id = ${id}`
  })

/** Like `write`, waiting for a lock at most this long. */
const writeWithin = (lockTimeout: string, bio: string) =>
  transact(scope, async ({ sql }) => {
    await sql`SELECT set_config('lock_timeout', ${lockTimeout}, true)`
    await sql`UPDATE "User" SET bio = ${bio} WHERE id = ${ada.id}`
  })

test('commits what it wrote, and announces it after that', async () => {
  const seen: Promise<string>[] = []
  const stop = app.platform.events.listen(tested, () => void seen.push(bioOf(ada)))
  await write('committed')
  stop()
  expect(await Promise.all(seen)).toEqual(['committed'])
})

test('leaves nothing behind and announces nothing when the work fails', async () => {
  await write('before')
  const failing = () =>
    transact(scope, async (tx) => {
      tx.emit(tested('failed'))
      await tx.sql`UPDATE "User" SET bio = 'failed' WHERE id = ${ada.id}`
      throw new Error('it fails')
    })
  expect(await announcedDuring(() => expect(failing()).rejects.toThrow('it fails'))).toEqual([])
  expect(await bioOf(ada)).toBe('before')
})

test('is not committed when the work ignores that a statement has failed', async () => {
  await write('before')
  const failing = () =>
    transact(scope, async ({ sql, emit }) => {
      emit(tested('ignored'))
      await sql`UPDATE "User" SET bio = 'ignored' WHERE id = ${ada.id}`
      await sql`SELECT 1 / 0`.catch(() => {})
    })
  expect(await announcedDuring(() => expect(failing()).rejects.toThrow())).toEqual([])
  const silent = transact(scope, ({ sql }) => sql`SELECT 1 / 0`.catch(() => {}))
  await expect(silent).rejects.toThrow('rolled back')
  expect(await bioOf(ada)).toBe('before')
})

test('is not committed when an event of it is too large for PostgreSQL to send', async () => {
  const onPostgres = await anApp({ REDIS_URL: '' })
  const person = await aUser(onPostgres)
  const failing = transact(viewerScopeOf(onPostgres, person), async ({ sql, emit }) => {
    emit(tested('x'.repeat(10_000)))
    await sql`UPDATE "User" SET bio = 'too large' WHERE id = ${person.id}`
  })
  await expect(failing).rejects.toThrow('too large')
  const { bio } = await onPostgres.scope().client.user.findUniqueOrThrow({ where: { id: person.id } })
  expect(bio).not.toBe('too large')
})

test('announces nothing when only its commit fails', async () => {
  const failing = () =>
    transact(scope, async ({ sql, emit }) => {
      emit(tested('usr_1'))
      await sql`CREATE TEMP TABLE once (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP`
      await sql`INSERT INTO once VALUES (1), (1)`
    })
  expect(await announcedDuring(() => expect(failing()).rejects.toThrow('duplicate key'))).toEqual([])
})

test('runs statements in the order in which they were started', async () => {
  const rows = await transact(scope, async ({ sql }) =>
    Promise.all([
      sql<{ bio: string }>`UPDATE "User" SET bio = 'one' WHERE id = ${ada.id} RETURNING bio`,
      sql<{ bio: string }>`UPDATE "User" SET bio = bio || ' two' WHERE id = ${ada.id} RETURNING bio`,
      sql<{ bio: string }>`SELECT bio FROM "User" WHERE id = ${ada.id}`,
    ]),
  )
  expect(rows.flat()).toEqual([{ bio: 'one' }, { bio: 'one two' }, { bio: 'one two' }])
})

/** Locks two rows one after the other, and in the first attempt waits in between until the other has its first. */
function lockBoth(order: readonly [TestUser, TestUser], met: () => Promise<void>) {
  const attempts = { count: 0 }
  const done = transact(scope, async ({ sql, emit }) => {
    attempts.count++
    await sql`SELECT id FROM "User" WHERE id = ${order[0].id} FOR UPDATE`
    emit(tested(order[0].id))
    if (attempts.count === 1) await met()
    await sql`SELECT id FROM "User" WHERE id = ${order[1].id} FOR UPDATE`
  })
  return { attempts, done }
}

/** Resolves for each of two when both have come. */
function meetingOfTwo() {
  let come = 0
  return async () => {
    come++
    while (come < 2) await pause(5)
  }
}

test('is tried again when it is the victim of a deadlock, and announces once', async () => {
  const met = meetingOfTwo()
  const racers: ReturnType<typeof lockBoth>[] = []
  const announced = await announcedDuring(async () => {
    racers.push(lockBoth([ada, bob], met), lockBoth([bob, ada], met))
    await Promise.all(racers.map(({ done }) => done))
  })
  const [fewest, ...most] = racers.map(({ attempts }) => attempts.count).sort()
  expect(fewest).toBe(1)
  // On a busy machine the second attempt can meet the other transaction again.
  expect(most[0]).toBeGreaterThan(1)
  expect(announced.sort()).toEqual([ada.id, bob.id].sort())
})

test('is tried again after a conflict five times at most, and not after another error', async () => {
  const attemptsOf = async (code: string) => {
    let attempts = 0
    const fail = transact(scope, ({ sql }) => {
      attempts++
      return sql`${Prisma.raw(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`)}`
    })
    await expect(fail).rejects.toThrow()
    return attempts
  }
  expect(await attemptsOf('40001')).toBe(5)
  expect(await attemptsOf('40P01')).toBe(5)
  expect(await attemptsOf('23514')).toBe(1)
  expect(await scope.sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
})

test('tells a lock that is not free in time, and a lost connection, apart from defects', async () => {
  await write('before')
  const locked = transact(app.scope(), async ({ db }) => {
    await db.$queryRaw`SELECT id FROM "User" WHERE id = ${ada.id} FOR UPDATE`
    return writeWithin('100ms', 'waited').catch((error: unknown) => error)
  })
  expect(isDatabaseBusy(await locked)).toBe(true)
  const killed = transact(scope, async ({ sql }) => {
    await sql`UPDATE "User" SET bio = 'killed' WHERE id = ${ada.id}`
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`
  }).catch((error: unknown) => error)
  expect(isDatabaseDown(await killed)).toBe(true)
  expect(await bioOf(ada)).toBe('before')
})

/**
 * Writes until PostgreSQL has ended the transaction because it was idle. As the process stands still meanwhile, it sends the
 * last statement before it can read that.
 */
async function writeUntilEnded(run: (statement: Prisma.Sql) => Promise<unknown>): Promise<never> {
  await run(Prisma.sql`SELECT set_config('idle_in_transaction_session_timeout', '20ms', true)`)
  for (;;) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    await run(Prisma.sql`UPDATE "User" SET bio = 'idle' WHERE id = ${ada.id}`)
  }
}

test.each([
  ['of SQL statements', () => transact(scope, ({ sql }) => writeUntilEnded((statement) => sql(statement)))],
  ['of Prisma', () => transact(scope, ({ db }) => writeUntilEnded((statement) => db.$queryRaw(statement)))],
])('tells a transaction %s that PostgreSQL ended because it was idle from a defect', async (_, run) => {
  await write('before')
  const failed = await run().catch((error: unknown) => error)
  expect({ failed, isUnavailable: isDatabaseUnavailable(failed) }).toMatchObject({ isUnavailable: true })
  expect(await bioOf(ada)).toBe('before')
})

test('gives back its connection, however it ends', async () => {
  const failing = () => transact(scope, ({ sql }) => sql`SELECT 1 / 0`).catch(() => {})
  for (let at = 0; at < 30; at++) await Promise.all([failing(), write(`${at}`)])
  const { pool } = app.platform.database
  const inUse = () => ({ taken: pool.totalCount - pool.idleCount, waiting: pool.waitingCount })
  await expect.poll(inUse).toEqual({ taken: 0, waiting: 0 })
})

test('joins the transaction that is open', async () => {
  await write('before')
  const outer = transact(scope, async (tx) => {
    await transact(tx, ({ sql }) => sql`UPDATE "User" SET bio = 'inner' WHERE id = ${ada.id}`)
    throw new Error('the outer fails')
  })
  await expect(outer).rejects.toThrow('the outer fails')
  expect(await bioOf(ada)).toBe('before')
})

test('runs calls of Prisma and SQL statements in one transaction, whichever comes first', async () => {
  await write('before')
  const where = { id: ada.id }
  const mixed = (fail: boolean) =>
    transact(scope, async ({ db, sql }) => {
      const before = await sql<{ bio: string }>`SELECT bio FROM "User" WHERE id = ${ada.id}`
      await db.user.update({ where, data: { bio: `${before[0]?.bio}, Prisma` } })
      await sql`UPDATE "User" SET bio = bio || ', SQL' WHERE id = ${ada.id}`
      const { bio } = await db.user.findUniqueOrThrow({ where })
      if (fail) throw new Error('it fails')
      return bio
    })
  await expect(mixed(true)).rejects.toThrow('it fails')
  expect(await bioOf(ada)).toBe('before')
  expect(await mixed(false)).toBe('before, Prisma, SQL')
  expect(await bioOf(ada)).toBe('before, Prisma, SQL')
})

test('keeps the transactions of several people apart when Prisma joins them at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => aUser(app)))
  const backends = await Promise.all(
    people.map(({ id }) =>
      transact(scope, async ({ db, sql }) => {
        const [own] = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
        const found = await db.user.findUniqueOrThrow({ where: { id }, select: { id: true } })
        await db.user.update({ where: { id }, data: { bio: `of ${found.id}` } })
        const [joined] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
        return [own?.pid, joined?.pid]
      }),
    ),
  )
  for (const [own, joined] of backends) expect(joined).toBe(own)
  expect(await Promise.all(people.map(bioOf))).toEqual(people.map(({ id }) => `of ${id}`))
})

test('is rolled back when a call of Prisma fails, even if the work ignores that', async () => {
  await write('before')
  const ignoring = transact(scope, async ({ db }) => {
    await db.user.update({ where: { id: ada.id }, data: { bio: 'ignored' } })
    await db.user.update({ where: { id: ada.id }, data: { id: bob.id } }).catch(() => {})
  })
  await expect(ignoring).rejects.toThrow('rolled back')
  expect(await bioOf(ada)).toBe('before')
})

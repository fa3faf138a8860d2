import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { anyEvent, defineEvent } from '../../src/kernel/events.ts'
import { type InTransaction, transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { aUser } from '../support/users.ts'

const app = await anApp()
const tested = defineEvent<string>('transaction.tested')

/** The subjects of the test's events that are announced while the work is done. */
async function announcedDuring(work: () => Promise<unknown>): Promise<string[]> {
  const subjects: string[] = []
  const stop = app.platform.events.listen(anyEvent, (event) => void (tested.is(event) && subjects.push(event.subject)))
  await work().finally(stop)
  return subjects
}

const lock = ({ db }: InTransaction, id: string) => db.$queryRaw`SELECT id FROM "User" WHERE id = ${id} FOR UPDATE`

/** Locks two rows one after the other, and in the first attempt waits in between until the other has its first. */
function lockBoth(order: readonly [string, string], met: () => Promise<void>) {
  const attempts = { count: 0 }
  const done = transact(app.scope(), async (tx) => {
    attempts.count++
    await lock(tx, order[0])
    tx.emit(tested(order[0]))
    if (attempts.count === 1) await met()
    await lock(tx, order[1])
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

describe('a transaction', () => {
  it('is tried again when it is the victim of a deadlock, and announces once what it announced in vain before', async () => {
    const [{ id: one }, { id: other }] = [await aUser(app), await aUser(app)]
    const met = meetingOfTwo()
    const racers: ReturnType<typeof lockBoth>[] = []
    const announced = await announcedDuring(async () => {
      racers.push(lockBoth([one, other], met), lockBoth([other, one], met))
      await Promise.all(racers.map(({ done }) => done))
    })
    expect(racers.map(({ attempts }) => attempts.count).sort()).toEqual([1, 2])
    expect(announced.sort()).toEqual([one, other].sort())
  })

  it('is tried again after a conflict five times at most, and not after another error', async () => {
    const { client } = app.scope()
    const attemptsOf = async (statement: string) => {
      let attempts = 0
      const fail = transact(app.scope(), ({ db }) => {
        attempts++
        return db.$executeRawUnsafe(statement)
      })
      await expect(fail).rejects.toThrow()
      return attempts
    }
    const raising = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`
    expect(await attemptsOf(raising('40001'))).toBe(5)
    expect(await attemptsOf(raising('40P01'))).toBe(5)
    expect(await attemptsOf(raising('23514'))).toBe(1)
    expect(await client.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
  })

  it('announces nothing when it fails, and only after its commit otherwise', async () => {
    const { id } = await aUser(app)
    const scope = app.scope()
    const failing = transact(scope, async (tx) => {
      tx.emit(tested(id))
      throw new Error('it fails')
    })
    expect(await announcedDuring(() => failing.catch(() => {}))).toEqual([])

    const bioOf = async () => (await scope.client.user.findUniqueOrThrow({ where: { id } })).bio
    const seen: Promise<string>[] = []
    const stop = app.platform.events.listen(tested, () => void seen.push(bioOf()))
    await transact(scope, async (tx) => {
      tx.emit(tested(id))
      await tx.db.user.update({ where: { id }, data: { bio: 'committed' } })
    })
    stop()
    expect(await Promise.all(seen)).toEqual(['committed'])
  })

  it('announces nothing when only its commit fails', async () => {
    const failing = () =>
      transact(app.scope(), async (tx) => {
        tx.emit(tested('usr_1'))
        await tx.db.$executeRaw`CREATE TEMP TABLE once (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP`
        await tx.db.$executeRaw`INSERT INTO once VALUES (1), (1)`
        expect(await tx.db.$queryRaw`SELECT id FROM once`).toHaveLength(2)
      })
    expect(await announcedDuring(() => expect(failing()).rejects.toThrow('UniqueConstraintViolation'))).toEqual([])
  })

  it('joins the one that is open', async () => {
    const { id } = await aUser(app)
    const failing = transact(app.scope(), async (tx) => {
      await transact(tx, ({ db }) => db.user.update({ where: { id }, data: { bio: 'inner' } }))
      throw new Error('the outer fails')
    })
    await expect(failing).rejects.toThrow('the outer fails')
    expect((await app.scope().db.user.findUniqueOrThrow({ where: { id } })).bio).toBe('')
  })
})

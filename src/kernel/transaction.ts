import { setTimeout as pause } from 'node:timers/promises'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from './database.ts'
import type { Announcement } from './events.ts'
import type { Scope } from './scope.ts'

/** What an act has while its transaction is open. */
export interface Open {
  readonly db: Tx
  /** Announces with the commit. */
  readonly emit: (announcement: Announcement) => void
}

const RETRIES = 5
/** Milliseconds at most, for each try before: those who have met do not meet again at once. */
const PAUSE = 20

/**
 * Runs `work` in one transaction and lets its announcements leave with the commit. Joins the transaction that is
 * open already. Deadlocks and serialisation conflicts are tried again, so `work` has no effects outside the database.
 */
export async function transact<S extends Scope, R>(scope: S, work: (scope: S & Open) => Promise<R>): Promise<R> {
  if (isOpen(scope)) return work(scope)
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(scope, work)
    } catch (error) {
      if (attempt >= RETRIES || !isConflict(error)) throw error
      await pause(Math.random() * PAUSE * attempt)
    }
  }
}

async function once<S extends Scope, R>(scope: S, work: (scope: S & Open) => Promise<R>): Promise<R> {
  const announcements: Announcement[] = []
  const result = await scope.client.$transaction(
    async (db) => {
      const emit = (announcement: Announcement) => void announcements.push(announcement)
      const done = await work({ ...scope, db, emit })
      if (announcements.length > 0) await scope.events.stage(db, announcements)
      return done
    },
    { maxWait: 5_000, timeout: 10_000 },
  )
  if (announcements.length > 0) await scope.events.release(announcements)
  return result
}

const isOpen = <S extends Scope>(scope: S): scope is S & Open => 'emit' in scope

/** A raw statement tells of it only by its SQLSTATE. */
const RAW_CONFLICT = /Code: `(40001|40P01)`/

const isConflict = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2034' || RAW_CONFLICT.test(error.message))

/** Whether a write failed because a row with the same unique key stands already. */
export const isDuplicate = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

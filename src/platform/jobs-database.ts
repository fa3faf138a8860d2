import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isDatabaseDown } from './database/down.ts'

type Rows = Promise<{ rows: unknown[] }>

export interface QueueDatabase {
  /** Fails at once when the database does not answer. */
  execute(text: string, values?: unknown[]): Rows
  /** Waits for the database to come back, however long that takes. */
  executePatiently(text: string, values?: unknown[]): Rows
  /** Resolves when every statement under way is done, or the time (in milliseconds) is over; nothing waits afterwards. */
  settle(within: number): Promise<void>
}

const PAUSE = 500
const DEADLOCK = '40P01'
/** The answer to who still asks after the end. */
const NEVER: Rows = new Promise(() => {})

/** What the job queue runs its statements on: the pool that everything else runs on too. */
export function openQueueDatabase(pool: Pool): QueueDatabase {
  const underWay = new Set<Rows>()
  let settled = false

  const track = (work: Rows) => {
    underWay.add(work)
    const done = () => void underWay.delete(work)
    work.then(done, done)
    return work
  }

  /** A script of the queue that fails leaves its transaction open, so its connection is not used again. */
  const execute = async (text: string, values: unknown[] = []) => {
    const connection = await pool.connect()
    try {
      const result = values.length > 0 ? await connection.query(text, values) : await connection.query(text)
      connection.release()
      return result
    } catch (error) {
      connection.release(true)
      throw error
    }
  }

  const outlast = async (error: unknown) => {
    if (settled) await NEVER
    if (!mayPass(error)) throw error
    await pause(PAUSE, undefined, { ref: false })
  }
  const executePatiently = async (text: string, values?: unknown[]): Rows => {
    for (;;) {
      const result = await execute(text, values).catch(outlast)
      if (result) return result
    }
  }

  const drained = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }

  return {
    execute: (text, values) => track(execute(text, values)),
    executePatiently: (text, values) => track(executePatiently(text, values)),
    async settle(within) {
      await Promise.race([drained(), pause(within, undefined, { ref: false })])
      settled = true
    },
  }
}

const mayPass = (error: unknown) =>
  isDatabaseDown(error) || (error instanceof Error && 'code' in error && error.code === DEADLOCK)

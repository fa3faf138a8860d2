import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { makeTurns } from '../kernel/turns.ts'
import type { Here } from './presence-here.ts'
import type { PresenceStore } from './presence-store.ts'
import type { Telling } from './presence-telling.ts'

export interface RoundsOptions {
  readonly here: Here
  readonly store: PresenceStore
  readonly telling: Telling
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds between two batches, and between two signs of life. */
  readonly flushEvery: number
  readonly beatEvery: number
}

/** What a node does for presence again and again. Nothing here throws: a database that does not answer is logged. */
export interface Rounds {
  /** Stores what has changed since the last time. */
  flush(): Promise<void>
  /** Runs what changes the store, one after the other. */
  run(work: () => Promise<void>): Promise<void>
  unanswered(error: unknown): void
  stop(): void
}

export function openRounds({ here, store, telling, clock, log, flushEvery, beatEvery }: RoundsOptions): Rounds {
  const inTurn = makeTurns()
  const unanswered = (error: unknown) => log.warn({ err: error }, 'presence is not known to its full extent')
  const run = (work: () => Promise<void>) => inTurn('store', work).catch(unanswered)
  let begun = false

  /** A node is thought dead, or is not known yet, when its sign of life finds no row: then it stores all it knows anew. */
  const beat = async () => {
    if (await store.beat()) here.renewAll()
    begun = true
  }
  const save = async () => {
    if (!here.hasChanged()) return
    // What a node says counts for nothing before its first sign of life.
    if (!begun) await beat()
    const changes = here.take(clock.now().getTime())
    await telling.save(changes).catch((error: unknown) => {
      here.giveBack(changes)
      throw error
    })
  }
  const sweep = () => {
    here.tidy(clock.now().getTime())
    return telling.sweep()
  }
  /** A sign of life waits for no batch, however many people there are. */
  const round = async () => {
    await inTurn('beat', beat).catch(unanswered)
    await run(sweep)
  }

  const timers = [setInterval(() => run(save), flushEvery).unref(), setInterval(round, beatEvery).unref()]
  return {
    flush: () => run(save),
    run,
    unanswered,
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

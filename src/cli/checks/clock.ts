import { type Clock, SECOND } from '../../kernel/clock.ts'
import type { OpenDatabase } from '../../platform/database/open.ts'
import { type Check, type Finding, fail, ok, warn } from './finding.ts'

/** When the oldest Node came out that runs this: no right clock shows an earlier time. */
const EARLIEST = new Date('2025-03-13T00:00:00Z')
const NOTICEABLE = SECOND
/** A time-based code is good for one step of 30 seconds early or late. */
const HARMFUL = 30 * SECOND

export const clockCheck: Check = {
  name: 'clock',
  needs: [],
  async look({ clock, database }) {
    const now = clock.now()
    if (now < EARLIEST) return [fail(`It is not ${now.toISOString()}. ${MEND}`)]
    if (!database) return [ok(`${now.toISOString()}.`)]
    return [describeDrift(now, await driftOf(database, clock))]
  },
}

const MEND = 'Let both machines take their time from NTP.'

function describeDrift(now: Date, drift: number): Finding {
  const apart = Math.abs(drift)
  const told = `${now.toISOString()}, ${apart} ms ${drift < 0 ? 'ahead of' : 'behind'} the database.`
  if (apart <= NOTICEABLE) return ok(told)
  return apart <= HARMFUL ? warn(`${told} ${MEND}`) : fail(`${told} Time-based codes and expiry go wrong. ${MEND}`)
}

const SAMPLES = 3

/** How far the database's clock is ahead of this one, in milliseconds: by the quickest of a few answers. */
async function driftOf(database: OpenDatabase, clock: Clock): Promise<number> {
  const samples: { took: number; drift: number }[] = []
  for (let round = 0; round < SAMPLES; round++) {
    const before = clock.now().getTime()
    const [row] = (await database.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')).rows
    const took = clock.now().getTime() - before
    if (row) samples.push({ took, drift: Math.round(row.at.getTime() - before - took / 2) })
  }
  const [quickest] = samples.sort((a, b) => a.took - b.took)
  if (!quickest) throw new Error('The database does not tell the time.')
  return quickest.drift
}

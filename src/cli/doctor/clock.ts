import { type Clock, SECOND } from '../../kernel/clock.ts'
import type { OpenDatabase } from '../../platform/database/openDatabase.ts'
import { type Check, type Finding, fail, ok, warn } from './check.ts'

/** Release of the oldest supported Node: no correct clock shows an earlier time. */
const EARLIEST_PLAUSIBLE_TIME = new Date('2025-03-13T00:00:00Z')
const WARN_DRIFT = SECOND
/** Time-based codes are accepted one step of 30 seconds early or late. */
const FAIL_DRIFT = 30 * SECOND

export const clockCheck: Check = {
  name: 'clock',
  needs: [],
  async look({ clock, database }) {
    const now = clock.now()
    if (now < EARLIEST_PLAUSIBLE_TIME) return [fail(`It is not ${now.toISOString()}. ${ADVICE}`)]
    if (!database) return [ok(`${now.toISOString()}.`)]
    return [describeDrift(now, await measureDrift(database, clock))]
  },
}

const ADVICE = 'Synchronize the clocks of both by NTP.'

function describeDrift(now: Date, drift: number): Finding {
  const apart = Math.abs(drift)
  const told = `${now.toISOString()}, ${apart} ms ${drift < 0 ? 'ahead of' : 'behind'} the database.`
  if (apart <= WARN_DRIFT) return ok(told)
  return apart <= FAIL_DRIFT
    ? warn(`${told} ${ADVICE}`)
    : fail(`${told} Time-based codes and expiry go wrong. ${ADVICE}`)
}

const SAMPLES = 3

/** Milliseconds that the database's clock is ahead of this one, by the fastest of several round trips. */
async function measureDrift(database: OpenDatabase, clock: Clock): Promise<number> {
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

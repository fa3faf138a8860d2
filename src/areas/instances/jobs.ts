import { DAY, later } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { emptyClosed } from './closing.ts'
import { takeOutAway } from './departures.ts'

/** Work that instances need done from time to time; `schedule` is cron in UTC. */
export const instanceJobs = [
  { name: 'take-out-away', schedule: '* * * * *', run: takeOutAway },
  { name: 'empty-closed-instances', schedule: '* * * * *', run: emptyClosed },
  { name: 'remove-empty-instances', schedule: '25 * * * *', run: removeEmptyInstances },
] as const

/** How long an instance stays in which nobody is. */
const EMPTY_FOR = DAY

/** Removes instances in which nobody was for a day: their names are free again. Answers how many. */
export async function removeEmptyInstances({ client, now }: Scope): Promise<number> {
  const { count } = await client.instance.deleteMany({
    where: { emptySince: { lte: later(now, -EMPTY_FOR) }, occupants: { none: {} } },
  })
  return count
}

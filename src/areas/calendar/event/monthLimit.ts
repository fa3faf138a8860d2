import type { InTransaction } from '../../../kernel/transaction.ts'
import { monthIsFull } from '../policy.ts'
import { countInMonths } from './queries.ts'

/** Events of a group that can start in one month, by the UTC clock: single ones and dates of series. */
const MAX_PER_MONTH = 100

/** How many more events of a group can start in each month. */
interface MonthRoom {
  /** Takes room for an event; false if its month is full. */
  take(startsAt: Date): boolean
  /** Throws `forbidden` if the month of an event is full. */
  takeOrThrow(startsAt: Date): void
}

const monthOf = (time: Date) => time.toISOString().slice(0, 7)

/**
 * The room in the months of these starts, without counting the events `without`. The caller has locked the group, so that
 * others take no room at a time. One statement.
 */
export async function readMonthRoom(
  tx: InTransaction,
  groupId: string,
  { starts, without = [] }: { readonly starts: readonly Date[]; readonly without?: readonly string[] },
): Promise<MonthRoom> {
  const months = [...new Set(starts.map(monthOf))].map((month) => new Date(`${month}-01T00:00:00.000Z`))
  const rows = await countInMonths(tx, { groupId, months, without })
  const counts = new Map(rows.map(({ month, count }) => [monthOf(month), count]))
  const take = (startsAt: Date) => {
    const month = monthOf(startsAt)
    const count = counts.get(month) ?? 0
    if (count >= MAX_PER_MONTH) return false
    counts.set(month, count + 1)
    return true
  }
  return {
    take,
    takeOrThrow(startsAt) {
      if (!take(startsAt)) throw monthIsFull()
    },
  }
}

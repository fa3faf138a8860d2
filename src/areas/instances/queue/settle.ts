import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { lockInstancesAt } from '../leave.ts'
import { settleQueues } from './queue.ts'

const INSTANCES_PER_BATCH = 100

/** Brings the queue of an instance up to date: keeps its free places for the next, takes out who did not come in time. */
export const settleQueueAt = (scope: Scope, locations: readonly string[]): Promise<void> =>
  transact(scope, async (tx) => {
    await lockInstancesAt(tx, locations)
    await settleQueues(tx, locations)
  })

/** Brings all queues up to date, for what was missed as when a node died. Returns the number of instances with a queue. */
export async function settleAllQueues(scope: Scope): Promise<number> {
  let settled = 0
  for (let after = ''; ; ) {
    const rows = await scope.client.instanceQueueEntry.findMany({
      where: { location: { gt: after } },
      distinct: ['location'],
      orderBy: { location: 'asc' },
      take: INSTANCES_PER_BATCH,
      select: { location: true },
    })
    const locations = rows.map(({ location }) => location)
    if (locations.length > 0) await settleQueueAt(scope, locations)
    settled += locations.length
    after = locations.at(-1) ?? ''
    if (locations.length < INSTANCES_PER_BATCH) return settled
  }
}

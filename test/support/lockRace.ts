import type { UserId } from '../../src/kernel/ids.ts'
import type { ViewerScope } from '../../src/kernel/scope.ts'
import { type InTransaction, transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'
import { eventually } from './eventually.ts'
import { viewerScopeOf } from './scopes.ts'

/** Whether any statement on the server's database waits for a lock. */
export async function isWaitingForLock({ scope }: TestApp): Promise<boolean> {
  const [found] = await scope().client.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`
  return (found?.count ?? 0n) > 0n
}

/**
 * Runs `first` in a transaction of a user, starts `second`, and commits once `second` waits for a lock. Returns the
 * result of `second`.
 */
export async function raceForLock<R>(
  app: TestApp,
  { id }: { readonly id: UserId },
  first: (tx: ViewerScope & InTransaction) => Promise<unknown>,
  second: () => Promise<R>,
): Promise<R> {
  const started: Promise<R>[] = []
  await transact(viewerScopeOf(app, { id }), async (tx) => {
    await first(tx)
    started.push(second())
    await eventually(() => isWaitingForLock(app))
  })
  const [result] = await Promise.all(started)
  if (result === undefined) throw new Error('the second act returned nothing')
  return result
}

import type { UserId } from '../../src/kernel/ids.ts'
import type { SignedScope } from '../../src/kernel/scope.ts'
import { type Open, transact } from '../../src/kernel/transaction.ts'
import { until } from '../platform/ground.ts'
import type { TestApp } from './app.ts'
import { acting } from './scopes.ts'

/** Whether a statement waits for what another transaction holds. */
export async function isWaiting({ scope }: TestApp): Promise<boolean> {
  const [found] = await scope().client.$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`
  return (found?.count ?? 0n) > 0n
}

/**
 * Does the first as the person, in a transaction that stays open until the second waits for it; answers what came of
 * the second.
 */
export async function meanwhile<R>(
  app: TestApp,
  { id }: { readonly id: UserId },
  first: (open: SignedScope & Open) => Promise<unknown>,
  second: () => Promise<R>,
): Promise<R> {
  const scope = acting(app, { id })()
  if (!scope.viewer) throw new Error('nobody acts')
  const started: Promise<R>[] = []
  await transact({ ...scope, viewer: scope.viewer }, async (open) => {
    await first(open)
    started.push(second())
    await until(() => isWaiting(app))
  })
  const [result] = await Promise.all(started)
  if (result === undefined) throw new Error('the second was not begun')
  return result
}

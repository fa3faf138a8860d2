import type { ExecutionResult } from 'graphql'
import { notifyAtEnd } from '../../../kernel/asyncIterator.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Viewer } from '../../../kernel/scope.ts'
import { asGraphQLError } from '../errors.ts'
import { MAX_SUBSCRIPTIONS, subscriptionCostLimit } from '../limits.ts'
import { measureOperation } from './operationCost.ts'
import { type SubscriptionArgs, subscribeShared } from './sharedExecution.ts'

/** Counts the subscriptions of each user on this node, over websockets and server-sent events together. */
export interface SubscriptionLimit {
  /** Counts a subscription. Returns the function that ends it. Throws `exhausted` beyond the number or the cost. */
  take(viewer: Viewer, cost: number): () => void
  /** Whether the user has as many subscriptions as are possible. */
  isReached(userId: string): boolean
}

export const tooManySubscriptions = () =>
  new Failure('exhausted', `At most ${MAX_SUBSCRIPTIONS} subscriptions at a time, on all connections together`, {
    reason: 'too_many_subscriptions',
  })
const subscriptionsTooComplex = (limit: number) =>
  new Failure('exhausted', `Your subscriptions together exceed the maximum cost of ${limit}`, {
    reason: 'subscriptions_too_complex',
  })

interface OpenSubscriptions {
  count: number
  /** Sum of the costs. */
  cost: number
}

export function createSubscriptionLimit(): SubscriptionLimit {
  const openByUser = new Map<string, OpenSubscriptions>()
  const add = (userId: string, open: OpenSubscriptions, cost: number) => {
    open.count += 1
    open.cost += cost
    openByUser.set(userId, open)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      open.count -= 1
      open.cost -= cost
      if (open.count === 0) openByUser.delete(userId)
    }
  }
  return {
    take(viewer, cost) {
      const open = openByUser.get(viewer.id) ?? { count: 0, cost: 0 }
      const limit = subscriptionCostLimit(viewer)
      if (open.count >= MAX_SUBSCRIPTIONS) throw tooManySubscriptions()
      if (open.cost + cost > limit) throw subscriptionsTooComplex(limit)
      return add(viewer.id, open, cost)
    },
    isReached: (userId) => (openByUser.get(userId)?.count ?? 0) >= MAX_SUBSCRIPTIONS,
  }
}

/** Subscribes like `subscribeShared`, but answers an error beyond the limit. */
export async function subscribeWithin(
  limit: SubscriptionLimit,
  args: SubscriptionArgs,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const { viewer } = args.contextValue.scope
  // Without a viewer it answers that a session is required.
  if (!viewer) return subscribeShared(args)
  let release = () => {}
  try {
    release = limit.take(viewer, measureOperation(args)?.cost ?? 0)
    const results = await subscribeShared(args)
    if (Symbol.asyncIterator in results) return notifyAtEnd(results, release)
    release()
    return results
  } catch (error) {
    release()
    return { errors: [asGraphQLError(error)] }
  }
}

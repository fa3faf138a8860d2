import { complexityFromQuery } from '@pothos/plugin-complexity'
import { type DocumentNode, type ExecutionResult, getOperationAST, Kind } from 'graphql'
import { makeAsyncIterator } from '../../../kernel/asyncIterator.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Viewer } from '../../../kernel/scope.ts'
import { asGraphQLError } from '../errors.ts'
import { MAX_SUBSCRIPTIONS, subscriptionComplexityLimit } from '../limits.ts'
import { type SubscriptionArgs, subscribeShared } from './sharedExecution.ts'

/** Counts the subscriptions of each user on this node, over websockets and server-sent events together. */
export interface SubscriptionLimit {
  /** Counts a subscription. Returns the function that ends it. Throws `exhausted` beyond the number or the complexity. */
  take(viewer: Viewer, complexity: number): () => void
  /** Whether the user has as many subscriptions as are possible. */
  isReached(userId: string): boolean
}

export const tooManySubscriptions = () =>
  new Failure('exhausted', `At most ${MAX_SUBSCRIPTIONS} subscriptions at a time, on all connections together`, {
    code: 'too_many_subscriptions',
  })
const subscriptionsTooComplex = (limit: number) =>
  new Failure('exhausted', `Your subscriptions together exceed the maximum complexity of ${limit}`, {
    code: 'subscriptions_too_complex',
  })

interface OpenSubscriptions {
  count: number
  /** Sum of the complexities. */
  complexity: number
}

export function createSubscriptionLimit(): SubscriptionLimit {
  const openByUser = new Map<string, OpenSubscriptions>()
  const add = (userId: string, open: OpenSubscriptions, complexity: number) => {
    open.count += 1
    open.complexity += complexity
    openByUser.set(userId, open)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      open.count -= 1
      open.complexity -= complexity
      if (open.count === 0) openByUser.delete(userId)
    }
  }
  return {
    take(viewer, complexity) {
      const open = openByUser.get(viewer.id) ?? { count: 0, complexity: 0 }
      const limit = subscriptionComplexityLimit(viewer)
      if (open.count >= MAX_SUBSCRIPTIONS) throw tooManySubscriptions()
      if (open.complexity + complexity > limit) throw subscriptionsTooComplex(limit)
      return add(viewer.id, open, complexity)
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
    release = limit.take(viewer, complexityOf(args))
    const results = await subscribeShared(args)
    if (Symbol.asyncIterator in results) return releasedAtEnd(results, release)
    release()
    return results
  } catch (error) {
    release()
    return { errors: [asGraphQLError(error)] }
  }
}

const releasedAtEnd = <T>(results: AsyncIterableIterator<T>, release: () => void): AsyncIterableIterator<T> =>
  makeAsyncIterator({
    async next() {
      const { value, done } = await results.next()
      if (!done) return value
      release()
      return undefined
    },
    end() {
      release()
      return results.return?.()
    },
  })

/** The complexity of the operation that is executed; the library looks only at the first operation of a document. */
function complexityOf({ schema, document, operationName, variableValues, contextValue }: SubscriptionArgs): number {
  const operation = getOperationAST(document, operationName)
  if (!operation) return 0
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const single: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
  return complexityFromQuery(single, { schema, variables: { ...variableValues }, ctx: contextValue }).complexity
}

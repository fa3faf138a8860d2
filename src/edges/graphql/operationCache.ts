import { RequestCache } from '@pothos/plugin-scope-auth'
import { getOrCreate } from '../../kernel/maps.ts'
import type { GraphContext } from './context.ts'

const openCache = (owner: GraphContext) => ({ owner, values: new Map() })

/** What was made once for an operation, by the functions that make it. */
export type OperationCache = ReturnType<typeof openCache>

/**
 * The cache of this context. Yoga copies the context for each operation: the copy refers to the cache of its original, and
 * gets a new one here.
 */
function cacheOf(context: GraphContext): OperationCache {
  if (context.cache?.owner !== context) context.cache = openCache(context)
  return context.cache
}

/**
 * Makes a value once for each operation. Its context keeps the value, and no weak map: what one holds, and all that it refers
 * to, survives collections of V8's young generation, which then take several times as long.
 */
export const operationCache =
  <V>(create: (context: GraphContext) => V) =>
  (context: GraphContext): V =>
    getOrCreate(cacheOf(context).values, create, () => create(context))

/** Discards what was made for the operation, before it reads anew. */
export function clearCache(context: GraphContext): void {
  context.cache = undefined
  forgetScopes(context)
}

/** Has the weak map of Pothos' authorization forget the context of an operation that has ended. */
export const forgetScopes = (context: GraphContext): void => RequestCache.clearForContext(context)

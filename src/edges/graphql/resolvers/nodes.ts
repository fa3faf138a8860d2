import type { GraphQLResolveInfo } from 'graphql'
import type { GraphContext } from '../context.ts'

/** A parsed id of an object. */
interface GlobalId {
  readonly typename: string
  readonly id: string
}

/** How the objects of a type are loaded by id, as its declaration tells: by a loader, or by a statement of their own. */
interface NodeOptions {
  readonly loadMany?: (ids: readonly string[], context: GraphContext) => readonly unknown[]
  readonly loadWithoutCache?: (id: string, context: GraphContext, info: GraphQLResolveInfo) => unknown
}

/** The types of loaded nodes. */
const typenames = new WeakMap<object, string>()

/** The type of a node that was loaded by its id. */
export const nodeTypename = (row: unknown): string | undefined => typenames.get(Object(row))

/**
 * Loads an object of any type; null if there is none that the viewer can see. The value is that of the loader itself, so that
 * an execution knows what it waits for: an id that several fields ask for is loaded once. Pothos' own resolver would hand
 * each further field a promise of the first one's result.
 */
function loadNode({ typename, id }: GlobalId, context: GraphContext, info: GraphQLResolveInfo): unknown {
  const { loadMany, loadWithoutCache }: NodeOptions = Object(info.schema.getType(typename)?.extensions.pothosOptions)
  const loaded = loadMany ? loadMany([id], context)[0] : loadWithoutCache?.(id, context, info)
  const withTypename = (row: unknown) => {
    if (typeof row === 'object' && row !== null) typenames.set(row, typename)
    return row
  }
  return loaded instanceof Promise ? loaded.then(withTypename) : withTypename(loaded)
}

/** Resolves the field `node`. */
export const resolveNode = (
  _root: unknown,
  { id }: { readonly id: GlobalId },
  context: GraphContext,
  info: GraphQLResolveInfo,
) => loadNode(id, context, info)

/** Resolves the field `nodes`. */
export const resolveNodes = (
  _root: unknown,
  { ids }: { readonly ids: readonly GlobalId[] },
  context: GraphContext,
  info: GraphQLResolveInfo,
) => ids.map((id) => loadNode(id, context, info))

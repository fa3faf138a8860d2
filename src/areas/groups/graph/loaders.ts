import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { type ReadConnection, withEdges } from '../../../edges/graphql/resolvers/connection.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccesses } from '../access.ts'
import { loadListedGroup } from './group.ts'

interface OfGroup {
  readonly groupId: string
}

/**
 * Makes a loader of things of groups by id: those that the viewer may see, given what they are and may do in the group. Two
 * statements.
 */
export const createThingLoader = <R extends OfGroup & { readonly id: string }>(
  read: (scope: ViewerScope, ids: readonly string[]) => Promise<readonly R[]>,
  canSee: (access: GroupAccess, thing: R, scope: ViewerScope) => boolean,
) =>
  createLoader<R>(
    forViewer(async (scope, ids) => {
      const things = await read(scope, ids)
      const groupIds = [...new Set(things.map(({ groupId }) => groupId))]
      const accesses = groupIds.length > 0 ? await readGroupAccesses(scope, groupIds) : []
      const byGroup = new Map(accesses.map((access) => [access.group.id, access]))
      return things.filter((thing) => {
        const access = byGroup.get(thing.groupId)
        return access !== undefined && canSee(access, thing, scope)
      })
    }),
    ({ id }) => id,
  )

/** Which lists of groups to read: what the viewer may do in each group, and the filter. */
interface ListOfGroups<F> {
  readonly accesses: readonly GroupAccess[]
  readonly filter: F
}

type ReadPages<R, F> = (scope: ViewerScope, list: ListOfGroups<F>, page: KeysetPage) => Promise<readonly R[]>
type ReadCounts<F> = (
  scope: ViewerScope,
  list: ListOfGroups<F>,
) => Promise<readonly (readonly [groupId: string, count: number])[]>

/** A page or the length of a list of one group. */
interface GroupListLoader<R, F> {
  page(context: GraphContext, access: GroupAccess, filter: F, page: KeysetPage): Promise<R[]>
  count(context: GraphContext, access: GroupAccess, filter: F): Promise<number>
}

/** Makes a loader of lists of groups: equal pages of several groups share one read, and so do their lengths. */
export function createGroupListLoader<R extends OfGroup, F>(
  readPages: ReadPages<R, F>,
  readCounts: ReadCounts<F>,
): GroupListLoader<R, F> {
  const caches = operationCache((_context: GraphContext) => createCache<R, F>(readPages, readCounts))
  return {
    async page(context, access, filter, page) {
      return caches(context).pageLoader(access, filter, page)(context).load(access.group.id)
    },
    async count(context, access, filter) {
      return (await caches(context).countLoader(access, filter)(context).load(access.group.id))?.[1] ?? 0
    },
  }
}

/** The loaders of one operation. Reads are given what the viewer may do in the groups that were asked for. */
function createCache<R extends OfGroup, F>(readPages: ReadPages<R, F>, readCounts: ReadCounts<F>) {
  const accesses = new Map<string, GroupAccess>()
  const listOf = (ids: readonly string[], filter: F): ListOfGroups<F> => ({
    accesses: ids.flatMap((id) => accesses.get(id) ?? []),
    filter,
  })
  const pageLoaderOf = (filter: F, page: KeysetPage) =>
    createListLoader<R>(
      forViewer((scope, ids) => readPages(scope, listOf(ids, filter), page)),
      ({ groupId }) => groupId,
    )
  const countLoaderOf = (filter: F) =>
    createLoader<readonly [string, number]>(
      forViewer((scope, ids) => readCounts(scope, listOf(ids, filter))),
      ([groupId]) => groupId,
    )
  const pageLoaders = new Map<string, ReturnType<typeof pageLoaderOf>>()
  const countLoaders = new Map<string, ReturnType<typeof countLoaderOf>>()
  return {
    pageLoader(access: GroupAccess, filter: F, page: KeysetPage) {
      accesses.set(access.group.id, access)
      return getOrCreate(pageLoaders, JSON.stringify([filter, page]), () => pageLoaderOf(filter, page))
    },
    countLoader(access: GroupAccess, filter: F) {
      accesses.set(access.group.id, access)
      return getOrCreate(countLoaders, JSON.stringify(filter), () => countLoaderOf(filter))
    },
  }
}

interface Edge<R> {
  readonly cursor: string
  readonly node: R
}

/** The page of a list with the group of each row; groups that the viewer can't see are left out. */
export async function withGroups<R>(
  context: GraphContext,
  page: ReadConnection & { readonly edges: readonly Edge<R>[] },
  groupIdOf: (row: R) => string,
) {
  const edges = await Promise.all(
    page.edges.map(async (edge) => ({ edge, node: await loadListedGroup(context, groupIdOf(edge.node)) })),
  )
  return withEdges(
    page,
    edges.flatMap(({ edge, node }) => (node ? [withNode(edge, node)] : [])),
  )
}

/** The edge computes its cursor when it is selected. */
const withNode = <N>(edge: Edge<unknown>, node: N) => ({
  node,
  get cursor() {
    return edge.cursor
  },
})

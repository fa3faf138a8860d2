import type { GraphContext } from '../../../edges/graphql/context.ts'
import { type ReadConnection, withEdges } from '../../../edges/graphql/resolvers/connection.ts'
import { loadListedGroup } from './group.ts'

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

import type { ApolloCache } from '@apollo/client'
import type { ModifierDetails } from '@apollo/client/cache'
import { relayStylePagination } from '@apollo/client/utilities'
import { at, listAt } from './pageData.ts'
import { LIST_CHANGES, LIST_FILTERS, type ListChange, PAGED_LISTS } from './pagedLists.ts'

const policyOf = (list: string) => relayStylePagination([...(LIST_FILTERS[list] ?? [])])

/** Policies by which the cache joins the parts of lists. */
export const typePolicies = Object.fromEntries(
  Object.entries(PAGED_LISTS).map(([type, lists]) => [
    type,
    { fields: Object.fromEntries(lists.map((list) => [list, policyOf(list)])) },
  ]),
)

/** Changes the lists of the cache by the payload of a mutation. */
export function changeLists(cache: ApolloCache, data: unknown): void {
  for (const [mutation, payload] of Object.entries(Object(data)))
    for (const change of LIST_CHANGES[mutation] ?? []) changeList(cache, payload, change)
}

function changeList(cache: ApolloCache, payload: unknown, change: ListChange): void {
  const id = cache.identify(Object(at(payload, change.owner)))
  if (id === undefined) return
  const fields = {
    [change.list]: (list: unknown, details: ModifierDetails) =>
      'edge' in change
        ? withEdge(list, { edge: at(payload, change.edge), at: change.at }, details)
        : withoutNode(list, at(payload, change.deletedId), details),
  }
  cache.modify({ id, fields })
}

function withoutNode(list: unknown, id: unknown, { readField }: ModifierDetails) {
  const edges = listAt(list, 'edges').filter((edge) => readField('id', Object(at(edge, 'node'))) !== id)
  return { ...Object(list), edges }
}

interface JoiningEdge {
  readonly edge: unknown
  readonly at: 'start' | 'end'
}

/** A list that lacks its end, or is filtered, stays as it is. */
function withEdge(list: unknown, { edge, at: side }: JoiningEdge, details: ModifierDetails) {
  const isFiltered = !/^\w+(:\{\})?$/.test(details.storeFieldName)
  const lacksEnd = side === 'end' && at(list, 'pageInfo', 'hasNextPage') === true
  if (!edge || isFiltered || lacksEnd) return list
  const { edges, ...rest } = withoutNode(list, at(edge, 'node', 'id'), details)
  const joining = { ...Object(edge), node: details.toReference(Object(at(edge, 'node'))) }
  return { ...rest, edges: side === 'start' ? [joining, ...edges] : [...edges, joining] }
}

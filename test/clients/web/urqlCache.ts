import type { Cache, UpdateResolver } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import { type GraphQLSchema, isObjectType } from 'graphql'
import { at } from './pageData.ts'
import { LIST_CHANGES, type ListChange, PAGED_LISTS } from './pagedLists.ts'

/** An edge is known by its cursor, so that lists can be linked to it. */
const edgeKey = (edge: unknown): string | null => {
  const cursor = at(edge, 'cursor')
  return typeof cursor === 'string' ? cursor : null
}

/** Types without id are parts of others, apart from edges; graphcache wants to be told of each. */
export const keysOf = (schema: GraphQLSchema) =>
  Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter((type) => !type.getFields().id && !type.name.startsWith('__'))
      .map(({ name }) => [name, name.endsWith('Edge') ? edgeKey : () => null]),
  )

/** Resolvers that join the parts of lists. */
export const resolvers = Object.fromEntries(
  Object.entries(PAGED_LISTS).map(([type, lists]) => [
    type,
    Object.fromEntries(lists.map((list) => [list, relayPagination()])),
  ]),
)

const updaterOf =
  (mutation: string, changes: readonly ListChange[]): UpdateResolver =>
  (result, _args, cache) => {
    for (const change of changes) changeList(cache, at(result, mutation), change)
  }

/** Changes of lists by the payloads of mutations. */
export const updates = {
  Mutation: Object.fromEntries(
    Object.entries(LIST_CHANGES).map(([mutation, changes]) => [mutation, updaterOf(mutation, changes)]),
  ),
}

/** A part of a list, or all of it, as the store holds it. */
interface Part {
  readonly connection: string
  readonly edges: readonly string[]
  readonly isFiltered: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const PART_ARGUMENTS = ['first', 'after']

function partsOf(cache: Cache, owner: string, list: string): Part[] {
  return cache
    .inspectFields(owner)
    .filter(({ fieldName }) => fieldName === list)
    .flatMap(({ arguments: given }) => {
      const connection = cache.resolve(owner, list, given)
      if (typeof connection !== 'string') return []
      const pageInfo = cache.resolve(connection, 'pageInfo')
      return {
        connection,
        edges: textsIn(cache.resolve(connection, 'edges')),
        isFiltered: Object.keys(given ?? {}).some((name) => !PART_ARGUMENTS.includes(name)),
        isFirst: !given?.after,
        isLast: typeof pageInfo === 'string' && cache.resolve(pageInfo, 'hasNextPage') === false,
      }
    })
}

function changeList(cache: Cache, payload: unknown, change: ListChange): void {
  const owner = cache.keyOfEntity(Object(at(payload, change.owner)))
  if (owner === null) return
  const parts = partsOf(cache, owner, change.list)
  if ('edge' in change) addEdge(cache, parts, { edge: at(payload, change.edge), side: change.at })
  else
    removeNode(cache, parts, cache.keyOfEntity({ __typename: change.type, id: String(at(payload, change.deletedId)) }))
}

function removeNode(cache: Cache, parts: readonly Part[], node: string | null): void {
  for (const { connection, edges } of parts)
    cache.link(
      connection,
      'edges',
      edges.filter((edge) => cache.resolve(edge, 'node') !== node),
    )
}

interface JoiningEdge {
  readonly edge: unknown
  readonly side: 'start' | 'end'
}

/** A list whose end is not read, or that is filtered, stays as it is. */
function addEdge(cache: Cache, parts: readonly Part[], { edge, side }: JoiningEdge): void {
  const key = edge ? cache.keyOfEntity(Object(edge)) : null
  const part = parts.find(({ isFiltered, isFirst, isLast }) => !isFiltered && (side === 'start' ? isFirst : isLast))
  if (key === null || !part) return
  const others = part.edges.filter((one) => one !== key)
  cache.link(part.connection, 'edges', side === 'start' ? [key, ...others] : [...others, key])
}

import { z } from 'zod'
import { Failure } from '../../kernel/failure.ts'
import { ID_PREFIXES, type IdKind, isId } from '../../kernel/ids.ts'
import { parseLocation } from '../../kernel/location.ts'
import { atMost, MAX_PAGE, NO_LEVEL, PAGE, pageComplexity } from './limits.ts'
import { nodeTypename, resolveNode, resolveNodes } from './resolvers/nodes.ts'

const typenames: Record<string, string> = {}

/** Registers the GraphQL types of id kinds, for `node(id)`. */
export const registerNodeTypes = (types: Readonly<Record<string, string>>) => Object.assign(typenames, types)

const isKind = (kind: string): kind is IdKind => Object.hasOwn(ID_PREFIXES, kind)

/** The GraphQL type of an id, by its prefix. Throws `invalid` for unknown ids. */
export function typenameOf(id: string): string {
  if (parseLocation(id)) return 'Instance'
  const kind = Object.keys(typenames).find((kind) => isKind(kind) && isId(kind, id))
  const typename = kind && isKind(kind) ? typenames[kind] : undefined
  if (!typename) throw new Failure('invalid', 'id is not an id of any type', { reason: 'not_an_id', field: 'id' })
  return typename
}

const pageSize = z.int().min(0, 'must be 0 or more').max(MAX_PAGE, `must be at most ${MAX_PAGE}`)
const pageArg = (side: string) => ({
  description: `Number of objects from the ${side}, at most ${MAX_PAGE}.`,
  validate: pageSize,
})
const ids = z.array(z.unknown()).max(MAX_PAGE, `must be at most ${MAX_PAGE} ids`)

/** Options of Pothos' Relay plugin. The global id is the prefixed id itself. */
export const relayOptions = {
  clientMutationId: 'omit',
  encodeGlobalID: (_typename: string, id: string | number | bigint) => String(id),
  decodeGlobalID: (id: string) => ({ typename: typenameOf(id), id }),
  nodesOnConnection: {
    description: 'Objects of this page.',
    ...PAGE,
  },
  nodeTypeOptions: { description: 'An object with a global id.', resolveType: nodeTypename },
  nodeQueryOptions: {
    description: 'An object of any type by its id; null if it does not exist or is not visible to the viewer.',
    args: { id: { description: 'Id of the object.' } },
    resolve: resolveNode,
  },
  nodesQueryOptions: {
    description: 'Objects of any type by their ids, in order; null for those that do not exist or are not visible.',
    args: { ids: { description: `Ids of the objects, at most ${MAX_PAGE}.`, validate: ids } },
    resolve: resolveNodes,
    complexity: ({ ids }: { ids: readonly unknown[] }) => atMost(ids.length).complexity,
  },
  idFieldOptions: { description: 'Global id, whose prefix denotes the type.' },
  pageInfoTypeOptions: { description: 'Position of a page in its list.' },
  hasNextPageFieldOptions: { description: 'Whether there are objects after endCursor.' },
  hasPreviousPageFieldOptions: { description: 'Whether there are objects before startCursor.' },
  startCursorFieldOptions: { description: 'Cursor of the first object of the page.' },
  endCursorFieldOptions: {
    description: 'Cursor of the last object of the page; pass it as `after` for the next page.',
  },
  cursorFieldOptions: { description: 'Position of the object in the list.' },
  nodeFieldOptions: { description: 'The object.', ...NO_LEVEL },
  edgesFieldOptions: {
    description: 'Objects of this page with their cursors.',
    ...PAGE,
  },
  pageInfoFieldOptions: { description: 'Position of this page in the list.', ...NO_LEVEL },
  firstArgOptions: pageArg('front'),
  lastArgOptions: pageArg('back'),
  afterArgOptions: { description: 'Lists only objects after this cursor.' },
  beforeArgOptions: { description: 'Lists only objects before this cursor.' },
  defaultConnectionFieldOptions: { complexity: pageComplexity },
  mutationInputArgOptions: { description: 'Input of the mutation.' },
  defaultConnectionTypeOptions: { description: 'A page of a list.' },
  defaultEdgeTypeOptions: { description: 'An object with its position in a list.' },
} as const

import { z } from 'zod'
import { Failure } from '../../kernel/failure.ts'
import { type IdKind, isId, PREFIX } from '../../kernel/ids.ts'
import { parseLocation } from '../../kernel/location.ts'
import { MAX_PAGE, pageCost } from './limits.ts'

/** The types that are found by their ids' prefixes. */
const TYPE_OF: Partial<Record<IdKind, string>> = {
  user: 'User',
  world: 'World',
  userNote: 'UserNote',
  badge: 'Badge',
  permission: 'Permission',
  session: 'Session',
  notification: 'Notification',
  friendRequest: 'Notification',
  file: 'File',
  prop: 'Prop',
  print: 'Print',
  moderationReport: 'ModerationReport',
  favorite: 'Favorite',
  favoriteGroup: 'FavoriteGroup',
  inviteMessage: 'InviteMessage',
  playerModeration: 'PlayerModeration',
}

const isKind = (kind: string): kind is IdKind => kind in PREFIX

/** The type whose objects carry such ids. */
function typeOf(id: string): string {
  if (parseLocation(id)) return 'Instance'
  const kind = Object.keys(TYPE_OF).find((kind) => isKind(kind) && isId(kind, id))
  const typename = kind && isKind(kind) ? TYPE_OF[kind] : undefined
  if (!typename) throw new Failure('invalid', 'id is not an id of any type', { field: 'id' })
  return typename
}

const pageSize = z.int().min(0, 'must be 0 or more').max(MAX_PAGE, `must be at most ${MAX_PAGE}`)
const pageArg = (side: string) => ({
  description: `How many objects from the ${side}, at most ${MAX_PAGE}.`,
  validate: pageSize,
})
const ids = z.array(z.unknown()).max(MAX_PAGE, `must be at most ${MAX_PAGE} ids`)

/** Relay's connections and nodes. The global id is the prefixed id itself. */
export const relayOptions = {
  clientMutationId: 'omit',
  encodeGlobalID: (_typename: string, id: string | number | bigint) => String(id),
  decodeGlobalID: (id: string) => ({ typename: typeOf(id), id }),
  nodesOnConnection: {
    description: 'The objects of this page, without their cursors.',
    complexity: { field: 1, multiplier: 1 },
  },
  nodeTypeOptions: { description: 'Anything that has an id.' },
  nodeQueryOptions: {
    description: 'Reads an object of any type by its id; null when there is none to see.',
    args: { id: { description: 'The id.' } },
  },
  nodesQueryOptions: {
    description: 'Reads objects of any type by their ids, in the same order; null for one that is not to be seen.',
    args: { ids: { description: `The ids, at most ${MAX_PAGE}.`, validate: ids } },
    complexity: ({ ids }: { ids: readonly unknown[] }) => ({ field: 1, multiplier: ids.length }),
  },
  idFieldOptions: { description: 'The id, with a prefix that tells the type.' },
  pageInfoTypeOptions: { description: 'Where a page lies in its list.' },
  hasNextPageFieldOptions: { description: 'Whether more follows after endCursor.' },
  hasPreviousPageFieldOptions: { description: 'Whether more comes before startCursor.' },
  startCursorFieldOptions: { description: 'The cursor of the first object of the page.' },
  endCursorFieldOptions: { description: 'The cursor of the last object of the page; pass it as `after` to go on.' },
  cursorFieldOptions: { description: 'Where this object stands in the list.' },
  nodeFieldOptions: { description: 'The object.' },
  edgesFieldOptions: {
    description: 'The objects of this page with their cursors.',
    complexity: { field: 0, multiplier: 1 },
  },
  pageInfoFieldOptions: { description: 'Where this page lies in the list.' },
  firstArgOptions: pageArg('front'),
  lastArgOptions: pageArg('back'),
  afterArgOptions: { description: 'Only what follows this cursor.' },
  beforeArgOptions: { description: 'Only what comes before this cursor.' },
  defaultConnectionFieldOptions: { complexity: pageCost },
  mutationInputArgOptions: { description: 'What the act needs to know.' },
  defaultConnectionTypeOptions: { description: 'A page of a list.' },
  defaultEdgeTypeOptions: { description: 'An object and its place in a list.' },
} as const

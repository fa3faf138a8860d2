import type {
  ContentItemFilter,
  ContentItemKind,
  ContentItemSort,
  ContentItemState,
} from '../../../generated/graphql.ts'

export const ITEM_KINDS = [
  'WORLD',
  'AVATAR',
  'GROUP',
  'EVENT',
  'PICTURE',
  'PRINT',
  'PROP',
] as const satisfies ContentItemKind[]

export const ITEM_STATES = ['PUBLIC', 'PRIVATE', 'DRAFT', 'HIDDEN'] as const satisfies ContentItemState[]
export const ITEM_SORTS = ['CREATED_AT', 'UPDATED_AT', 'MEMBER_COUNT'] as const satisfies ContentItemSort[]
export const MARKS = ['reported', 'verified', 'featured'] as const
type Mark = (typeof MARKS)[number]

/** What the address says of a list of content. */
export interface ItemsSearch {
  /** Part of a name, or an id. */
  readonly q?: string | undefined
  readonly state?: ContentItemState | undefined
  readonly tag?: string | undefined
  readonly mark?: Mark | undefined
  readonly sort?: ContentItemSort | undefined
  /** Whether the list begins with its other end. */
  readonly reversed?: true | undefined
}

const PARTS = ['new', 'hidden'] as const

/** What the address says of the page of all content. */
export interface ContentSearch extends ItemsSearch {
  readonly part?: (typeof PARTS)[number] | undefined
  readonly kind?: ContentItemKind | undefined
  /** Only what the viewer has hidden. */
  readonly mine?: true | undefined
}

const LONGEST_TEXT = 100
const textOf = (given: unknown) =>
  (typeof given === 'string' || typeof given === 'number') && String(given).trim() !== ''
    ? String(given).slice(0, LONGEST_TEXT)
    : undefined

/** Reads the address of a list; what is unknown in it is left out. */
export const itemsSearchOf = (given: Record<string, unknown>): ItemsSearch => ({
  q: textOf(given.q),
  state: ITEM_STATES.find((one) => one === given.state),
  tag: textOf(given.tag),
  mark: MARKS.find((one) => one === given.mark),
  sort: ITEM_SORTS.find((one) => one === given.sort),
  reversed: given.reversed === true ? true : undefined,
})

/** Reads the address of the page of all content; what is unknown in it is left out. */
export const contentSearchOf = (given: Record<string, unknown>): ContentSearch => ({
  ...itemsSearchOf(given),
  part: PARTS.find((one) => one === given.part),
  kind: ITEM_KINDS.find((one) => one === given.kind),
  mine: given.mine === true ? true : undefined,
})

const NAMED = ['WORLD', 'AVATAR', 'GROUP', 'EVENT'] as const
const TAGGED = ['WORLD', 'AVATAR', 'GROUP'] as const
const CHANGED = ['WORLD', 'AVATAR', 'GROUP', 'PROP'] as const
const FEATURED = ['WORLD', 'AVATAR', 'EVENT'] as const
const isOneOf = (kinds: readonly ContentItemKind[], kind: ContentItemKind) => kinds.includes(kind)

/** Which filters and orders make sense for content of a kind. */
export const choicesFor = (kind: ContentItemKind) => ({
  hasNames: isOneOf(NAMED, kind),
  hasTags: isOneOf(TAGGED, kind),
  states: ITEM_STATES.filter((state) => STATES[state]?.includes(kind) ?? true),
  marks: MARKS.filter((mark) => MARKED[mark].includes(kind)),
  sorts: ITEM_SORTS.filter((sort) => SORTED[sort].includes(kind)),
})

/** Kinds that have a state; those that are missing here all have. */
const STATES: Readonly<Partial<Record<ContentItemState, readonly ContentItemKind[]>>> = {
  PUBLIC: ['WORLD', 'AVATAR', 'GROUP', 'EVENT', 'PICTURE', 'PROP'],
  PRIVATE: ['WORLD', 'AVATAR', 'GROUP', 'EVENT', 'PRINT', 'PROP'],
  DRAFT: ['EVENT'],
}
const MARKED: Readonly<Record<Mark, readonly ContentItemKind[]>> = {
  reported: ITEM_KINDS,
  verified: ['GROUP'],
  featured: FEATURED,
}
const SORTED: Readonly<Record<ContentItemSort, readonly ContentItemKind[]>> = {
  CREATED_AT: ITEM_KINDS,
  UPDATED_AT: CHANGED,
  MEMBER_COUNT: ['GROUP'],
}

const CONDITIONS = {
  reported: { isReported: true },
  verified: { isVerified: true },
  featured: { isFeatured: true },
} as const satisfies Record<Mark, ContentItemFilter>

/** The variables of the list of a kind for an address, without what content of the kind does not have. */
export function itemVariables(kind: ContentItemKind, search: ItemsSearch, fixed: ContentItemFilter = {}) {
  const { hasNames, hasTags, states, marks, sorts } = choicesFor(kind)
  const { q, state, tag, mark, sort = 'CREATED_AT', reversed } = search
  const filter: ContentItemFilter = {
    ...(q !== undefined && hasNames && { search: q }),
    ...(state !== undefined && states.includes(state) && { state }),
    ...(tag !== undefined && hasTags && { tag }),
    ...(mark !== undefined && marks.includes(mark) && CONDITIONS[mark]),
    ...fixed,
  }
  return { kind, filter, sort: sorts.includes(sort) ? sort : ('CREATED_AT' as const), ascending: reversed === true }
}

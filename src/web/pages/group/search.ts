import type { GroupMemberSort } from '../../generated/graphql.ts'

export const GROUP_TABS = ['about', 'posts', 'members', 'galleries', 'events', 'instances'] as const
export type GroupTab = (typeof GROUP_TABS)[number]

export const MEMBER_SORTS = [
  'JOINED_AT_ASCENDING',
  'JOINED_AT_DESCENDING',
] as const satisfies readonly GroupMemberSort[]

/** In place of the id of a role: members without one. */
export const NO_ROLE = 'none'

/** What the address of a group says. */
export interface GroupSearch {
  /** What the group is about by default. */
  readonly tab?: GroupTab | undefined
  /** Part of the name of members. */
  readonly search?: string | undefined
  /** Id of the role whose holders are listed, or NO_ROLE. */
  readonly role?: string | undefined
  readonly sort?: GroupMemberSort | undefined
  /** Id of the open gallery. */
  readonly gallery?: string | undefined
  /** Id of the picture that is shown large. */
  readonly picture?: string | undefined
}

const LONGEST_SEARCH = 64

const idOf = (prefix: string, value: unknown) =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) ? value : undefined

/** Reads the address; what is unknown in it is left out. */
export const groupSearchOf = ({ tab, search, role, sort, ...ids }: Record<string, unknown>): GroupSearch => ({
  tab: GROUP_TABS.find((one) => one === tab),
  search: typeof search === 'string' && search !== '' ? search.slice(0, LONGEST_SEARCH) : undefined,
  role: role === NO_ROLE ? NO_ROLE : idOf('grol', role),
  sort: MEMBER_SORTS.find((one) => one === sort),
  gallery: idOf('ggal', ids.gallery),
  picture: idOf('ggim', ids.picture),
})

import type { FavoriteGroupName } from '../../generated/graphql.ts'

export const PEOPLE_TABS = ['friends', 'requests', 'find', 'favorites'] as const
export type PeopleTab = (typeof PEOPLE_TABS)[number]

const FRIEND_GROUP_NAMES: readonly FavoriteGroupName[] = ['FRIENDS_1', 'FRIENDS_2', 'FRIENDS_3', 'FRIENDS_4']

/** What the address of the lists of people says. */
export interface PeopleSearch {
  /** Friends by default. */
  readonly tab?: PeopleTab | undefined
  readonly search?: string | undefined
  /** Only friends in this group of favorites. */
  readonly group?: FavoriteGroupName | undefined
}

const LONGEST_SEARCH = 64

/** Reads the address; what is unknown in it is left out. */
export const peopleSearchOf = ({ tab, search, group }: Record<string, unknown>): PeopleSearch => ({
  tab: PEOPLE_TABS.find((one) => one === tab),
  search: typeof search === 'string' && search !== '' ? search.slice(0, LONGEST_SEARCH) : undefined,
  group: friendGroupOf(group),
})

export const friendGroupOf = (name: unknown): FavoriteGroupName | undefined =>
  FRIEND_GROUP_NAMES.find((one) => one === name)

import { AVATAR_PLATFORMS, type AvatarPlatform } from '../../components/avatars/platforms.ts'

export const AVATAR_LISTS = ['all', 'own', 'favorites', 'licensed'] as const
export type AvatarListName = (typeof AVATAR_LISTS)[number]

export const AVATAR_SORTS = ['POPULARITY', 'HEAT', 'FAVORITE_COUNT', 'PUBLISHED_AT', 'UPDATED_AT', 'NAME'] as const
export type AvatarSortName = (typeof AVATAR_SORTS)[number]

export const OWN_STATUSES = ['PUBLIC', 'PRIVATE', 'HIDDEN'] as const

/** What the address of the list of avatars says. */
export interface AvatarSearch {
  /** All by default. */
  readonly list?: AvatarListName | undefined
  readonly search?: string | undefined
  readonly sort?: AvatarSortName | undefined
  readonly platform?: AvatarPlatform | undefined
  /** Id of a style. */
  readonly style?: string | undefined
  /** Of one's own avatars, those in this release status. */
  readonly status?: (typeof OWN_STATUSES)[number] | undefined
}

const STYLE_ID = /^avst_[0-9a-f-]{36}$/

/** Reads the address; what is unknown in it is left out. */
export const avatarSearchOf = (given: Record<string, unknown>): AvatarSearch => ({
  list: AVATAR_LISTS.find((one) => one === given.list),
  search: typeof given.search === 'string' && given.search !== '' ? given.search.slice(0, 64) : undefined,
  sort: AVATAR_SORTS.find((one) => one === given.sort),
  platform: AVATAR_PLATFORMS.find((one) => one === given.platform),
  style: typeof given.style === 'string' && STYLE_ID.test(given.style) ? given.style : undefined,
  status: OWN_STATUSES.find((one) => one === given.status),
})

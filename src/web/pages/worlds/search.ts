import { PLATFORMS, type Platform } from '../../components/worlds/platforms.ts'

export const WORLD_LISTS = ['active', 'all', 'own', 'favorites', 'recent'] as const
export type WorldListName = (typeof WORLD_LISTS)[number]
/** The lists of worlds of everybody. */
export type FoundListName = Exclude<WorldListName, 'own'>

export const WORLD_SORTS = ['POPULARITY', 'HEAT', 'FAVORITE_COUNT', 'UPDATED_AT', 'PUBLISHED_AT', 'NAME'] as const
export type WorldSortName = (typeof WORLD_SORTS)[number]

/** What the address of the list of worlds says. */
export interface WorldSearch {
  readonly list?: WorldListName | undefined
  readonly search?: string | undefined
  readonly sort?: WorldSortName | undefined
  readonly platform?: Platform | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const worldSearchOf = ({ list, search, sort, platform }: Record<string, unknown>): WorldSearch => ({
  list: WORLD_LISTS.find((one) => one === list),
  search: typeof search === 'string' && search !== '' ? search.slice(0, 64) : undefined,
  sort: WORLD_SORTS.find((one) => one === sort),
  platform: PLATFORMS.find((one) => one === platform),
})

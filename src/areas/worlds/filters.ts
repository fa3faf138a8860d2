import { nameKey } from '../accounts/names.ts'
import type { SortName } from './sorts.ts'
import { unitySortOf } from './unityVersions.ts'

/** `unhidden` is all but what was deleted; the wire has no word for it. */
export type ReleaseStatus = 'all' | 'hidden' | 'private' | 'public' | 'unhidden'

/** Which worlds a list shows, and in which order. What is left out does not narrow it. */
export interface WorldFilter {
  /** A part of the name. */
  readonly search?: string | undefined
  /** Finds names that are spelled nearly so, too. */
  readonly fuzzy?: boolean | undefined
  readonly featured?: boolean | undefined
  /** Any of them is there. */
  readonly tags?: readonly string[] | undefined
  /** None of them is there. */
  readonly withoutTags?: readonly string[] | undefined
  /** Public where nothing is said; anything else lists own worlds only. */
  readonly releaseStatus?: ReleaseStatus | undefined
  /** Some asset is made with this engine version or a later one; or with it or an earlier one. */
  readonly minUnityVersion?: string | undefined
  readonly maxUnityVersion?: string | undefined
  /** There is an asset for any of them. */
  readonly platforms?: readonly string[] | undefined
  /** There is an asset for none of them. */
  readonly withoutPlatforms?: readonly string[] | undefined
  /** Own worlds alone. */
  readonly mine?: boolean | undefined
  readonly authorId?: string | undefined
  /** Worlds to choose avatars in: those that their authors say so of. */
  readonly avatarSpecific?: boolean | undefined
  readonly sort?: SortName | undefined
  readonly ascending?: boolean | undefined
}

/** The tag by which authors say that a world is there to choose avatars in. */
export const AVATAR_WORLD = 'author_tag_avatar'

/** Adds a value to those of the statement; answers its place. */
export type Bind = (value: unknown) => string

/**
 * The conditions of a filter upon the world `w` and its tags, but who may see it. Throws `invalid` for what is no engine
 * version.
 */
export function conditionsOf(filter: WorldFilter, bind: Bind, itsTags = 'w.tags'): string[] {
  const { featured, tags, withoutTags, platforms, withoutPlatforms, minUnityVersion, maxUnityVersion } = filter
  return [
    ...searched(filter, bind),
    ...(featured === undefined ? [] : [`w.featured = ${bind(featured)}`]),
    ...(tags ? [`${itsTags} && ${bind(tags)}::text[]`] : []),
    ...(filter.avatarSpecific ? [`w.tags @> ${bind([AVATAR_WORLD])}::text[]`] : []),
    ...(withoutTags ? [`NOT (${itsTags} && ${bind(withoutTags)}::text[])`] : []),
    ...(platforms ? [`w.platforms && ${bind(platforms)}::text[]`] : []),
    ...(withoutPlatforms ? [`NOT (w.platforms && ${bind(withoutPlatforms)}::text[])`] : []),
    ...(minUnityVersion ? [`w."maxUnitySort" >= ${bind(unitySortOf('minUnityVersion', minUnityVersion))}`] : []),
    ...(maxUnityVersion ? [`w."minUnitySort" <= ${bind(unitySortOf('maxUnityVersion', maxUnityVersion))}`] : []),
    ...(filter.authorId === undefined ? [] : [`w."authorId" = ${bind(filter.authorId)}`]),
  ]
}

/** What is searched for as names are compared; empty for everything. */
export const searchKey = ({ search = '' }: WorldFilter) => nameKey(search)

/** Each part can use the index of trigrams. */
function searched(filter: WorldFilter, bind: Bind): string[] {
  const key = searchKey(filter)
  if (key === '') return []
  const contains = `w."nameKey" LIKE ${bind(`%${literal(key)}%`)}`
  if (!filter.fuzzy) return [contains]
  const near = bind(key)
  return [`(${contains} OR w."nameKey" % ${near} OR ${near} <% w."nameKey")`]
}

/** A text in which LIKE finds no wildcard. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

import type { BindParameter } from '../../../kernel/page.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { parseUnitySortKey } from '../world/packages.ts'
import type { WorldSortName } from './sorts.ts'

/** Release status that a list selects; `unhidden`, which the wire lacks, is `private` and `public`. */
export type ReleaseStatus = 'all' | 'hidden' | 'private' | 'public' | 'unhidden'

/** Filter and order of a list of worlds; omitted members do not narrow it. */
export interface WorldFilter {
  readonly search?: string | undefined
  /** Whether names with a similar spelling match too. */
  readonly fuzzy?: boolean | undefined
  readonly featured?: boolean | undefined
  /** A world has at least one of them and none of `withoutTags`. */
  readonly tags?: readonly string[] | undefined
  readonly withoutTags?: readonly string[] | undefined
  /** Public by default; any other only lists worlds of the viewer. */
  readonly releaseStatus?: ReleaseStatus | undefined
  /** Inclusive bounds of the Unity version; at least one asset lies within each of them. */
  readonly minUnityVersion?: string | undefined
  readonly maxUnityVersion?: string | undefined
  /** A world has an asset for at least one of them and for none of `withoutPlatforms`. */
  readonly platforms?: readonly string[] | undefined
  readonly withoutPlatforms?: readonly string[] | undefined
  /** Whether to list worlds of the viewer only. */
  readonly mine?: boolean | undefined
  readonly authorId?: string | undefined
  /** Whether to list avatar worlds only: those that have AVATAR_WORLD_TAG. */
  readonly avatarSpecific?: boolean | undefined
  readonly sort?: WorldSortName | undefined
  readonly ascending?: boolean | undefined
}

/** Authors set it on worlds for choosing avatars. */
export const AVATAR_WORLD_TAG = 'author_tag_avatar'

/** SQL conditions of a filter for the world `w`, without those of visibility. Throws `invalid` for a bad Unity version. */
export function filterConditions(filter: WorldFilter, bind: BindParameter, tagsColumn = 'w.tags'): string[] {
  const { featured, tags, withoutTags, platforms, withoutPlatforms, minUnityVersion, maxUnityVersion } = filter
  return [
    ...nameConditions(filter, bind),
    ...(featured === undefined ? [] : [`w.featured = ${bind(featured)}`]),
    ...(tags ? [`${tagsColumn} && ${bind(tags)}::text[]`] : []),
    ...(filter.avatarSpecific ? [`w.tags @> ${bind([AVATAR_WORLD_TAG])}::text[]`] : []),
    ...(withoutTags ? [`NOT (${tagsColumn} && ${bind(withoutTags)}::text[])`] : []),
    ...(platforms ? [`w.platforms && ${bind(platforms)}::text[]`] : []),
    ...(withoutPlatforms ? [`NOT (w.platforms && ${bind(withoutPlatforms)}::text[])`] : []),
    ...(minUnityVersion ? [`w."maxUnitySort" >= ${bind(parseUnitySortKey('minUnityVersion', minUnityVersion))}`] : []),
    ...(maxUnityVersion ? [`w."minUnitySort" <= ${bind(parseUnitySortKey('maxUnityVersion', maxUnityVersion))}`] : []),
    ...(filter.authorId === undefined ? [] : [`w."authorId" = ${bind(filter.authorId)}`]),
  ]
}

/** The searched text in the normal form of names; empty for no search. */
export const normalizedSearchText = ({ search = '' }: WorldFilter) => nameKey(search)

/** Each condition can use the trigram index. */
function nameConditions(filter: WorldFilter, bind: BindParameter): string[] {
  const key = normalizedSearchText(filter)
  if (key === '') return []
  const contains = `w."nameKey" LIKE ${bind(`%${escapeLikePattern(key)}%`)}`
  if (!filter.fuzzy) return [contains]
  const text = bind(key)
  return [`(${contains} OR w."nameKey" % ${text} OR ${text} <% w."nameKey")`]
}

const escapeLikePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

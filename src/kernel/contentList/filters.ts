import { escapeLikePattern } from '../likePattern.ts'
import type { BindParameter } from '../page.ts'
import { FEATURED, filterKey, platformWord } from './filterKeys.ts'

/** Release status that a list selects; `unhidden`, which the wire lacks, is `private` and `public`. */
export type ReleaseStatus = 'all' | 'hidden' | 'private' | 'public' | 'unhidden'

/** Filter of a list of something that people search for; omitted members do not narrow it. */
export interface ContentFilter {
  readonly search?: string | undefined
  /** Whether names with a similar spelling match too. */
  readonly fuzzy?: boolean | undefined
  readonly featured?: boolean | undefined
  /** A row has at least one of them and none of `withoutTags`. */
  readonly tags?: readonly string[] | undefined
  readonly withoutTags?: readonly string[] | undefined
  /** Public by default; any other only lists rows of the viewer. */
  readonly releaseStatus?: ReleaseStatus | undefined
  /** Inclusive bounds of the Unity version; at least one asset lies within each of them. */
  readonly minUnityVersion?: string | undefined
  readonly maxUnityVersion?: string | undefined
  /** A row has an asset for at least one of them and for none of `withoutPlatforms`. */
  readonly platforms?: readonly string[] | undefined
  readonly withoutPlatforms?: readonly string[] | undefined
  /** Whether to list rows of the viewer only. */
  readonly mine?: boolean | undefined
  readonly authorId?: string | undefined
  readonly ascending?: boolean | undefined
}

/** The parts of a filter that an area has put into the form of its columns. */
export interface FilterKeys {
  /** The searched text in the normal form of names; empty for no search. */
  readonly nameText: string
  readonly minUnitySort: number | undefined
  readonly maxUnitySort: number | undefined
}

/** Where the columns of a filter are. */
interface FilteredColumns {
  readonly alias: string
  /** SQL expression for the tags of a row. */
  readonly tags: string
  /** Whether the table has the column `filterKeys`, which stands for tags, platforms and `featured`. */
  readonly hasKeys?: boolean
}

/** SQL conditions of a filter, without those of visibility. */
export function filterConditions(
  filter: ContentFilter,
  { nameText, minUnitySort, maxUnitySort }: FilterKeys,
  columns: FilteredColumns,
  bind: BindParameter,
): string[] {
  const { authorId, fuzzy } = filter
  const { alias, hasKeys = false } = columns
  return [
    ...(nameText === '' ? [] : [nameCondition(`${alias}."nameKey"`, nameText, { fuzzy, bind })]),
    ...(hasKeys ? keyConditions(filter, columns, bind) : wordConditions(filter, columns, bind)),
    ...(minUnitySort === undefined ? [] : [`${alias}."maxUnitySort" >= ${bind(minUnitySort)}`]),
    ...(maxUnitySort === undefined ? [] : [`${alias}."minUnitySort" <= ${bind(maxUnitySort)}`]),
    ...(authorId === undefined ? [] : [`${alias}."authorId" = ${bind(authorId)}`]),
  ]
}

/** Conditions for tags, platforms and `featured` by the columns that have their words. */
function wordConditions(
  { featured, tags, withoutTags, platforms, withoutPlatforms }: ContentFilter,
  { alias, tags: tagsOfRow }: FilteredColumns,
  bind: BindParameter,
): string[] {
  return [
    ...(featured === undefined ? [] : [`${alias}.featured = ${bind(featured)}`]),
    ...(tags ? [`${tagsOfRow} && ${bind(tags)}::text[]`] : []),
    ...(withoutTags ? [`NOT (${tagsOfRow} && ${bind(withoutTags)}::text[])`] : []),
    ...(platforms ? [`${alias}.platforms && ${bind(platforms)}::text[]`] : []),
    ...(withoutPlatforms ? [`NOT (${alias}.platforms && ${bind(withoutPlatforms)}::text[])`] : []),
  ]
}

/**
 * Conditions for tags, platforms and `featured` by their numbers in `filterKeys`. It is short enough for the indexes of all
 * sorts, so that rows are skipped without reading them, and has an index of its own, which finds what is rare.
 */
function keyConditions(
  { featured, tags, withoutTags, platforms, withoutPlatforms }: ContentFilter,
  { alias }: FilteredColumns,
  bind: BindParameter,
): string[] {
  const hasAny = (words: readonly string[]) => `${alias}."filterKeys" && ${bind(words.map(filterKey))}::bigint[]`
  return [
    ...(featured === undefined ? [] : [`${featured ? '' : 'NOT '}(${hasAny([FEATURED])})`]),
    ...(tags ? [hasAny(tags)] : []),
    ...(withoutTags ? [`NOT (${hasAny(withoutTags)})`] : []),
    ...(platforms ? [hasAny(platforms.map(platformWord))] : []),
    ...(withoutPlatforms ? [`NOT (${hasAny(withoutPlatforms.map(platformWord))})`] : []),
  ]
}

interface NameSearch {
  readonly fuzzy: boolean | undefined
  readonly bind: BindParameter
}

/** Each condition can use a trigram index. */
function nameCondition(column: string, nameText: string, { fuzzy, bind }: NameSearch): string {
  const contains = `${column} LIKE ${bind(`%${escapeLikePattern(nameText)}%`)}`
  if (!fuzzy) return contains
  const text = bind(nameText)
  return `(${contains} OR ${column} % ${text} OR ${text} <% ${column})`
}

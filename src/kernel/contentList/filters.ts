import { createHash } from 'node:crypto'
import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLikePattern } from '../list/pageSql.ts'

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
  readonly tags: Prisma.Sql
  /** Whether the table has the column `filterKeys`, which stands for tags, platforms and `featured`. */
  readonly hasKeys?: boolean
}

/** SQL conditions of a filter, without those of visibility. */
export function filterConditions(
  filter: ContentFilter,
  { nameText, minUnitySort, maxUnitySort }: FilterKeys,
  columns: FilteredColumns,
): Prisma.Sql[] {
  const { authorId, fuzzy = false } = filter
  const { hasKeys = false } = columns
  const alias = Prisma.raw(columns.alias)
  return [
    ...(nameText === '' ? [] : [nameCondition(Prisma.sql`${alias}."nameKey"`, nameText, fuzzy)]),
    ...(hasKeys ? keyConditions(filter, alias) : wordConditions(filter, alias, columns.tags)),
    ...(minUnitySort === undefined ? [] : [Prisma.sql`${alias}."maxUnitySort" >= ${minUnitySort}`]),
    ...(maxUnitySort === undefined ? [] : [Prisma.sql`${alias}."minUnitySort" <= ${maxUnitySort}`]),
    ...(authorId === undefined ? [] : [Prisma.sql`${alias}."authorId" = ${authorId}`]),
  ]
}

type WordFilter = Pick<ContentFilter, 'featured' | 'tags' | 'withoutTags' | 'platforms' | 'withoutPlatforms'>

/** Conditions for tags, platforms and `featured` by the columns that have their words. */
function wordConditions(
  { featured, tags, withoutTags, platforms, withoutPlatforms }: WordFilter,
  alias: Prisma.Sql,
  tagsOfRow: Prisma.Sql,
): Prisma.Sql[] {
  const hasAny = (column: Prisma.Sql, words: readonly string[]) => Prisma.sql`(${column} && ${words}::text[])`
  const platformsOfRow = Prisma.sql`${alias}.platforms`
  return [
    ...(featured === undefined ? [] : [Prisma.sql`${alias}.featured = ${featured}`]),
    ...(tags ? [hasAny(tagsOfRow, tags)] : []),
    ...(withoutTags ? [Prisma.sql`NOT ${hasAny(tagsOfRow, withoutTags)}`] : []),
    ...(platforms ? [hasAny(platformsOfRow, platforms)] : []),
    ...(withoutPlatforms ? [Prisma.sql`NOT ${hasAny(platformsOfRow, withoutPlatforms)}`] : []),
  ]
}

/** Words that stand for what a filter asks for beside tags, which have no spaces. */
const FEATURED = 'is featured'
const platformWord = (platform: string): string => `platform ${platform}`

/**
 * The number that stands for a tag or another word in columns named `filterKeys`: the first 64 bits of its MD5, as the
 * function `content_filter_keys` of the database computes it. Decimal. Whoever finds two tags with one number has only made
 * a row that both find.
 */
const filterKey = (word: string): string =>
  BigInt.asIntN(64, BigInt(`0x${createHash('md5').update(word).digest('hex').slice(0, 16)}`)).toString()

/**
 * Conditions for tags, platforms and `featured` by their numbers in `filterKeys`. It is short enough for the indexes of all
 * sorts, so that rows are skipped without reading them, and has an index of its own, which finds what is rare.
 */
function keyConditions(
  { featured, tags, withoutTags, platforms, withoutPlatforms }: WordFilter,
  alias: Prisma.Sql,
): Prisma.Sql[] {
  const hasAny = (words: readonly string[]) => Prisma.sql`(${alias}."filterKeys" && ${words.map(filterKey)}::bigint[])`
  return [
    ...(featured === undefined ? [] : [featured ? hasAny([FEATURED]) : Prisma.sql`NOT ${hasAny([FEATURED])}`]),
    ...(tags ? [hasAny(tags)] : []),
    ...(withoutTags ? [Prisma.sql`NOT ${hasAny(withoutTags)}`] : []),
    ...(platforms ? [hasAny(platforms.map(platformWord))] : []),
    ...(withoutPlatforms ? [Prisma.sql`NOT ${hasAny(withoutPlatforms.map(platformWord))}`] : []),
  ]
}

/** Each condition can use a trigram index. */
function nameCondition(column: Prisma.Sql, nameText: string, fuzzy: boolean): Prisma.Sql {
  const contains = Prisma.sql`${column} LIKE ${`%${escapeLikePattern(nameText)}%`}`
  if (!fuzzy) return contains
  return Prisma.sql`(${contains} OR ${column} % ${nameText} OR ${nameText} <% ${column})`
}

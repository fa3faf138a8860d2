import type { Prisma } from '../../generated/prisma/client.ts'
import { knownLimit, plannedForValues, statementName, unknownText } from '../../kernel/database.ts'
import { escapeLikePattern } from '../../kernel/likePattern.ts'
import {
  type BindParameter,
  createBindings,
  type KeysetColumns,
  type KeysetKey,
  type KeysetPage,
  keysetConditions,
  type OffsetPage,
} from '../../kernel/page.ts'
import { listRecords, type RowVersion } from '../../kernel/recordCache.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/account/names.ts'
import { searchableUsersSql } from './policy.ts'
import { type PublicUser, SEARCHED_USER_COLUMNS, type SearchedUser, USER_ROWS, userColumns } from './queries.ts'
import { canSeeLastVisit } from './relations.ts'

export interface UserSearch {
  /** Part of the display name; an empty one finds nobody. */
  readonly search?: string | undefined
  readonly developerType?: string | undefined
}

/** The order of a list of people: by relevance, those whose display name begins with the searched text come before others. */
export interface UserOrder {
  readonly isByRelevance: boolean
  readonly columns: KeysetColumns
}

/** By relevance, then by display name, so that the display name tells the place of a person. */
export const BY_RELEVANCE: UserOrder = { isByRelevance: true, columns: ['displayNameKey'] }

/** The part of a page whose people have one rank. */
interface RankedPage {
  /** Whether the names begin with the searched text, or only contain it; null for both. */
  readonly beginsWithText: boolean | null
  readonly page: KeysetPage
}

/** The ranks of a page in the order of the list, without those that lie beyond its bounds. */
export function rankedPages({ search = '' }: UserSearch, { isByRelevance }: UserOrder, page: KeysetPage): RankedPage[] {
  const text = nameKey(search)
  if (!isByRelevance || text === '') return [{ beginsWithText: null, page }]
  const isFirst = (key: KeysetKey) => String(key[0]).startsWith(text)
  const { above, below } = page
  const first = { ...page, below: below && isFirst(below) ? below : undefined }
  const second = { ...page, above: above && !isFirst(above) ? above : undefined }
  const ranks = [
    ...(second.above ? [] : [{ beginsWithText: true, page: first }]),
    ...(first.below ? [] : [{ beginsWithText: false, page: second }]),
  ]
  return page.descending ? ranks.reverse() : ranks
}

/** Prisma condition of a rank. */
export function rankWhere({ search = '' }: UserSearch, { beginsWithText }: RankedPage): Prisma.UserWhereInput {
  if (beginsWithText === null) return {}
  const begins = { displayNameKey: { startsWith: escapeLikePattern(nameKey(search)) } }
  return beginsWithText ? begins : { NOT: begins }
}

/** A page of the people whom a search finds. */
export interface FoundPage {
  readonly search: UserSearch
  readonly order: UserOrder
  readonly page: KeysetPage
}

/** A person in search results. */
export interface FoundUser {
  readonly user: SearchedUser
  readonly isFriend: boolean
  /** Whether the viewer sees by which platform the person was last here. */
  readonly showsLastVisit: boolean
}

interface SearchedRow extends SearchedUser {
  /** Of a friend, whether either has blocked the other; null for other people. */
  readonly isBlockedFriend: boolean | null
}

/** Searches people by display name, by relevance. People are not cached: there are too many, and to read them costs little more. */
export async function searchUsers(
  scope: ViewerScope,
  search: UserSearch,
  { limit, offset }: OffsetPage,
): Promise<FoundUser[]> {
  const found = { search, order: BY_RELEVANCE, page: { limit, descending: false } }
  const select = (bind: BindParameter) => `${SEARCHED_USER_COLUMNS}, (
    SELECT f.blocked FROM "Friendship" AS f WHERE f."userId" = ${bind(scope.viewer.id)} AND f."friendId" = u.id
  ) AS "isBlockedFriend"`
  const rows = await readFoundUsers<SearchedRow>(scope, found, select, offset)
  return rows.map((user) => {
    const isFriend = user.isBlockedFriend !== null
    const relation = { isFriend, isBlocked: user.isBlockedFriend === true }
    return { user, isFriend, showsLastVisit: canSeeLastVisit(scope, user, relation) }
  })
}

/** Searches people by display name. `selected` names columns of the rows, beside the id and those of the order; null for whole rows. */
export async function listFoundUsers(
  scope: ViewerScope,
  found: FoundPage,
  selected: ReadonlySet<string> | null,
): Promise<PublicUser[]> {
  const set = selected && userColumns(['id', ...columnsOf(found.order), ...selected])
  if (set) return readFoundUsers<PublicUser>(scope, found, () => set.select)
  const listed = await listRecords(scope, USER_ROWS, () =>
    readFoundUsers<RowVersion>(scope, found, () => 'id, revision'),
  )
  return listed.map(({ record }) => record)
}

const columnsOf = ({ columns }: UserOrder) => columns.filter((column) => column !== undefined)

/** Makes a SELECT list of columns of the person `u`, which need no prefix. */
type Select = (bind: BindParameter) => string

/**
 * Reads these columns of a page of the people whom a search finds, without the first `offset` of them. A statement for each
 * rank that the page reaches: a text that many names begin with takes one.
 */
async function readFoundUsers<Row>(scope: ViewerScope, found: FoundPage, select: Select, offset = 0): Promise<Row[]> {
  const { search, order, page } = found
  if (nameKey(search.search ?? '') === '') return []
  const ranks = rankedPages(search, order, page)
  const rows: Row[] = []
  let skipping = offset
  for (const rank of ranks) {
    const limit = page.limit - rows.length
    if (limit === 0) break
    const ofRank = await readRank<Row>(scope, found, rank, { select, limit, offset: skipping })
    rows.push(...ofRank)
    if (ofRank.length > 0) skipping = 0
    else if (skipping > 0 && rank !== ranks.at(-1)) skipping -= await countRank(scope, found, rank)
  }
  return rows
}

interface RankSelect {
  readonly select: Select
  readonly limit: number
  readonly offset: number
}

/**
 * Reads people of one rank. If some are passed over, the ids come first, as an index has what people are found and ordered
 * by: of those who are passed over, no row is read. An array of ids is planned in less time than a join. Names that contain
 * a text are looked up by a plan for this text, as a frequent one needs another plan than a rare one. The plan of other pages
 * is kept, as PostgreSQL does not know the text when it plans, but how few rows are read.
 */
function readRank<Row>(scope: ViewerScope, { search, order }: FoundPage, rank: RankedPage, asked: RankSelect) {
  const { limit, offset } = asked
  const { values, bind } = createBindings()
  const direction = rank.page.descending ? 'DESC' : 'ASC'
  const orderBy = columnsOf(order).map((column) => `u."${column}" ${direction}`)
  const conditions = [
    ...rankConditions(scope, search, rank, bind),
    ...keysetConditions(rank.page, order.columns, bind),
    ...(rank.beginsWithText ? [] : [plannedForValues(bind)]),
  ]
  const source = `"User" AS u WHERE ${conditions.join(' AND ')} ORDER BY ${orderBy}`
  const most = rank.beginsWithText && offset === 0 ? knownLimit(limit) : undefined
  const rows = most
    ? `(SELECT * FROM ${source} LIMIT ${most}) AS u LIMIT ${bind(limit)}`
    : `"User" AS u WHERE u.id = ANY(ARRAY(SELECT u.id FROM ${source} LIMIT ${bind(limit)} OFFSET ${bind(offset)})) ORDER BY ${orderBy}`
  const text = `SELECT ${asked.select(bind)} FROM ${rows}`
  return scope.read<Row>(statementName('people', text), text, values)
}

/** Number of the people of a rank on all pages. */
async function countRank(scope: ViewerScope, { search }: FoundPage, rank: RankedPage): Promise<number> {
  const { values, bind } = createBindings()
  const conditions = rankConditions(scope, search, rank, bind)
  const text = `SELECT count(*)::int AS count FROM "User" AS u WHERE ${conditions.join(' AND ')}`
  const [row] = await scope.read<{ readonly count: number }>(null, text, values)
  return row?.count ?? 0
}

/** SQL conditions of a rank for the person `u`, to be combined by AND. */
const rankConditions = (
  { viewer }: ViewerScope,
  { search = '', developerType }: UserSearch,
  { beginsWithText }: RankedPage,
  bind: BindParameter,
): string[] => [
  ...nameConditions(nameKey(search), beginsWithText, bind),
  searchableUsersSql(viewer.id, bind),
  ...(developerType ? [`u."developerType" = ${bind(developerType)}`] : []),
]

/** The greatest character, which no name contains. */
const LAST_CHARACTER = '\u{10ffff}'

/** Names that begin with a text are a range of the names, as these are compared by code points. */
function nameConditions(text: string, beginsWithText: boolean | null, bind: BindParameter): string[] {
  const name = 'u."displayNameKey"'
  const bound = (value: string) => unknownText(bind(value))
  if (beginsWithText) return [`${name} >= ${bound(text)}`, `${name} < ${bound(text + LAST_CHARACTER)}`]
  const part = escapeLikePattern(text)
  const contains = `${name} LIKE ${bind(`%${part}%`)}`
  return beginsWithText === null ? [contains] : [contains, `${name} NOT LIKE ${bind(`${part}%`)}`]
}

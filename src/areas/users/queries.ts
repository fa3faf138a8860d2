import { LRUCache } from 'lru-cache'
import { Prisma } from '../../generated/prisma/client.ts'
import { isStaff } from '../../kernel/access.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import {
  escapeLikePattern,
  type ListPage,
  ONE_RANK,
  type PageColumns,
  type RankedKey,
  type RankedList,
  type SortKey,
} from '../../kernel/list/pageSql.ts'
import { countRows, readRankedPage, selectedColumns } from '../../kernel/list/readList.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import type { KeysetKey, KeysetPage, OffsetPage } from '../../kernel/page.ts'
import {
  createRowLoader,
  defineRowKind,
  type LoadRow,
  listRecords,
  type RowSource,
  type RowVersion,
} from '../../kernel/records.ts'
import type { Scope, Services, ViewerScope } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/account/names.ts'
import { USER_SUMMARY_COLUMNS } from '../accounts/policy.ts'
import {
  fromOf,
  isStaffOrder,
  orderConditions,
  type PublicFilter,
  STAFF_ORDERS,
  type StaffFilter,
  type StaffOrder,
  staffConditions,
} from './list/queries.ts'
import { userPairKey } from './locks.ts'
import { blockedUsersSql, canSeeLastVisit, SEARCHABLE_USERS, VISIBLE_USERS, visibleUsers } from './policy.ts'

/** Columns that a search reads: about half of them, as the cost of a page grows with its columns. */
export const USER_SEARCH_COLUMNS = { ...USER_SUMMARY_COLUMNS, bannerType: true, bannerUrl: true } as const

/** Public columns of a person: no others are read for the GraphQL type User. */
export const PUBLIC_USER_COLUMNS = {
  ...USER_SEARCH_COLUMNS,
  displayNameKey: true,
  createdAt: true,
  allowAvatarCopying: true,
  ageVerificationStatus: true,
  ageVerified: true,
  lastMobileAt: true,
} satisfies Prisma.UserSelect

export type PublicUser = Prisma.UserGetPayload<{ select: typeof PUBLIC_USER_COLUMNS }>

const PUBLIC_COLUMN_NAMES = Object.keys(PUBLIC_USER_COLUMNS)
const selectColumns = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Public columns of a person, as records show them. */
interface PublicUserVersion extends PublicUser, RowVersion {
  readonly id: string
}

const LISTED_COLUMNS = Prisma.raw(PUBLIC_COLUMN_NAMES.map((name) => `u."${name}"`).join(', '))
const ALL_COLUMNS = Prisma.raw(selectColumns(PUBLIC_COLUMN_NAMES))

/** Reads people in no order, even erased ones. One statement. */
const readUserRows = ({ sql }: Pick<Services, 'sql'>, ids: readonly string[]) =>
  sql<PublicUserVersion>`SELECT ${ALL_COLUMNS}, revision FROM "User" WHERE id = ANY(${ids})`

/** A person in search results. */
type SearchedUser = Pick<PublicUser, keyof typeof USER_SEARCH_COLUMNS>

/** SELECT list of SearchedUser. */
const SEARCHED_USER_COLUMNS = Prisma.raw(selectColumns(Object.keys(USER_SEARCH_COLUMNS)))

/** People as rows. All requests share a row, so nobody may change it. */
const USER_ROWS = defineRowKind<PublicUserVersion>({
  name: 'person',
  readRows: readUserRows,
})

/** Reads those of these people who were not erased, in no order. One statement for those who are cached, else two. */
export async function readPublicUsersByIds(source: RowSource, ids: readonly string[]): Promise<PublicUserVersion[]> {
  const found = await listRecords(
    source,
    USER_ROWS,
    () => source.sql<RowVersion>`SELECT id, revision FROM "User" WHERE id = ANY(${ids}) AND ${VISIBLE_USERS}`,
  )
  return found.map(({ record }) => record)
}

/** Loads the public columns of a person; null for an erased one. */
export const loadPublicUser: LoadRow<PublicUser> = createRowLoader(readPublicUsersByIds)

/** People with some columns alone, for a query that selects no others. */
export interface SelectedUsers {
  /** SELECT list for the person `u`. */
  readonly columns: Prisma.Sql
  /** Loads people; null for an erased one. */
  readonly load: LoadRow<PublicUser>
}

const loaders = new LRUCache<string, LoadRow<PublicUser>>({ max: 50 })

/** People with the selected columns and their ids; null where whole rows are read instead. */
export function selectedUsers(selected: ReadonlySet<string> | null): SelectedUsers | null {
  const columns = selectedColumns('u', PUBLIC_COLUMN_NAMES, selected && new Set(['id', ...selected]))
  return (
    columns && {
      columns,
      load: getOrCreate<string, LoadRow<PublicUser>>(loaders, columns.sql, () => loaderOf(columns)),
    }
  )
}

const loaderOf = (columns: Prisma.Sql): LoadRow<PublicUser> =>
  createRowLoader(({ sql }, ids) => sql`SELECT ${columns} FROM "User" AS u WHERE id = ANY(${ids}) AND ${VISIBLE_USERS}`)

/** A person who was not erased, by username: for admins, as usernames are private. */
export const findPublicUserByName = ({ db }: Pick<Scope, 'db'>, username: string): Promise<PublicUser | null> =>
  db.user.findFirst({ where: { usernameKey: nameKey(username), ...visibleUsers }, select: PUBLIC_USER_COLUMNS })

/** Which people to list. */
export type UserFilter = PublicFilter & StaffFilter

const BY_NAME: readonly SortKey[] = [{ by: Prisma.raw('u."displayNameKey"'), type: 'text' }]

/** Orders of lists of people. By relevance, those whose display name begins with the searched text come before others. */
const ORDERS = {
  relevance: BY_NAME,
  displayName: BY_NAME,
  createdAt: [
    { by: Prisma.raw('u."createdAt"'), type: 'timestamptz' },
    { by: Prisma.raw('u.id'), type: 'text' },
  ],
  ...STAFF_ORDERS,
} as const satisfies Record<string, readonly SortKey[]>

export type UserOrder = keyof typeof ORDERS

/** The people whom a filter matches, and the order in which they are listed. */
interface UserSearch {
  readonly filter: UserFilter
  readonly order: UserOrder
}

/** The greatest character, which no name contains. */
const LAST_CHARACTER = '\u{10ffff}'

/** Names that begin with a text are a range of the names, as these are compared by code points. */
const beginsWith = (text: string) =>
  Prisma.sql`(u."displayNameKey" >= ${text} AND u."displayNameKey" < ${text + LAST_CHARACTER})`

/** The people `u` whom the viewer finds. Among names that contain a text, a frequent one needs another plan than a rare one. */
function foundUsers(scope: ViewerScope, { filter, order }: UserSearch): RankedList {
  const text = nameKey(filter.search ?? '')
  const begins = beginsWith(text)
  const contains = isStaff(scope, 'people') ? adminSearch(text) : containsText('displayNameKey', text)
  const list = { alias: 'u', from: fromOf(order), order: ORDERS[order], plan: 'custom' } as const
  const where = [SEARCHABLE_USERS, ...conditionsOf(scope, filter), ...orderConditions(order)]
  if (!isRanked({ filter, order })) return { ...list, where: [contains, ...where], ranks: ONE_RANK }
  const rest = { where: Prisma.sql`NOT ${begins} AND ${contains}` }
  return { ...list, where, ranks: [{ where: begins, plan: 'kept' }, rest] }
}

const containsText = (column: string, text: string) =>
  Prisma.sql`u.${Prisma.raw(`"${column}"`)} LIKE ${`%${escapeLikePattern(text)}%`}`

/** Admins search usernames, too, or e-mail addresses by a text with an `@`, which no name contains. */
const adminSearch = (text: string) =>
  text.includes('@')
    ? Prisma.sql`u.id IN (SELECT "userId" FROM "Account" WHERE "emailKey" LIKE ${`%${escapeLikePattern(text)}%`})`
    : Prisma.sql`(${containsText('displayNameKey', text)} OR ${containsText('usernameKey', text)})`

const isRanked = ({ filter: { search = '' }, order }: UserSearch) => order === 'relevance' && nameKey(search) !== ''

/** Staff finds people across blocks, too. */
const conditionsOf = (scope: ViewerScope, { developerType, ...filter }: UserFilter): Prisma.Sql[] => [
  ...(isStaff(scope, 'people') ? [] : [Prisma.sql`u.id NOT IN (${blockedUsersSql(scope.viewer.id)})`]),
  ...(developerType ? [Prisma.sql`u."developerType" = ${developerType}`] : []),
  ...staffConditions(scope, filter),
]

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
export async function searchUsers(scope: ViewerScope, filter: UserFilter, page: OffsetPage): Promise<FoundUser[]> {
  const select = Prisma.sql`${SEARCHED_USER_COLUMNS}, (
    SELECT f.blocked FROM "Friendship" AS f WHERE f."userId" = ${scope.viewer.id} AND f."friendId" = u.id
  ) AS "isBlockedFriend"`
  const rows = await readFound<SearchedRow>(
    scope,
    { filter, order: 'relevance' },
    { ...page, descending: false },
    { select },
  )
  return rows.map((user) => {
    const isFriend = user.isBlockedFriend !== null
    const relation = { isFriend, isBlocked: user.isBlockedFriend === true }
    return { user, isFriend, showsLastVisit: canSeeLastVisit(scope, user, relation) }
  })
}

/** A person of a list, with the value of the order if it is one of the staff. */
export interface ListedUser extends PublicUser {
  readonly lastLoginAt?: Date
  readonly reports?: number
}

const VALUE_COLUMNS: Readonly<Record<StaffOrder, string>> = { lastLoginAt: 'lastLoginAt', reportCount: 'reports' }

/** A page of the people whom the viewer finds. `selected` names columns of the rows, beside the id and those of the order; null for whole rows. */
export async function listFoundUsers(
  scope: ViewerScope,
  search: UserSearch,
  { page, selected }: { readonly page: KeysetPage; readonly selected: ReadonlySet<string> | null },
): Promise<ListedUser[]> {
  const read = <Row>(select: Prisma.Sql) => readFound<Row>(scope, search, keyedPage(search, page), { select })
  const { order } = search
  if (isStaffOrder(order))
    return read<ListedUser>(Prisma.sql`${LISTED_COLUMNS}, u.sort0 AS ${Prisma.raw(`"${VALUE_COLUMNS[order]}"`)}`)
  const columns = selectedColumns(
    'u',
    PUBLIC_COLUMN_NAMES,
    selected && new Set(['id', 'displayNameKey', 'createdAt', ...selected]),
  )
  if (columns) return read<PublicUser>(columns)
  const listed = await listRecords(scope, USER_ROWS, () => read<RowVersion>(Prisma.raw('u.id, u.revision')))
  return listed.map(({ record }) => record)
}

/** Ids of the first people whom the viewer finds, by display name. One statement. */
export async function findUserIds(scope: ViewerScope, filter: UserFilter, limit: number): Promise<UserId[]> {
  const page = { limit, descending: false }
  const rows = await readFound<{ readonly id: string }>(scope, { filter, order: 'displayName' }, page, {
    select: Prisma.raw('u.id'),
  })
  return rows.map(({ id }) => trusted<'user'>(id))
}

/** The most people of one name that are found by it. */
const MAX_NAMESAKES = 20

/**
 * Ids of the people of this display name, and for staff with `people` also of this username, without regard to case. At most
 * 20. One statement.
 */
export async function findIdsByName(scope: ViewerScope, name: string): Promise<string[]> {
  const key = nameKey(name)
  const byUsername = isStaff(scope, 'people') ? [{ usernameKey: key }] : []
  const where = { OR: [{ displayNameKey: key }, ...byUsername] }
  const people = await scope.db.user.findMany({ where, select: { id: true }, take: MAX_NAMESAKES })
  return people.map(({ id }) => id)
}

/** Number of the people whom the viewer finds. One statement. */
export const countFoundUsers = async (scope: ViewerScope, { filter, order }: UserSearch): Promise<number> =>
  findsAnybody(scope, filter)
    ? countRows(scope, foundUsers(scope, { filter, order: isStaffOrder(order) ? order : 'displayName' }))
    : 0

/** The display name tells the rank of a person. */
function keyedPage(search: UserSearch, { above, below, ...page }: KeysetPage): ListPage<RankedKey> {
  const text = nameKey(search.filter.search ?? '')
  const keyOf = (values: KeysetKey) => ({
    rank: isRanked(search) && !String(values[0]).startsWith(text) ? 1 : 0,
    values,
  })
  return { ...page, above: above && keyOf(above), below: below && keyOf(below) }
}

/** Only admins list people without a part of a name. */
const findsAnybody = (scope: ViewerScope, { search = '' }: UserFilter) =>
  isStaff(scope, 'people') || nameKey(search) !== ''

/** One statement, or none. */
const readFound = async <Row>(
  scope: ViewerScope,
  search: UserSearch,
  page: ListPage<RankedKey>,
  columns: PageColumns,
) => (findsAnybody(scope, search.filter) ? readRankedPage<Row>(scope, foundUsers(scope, search), page, columns) : [])

/** A friendship, a request or a block between a person and the viewer. */
export interface RelationRow {
  readonly id: string
  readonly key: string
  readonly request: '' | 'incoming' | 'outgoing'
  readonly blocked: boolean
  readonly blockedByViewer: boolean
}

/** Friendships, requests and blocks between these people and the viewer. One statement. */
export const readRelationRows = ({ sql, viewer: { id: viewerId } }: ViewerScope, ids: readonly string[]) =>
  sql<RelationRow>`
    SELECT "friendId" AS id, key, '' AS request, blocked, false AS "blockedByViewer" FROM "Friendship"
    WHERE "userId" = ${viewerId} AND "friendId" = ANY(${ids})
    UNION ALL
    SELECT CASE "senderId" WHEN ${viewerId} THEN "receiverId" ELSE "senderId" END, '',
      CASE "senderId" WHEN ${viewerId} THEN 'outgoing' ELSE 'incoming' END, false, false
    FROM "Notification" WHERE "friendPair" = ANY(${ids.map((other) => userPairKey(viewerId, other))})
    UNION ALL
    SELECT "targetUserId", '', '', true, true FROM "PlayerModeration"
    WHERE "sourceUserId" = ${viewerId} AND "targetUserId" = ANY(${ids}) AND matter = 'block'
    UNION ALL
    SELECT "sourceUserId", '', '', true, false FROM "PlayerModeration"
    WHERE "sourceUserId" = ANY(${ids}) AND "targetUserId" = ${viewerId} AND matter = 'block'`

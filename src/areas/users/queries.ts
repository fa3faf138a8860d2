import { Prisma } from '../../generated/prisma/client.ts'
import { createColumnSets } from '../../kernel/columnSets.ts'
import { defineRowKind, listRecords, type RowVersion } from '../../kernel/recordCache.ts'
import { createRowLoader, type LoadRow, type RowSource } from '../../kernel/rowLoader.ts'
import type { Scope, Services } from '../../kernel/scope.ts'
import { USER_SUMMARY_COLUMNS } from '../accounts/account/currentUser.ts'
import { nameKey } from '../accounts/account/names.ts'
import { VISIBLE_USERS, visibleUsers } from './policy.ts'

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

export const PUBLIC_COLUMN_NAMES = Object.keys(PUBLIC_USER_COLUMNS)
const selectColumns = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Public columns of a person, as records show them. */
interface PublicUserVersion extends PublicUser, RowVersion {
  readonly id: string
}

const ALL_COLUMNS = Prisma.raw(selectColumns(PUBLIC_COLUMN_NAMES))

/** Reads people in no order, even erased ones. One statement. */
const readUserRows = ({ sql }: Pick<Services, 'sql'>, ids: readonly string[]) =>
  sql<PublicUserVersion>`SELECT ${ALL_COLUMNS}, revision FROM "User" WHERE id = ANY(${ids})`

/** A person in search results. */
export type SearchedUser = Pick<PublicUser, keyof typeof USER_SEARCH_COLUMNS>

/** SELECT list of SearchedUser. */
export const SEARCHED_USER_COLUMNS = Prisma.raw(selectColumns(Object.keys(USER_SEARCH_COLUMNS)))

/** People as rows. All requests share a row, so nobody may change it. */
export const USER_ROWS = defineRowKind<PublicUserVersion>({
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

/** Some of the public columns, for a query that selects no others. */
export interface UserColumns {
  /** SELECT list, without an alias. */
  readonly select: string
  /** Loads people with these columns alone; null for an erased one. */
  readonly load: LoadRow<PublicUser>
}

const TIME_COLUMN_NAMES = ['createdAt', 'lastMobileAt']

/** Rows of such statements have the selected columns alone, and those of times are not among them. */
export const userColumns = createColumnSets<UserColumns>(
  PUBLIC_COLUMN_NAMES.filter((name) => !TIME_COLUMN_NAMES.includes(name)),
  (names) => {
    const select = selectColumns(names)
    const columns = Prisma.raw(select)
    const load = createRowLoader<PublicUser>(
      ({ sql }, ids) => sql`SELECT ${columns} FROM "User" WHERE id = ANY(${ids}) AND ${VISIBLE_USERS}`,
    )
    return { select, load }
  },
)

/** A person who was not erased, by username: for admins, as usernames are private. */
export const findPublicUserByName = ({ db }: Pick<Scope, 'db'>, username: string): Promise<PublicUser | null> =>
  db.user.findFirst({ where: { usernameKey: nameKey(username), ...visibleUsers }, select: PUBLIC_USER_COLUMNS })

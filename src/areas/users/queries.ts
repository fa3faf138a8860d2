import type { Prisma } from '../../generated/prisma/client.ts'
import {
  dateOfMilliseconds,
  dateOfMillisecondsOrNull,
  epochMillisecondsColumn,
  jsonColumn,
} from '../../kernel/database.ts'
import { createRowLoader } from '../../kernel/rowLoader.ts'
import type { Scope, Services } from '../../kernel/scope.ts'
import { nameKey } from '../accounts/account/names.ts'
import { VISIBLE_USERS_SQL, visibleUsers } from './policy.ts'
import { USER_SEARCH_COLUMNS } from './users.ts'

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

const COLUMN_EXPRESSIONS: Readonly<Record<string, (column: string) => string>> = {
  createdAt: epochMillisecondsColumn,
  lastMobileAt: epochMillisecondsColumn,
  bioLinks: jsonColumn,
  tags: jsonColumn,
  currentAvatarTags: jsonColumn,
}

const columns = Object.keys(PUBLIC_USER_COLUMNS).map((name) => COLUMN_EXPRESSIONS[name]?.(name) ?? `"${name}"`)

const PUBLIC_USERS_BY_IDS = `SELECT ${columns.join(', ')} FROM "User" WHERE id = ANY($1) AND ${VISIBLE_USERS_SQL}`

interface PublicUserRow extends Omit<PublicUser, 'createdAt' | 'lastMobileAt'> {
  readonly createdAt: number
  readonly lastMobileAt: number | null
}

/** Reads those of these people who were not erased, in no order. One statement. */
export async function readPublicUsersByIds(
  { read }: Pick<Services, 'read'>,
  ids: readonly string[],
): Promise<PublicUser[]> {
  const rows = await read<PublicUserRow>('seen-by-ids', PUBLIC_USERS_BY_IDS, [ids])
  return rows.map((row) => ({
    ...row,
    createdAt: dateOfMilliseconds(row.createdAt),
    lastMobileAt: dateOfMillisecondsOrNull(row.lastMobileAt),
  }))
}

/** Loads the public columns of a person; null for an erased one. */
export const loadPublicUser = createRowLoader(readPublicUsersByIds)

/** A person who was not erased, by username: for admins, as usernames are private. */
export const findPublicUserByName = ({ db }: Pick<Scope, 'db'>, username: string): Promise<PublicUser | null> =>
  db.user.findFirst({ where: { usernameKey: nameKey(username), ...visibleUsers }, select: PUBLIC_USER_COLUMNS })

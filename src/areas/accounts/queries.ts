import {
  type Account,
  type Badge,
  type PastDisplayName,
  Prisma,
  type User,
  type UserBadge,
} from '../../generated/prisma/client.ts'
import { type JsonRow, type Sql, timeOrNull } from '../../kernel/database.ts'
import { newId, type UserId } from '../../kernel/ids.ts'
import { createRowLoader } from '../../kernel/records.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type InTransaction, isUniqueViolation } from '../../kernel/transaction.ts'

const COLUMNS = [
  'id',
  'username',
  'displayName',
  'bio',
  'bioLinks',
  'pronouns',
  'pronounsHistory',
  'status',
  'statusDescription',
  'statusFirstTime',
  'statusHistory',
  'tags',
  'developerType',
  'userIcon',
  'profilePicOverride',
  'currentAvatar',
  'currentAvatarImageUrl',
  'currentAvatarTags',
  'currentAvatarThumbnailImageUrl',
  'fallbackAvatar',
  'lastPlatform',
  'homeLocation',
  'ageVerificationStatus',
  'ageVerified',
  'allowAvatarCopying',
  'createdAt',
  'updatedAt',
  'lastMobileAt',
  'lastLoginAt',
  'lastActivityAt',
] as const

const ACCOUNT_COLUMNS = [
  'acceptedPrivacyVersion',
  'acceptedTOSVersion',
  'birthday',
  'contentFilters',
  'deletionAt',
  'deletionLog',
  'email',
  'emailVerified',
  'hasDiscordFriendsOptOut',
  'hasLoggedInFromClient',
  'hasSharedConnectionsOptOut',
  'isBoopingEnabled',
  'pendingEmail',
  'totpEnabledAt',
  'unsubscribe',
] as const

/** A person's row with the rows that belong to it, as an answer for that person shows them. */
export interface OwnUserRow extends Pick<User, (typeof COLUMNS)[number]> {
  readonly account: Pick<Account, (typeof ACCOUNT_COLUMNS)[number]> | null
  /** Oldest first. */
  readonly badges: readonly OwnBadgeRow[]
  /** Oldest first. */
  readonly pastDisplayNames: readonly Pick<PastDisplayName, 'displayName' | 'updatedAt'>[]
  readonly occupies: OccupiedPlaceRow | null
  /** Location of the instance in whose queue the person waits; null for none. */
  readonly queuedAt: string | null
  /** By the friend's id. */
  readonly friendships: readonly OwnFriendshipRow[]
  /** Groups of the person, by the time of joining. */
  readonly groupIds: readonly string[]
}

export type OwnBadgeRow = Pick<UserBadge, 'badgeId' | 'assignedAt' | 'updatedAt' | 'hidden' | 'showcased'> & {
  readonly badge: Pick<Badge, 'name' | 'description' | 'imageUrl'>
}

interface OccupiedPlaceRow {
  readonly location: string
  readonly platform: string
  readonly instance: { readonly worldId: string; readonly instanceId: string; readonly type: string }
}

interface OwnFriendshipRow {
  readonly friendId: string
  /** Whether either has blocked the other. */
  readonly blocked: boolean
  readonly friend: { readonly status: string }
}

const USER_COLUMNS = Prisma.raw(COLUMNS.map((name) => `u."${name}"`).join(', '))

/** SQL of a JSON object with these columns. */
const jsonOf = (alias: string, columns: readonly string[]) =>
  `json_build_object(${columns.map((name) => `'${name}', ${alias}."${name}"`).join(', ')})`

const jsonList = (object: string, order: string) => Prisma.raw(`coalesce(json_agg(${object} ORDER BY ${order}), '[]')`)

const ACCOUNT = Prisma.raw(jsonOf('a', ACCOUNT_COLUMNS))
const BADGES = jsonList(
  `json_build_object('badgeId', h."badgeId", 'hidden', h.hidden, 'showcased', h.showcased, 'assignedAt', h."assignedAt",
    'updatedAt', h."updatedAt", 'badge', ${jsonOf('b', ['name', 'description', 'imageUrl'])})`,
  'h."assignedAt"',
)
const PAST_NAMES = jsonList(jsonOf('n', ['displayName', 'updatedAt']), 'n."updatedAt"')
const PLACE = Prisma.raw(`json_build_object('location', o.location, 'platform', o.platform,
  'instance', ${jsonOf('i', ['worldId', 'instanceId', 'type'])})`)
const FRIENDSHIPS = jsonList(
  `json_build_object('friendId', f."friendId", 'blocked', f.blocked, 'friend', ${jsonOf('p', ['status'])})`,
  'f."friendId"',
)
const GROUP_IDS = jsonList('m."groupId"', 'm."joinedAt", m.id')

interface StoredRow extends Omit<OwnUserRow, 'account' | 'badges' | 'pastDisplayNames'> {
  readonly account: JsonRow<NonNullable<OwnUserRow['account']>> | null
  readonly badges: readonly JsonRow<OwnBadgeRow>[]
  readonly pastDisplayNames: readonly JsonRow<OwnUserRow['pastDisplayNames'][number]>[]
}

const ownUserOf = ({ account, badges, pastDisplayNames, ...row }: StoredRow): OwnUserRow => ({
  ...row,
  account: account && {
    ...account,
    birthday: timeOrNull(account.birthday),
    deletionAt: timeOrNull(account.deletionAt),
    totpEnabledAt: timeOrNull(account.totpEnabledAt),
  },
  badges: badges.map((badge) => ({
    ...badge,
    assignedAt: new Date(badge.assignedAt),
    updatedAt: new Date(badge.updatedAt),
  })),
  pastDisplayNames: pastDisplayNames.map((past) => ({ ...past, updatedAt: new Date(past.updatedAt) })),
})

/** People who were not erased, in any order. One statement. */
async function ownUsersByIds({ sql }: Pick<Scope, 'sql'>, ids: readonly string[]): Promise<OwnUserRow[]> {
  const rows = await sql<StoredRow>`
    SELECT ${USER_COLUMNS}, CASE WHEN a."userId" IS NOT NULL THEN ${ACCOUNT} END AS account,
      (SELECT ${BADGES} FROM "UserBadge" AS h JOIN "Badge" AS b ON b.id = h."badgeId" WHERE h."userId" = u.id) AS badges,
      (SELECT ${PAST_NAMES} FROM "PastDisplayName" AS n WHERE n."userId" = u.id) AS "pastDisplayNames",
      (SELECT ${PLACE} FROM "Occupant" AS o JOIN "Instance" AS i ON i.location = o.location
        WHERE o."userId" = u.id) AS occupies,
      (SELECT q.location FROM "InstanceQueueEntry" AS q WHERE q."userId" = u.id) AS "queuedAt",
      (SELECT ${FRIENDSHIPS} FROM "Friendship" AS f JOIN "User" AS p ON p.id = f."friendId"
        WHERE f."userId" = u.id) AS friendships,
      (SELECT ${GROUP_IDS} FROM "GroupMember" AS m JOIN "Group" AS g ON g.id = m."groupId"
        WHERE m."userId" = u.id AND m.status = 'member' AND g."deletedAt" IS NULL) AS "groupIds"
    FROM "User" AS u LEFT JOIN "Account" AS a ON a."userId" = u.id
    WHERE u.id = ANY(${ids}) AND u."erasedAt" IS NULL`
  return rows.map(ownUserOf)
}

/** Loads a person who was not erased; calls of one event-loop turn share a statement. */
export const loadOwnUser = createRowLoader(ownUsersByIds)

export type NameColumn = 'username' | 'displayName'

/** People who were stored without the skeleton of a name. */
export const readNamesWithoutSkeleton = ({ sql }: Pick<Scope, 'sql'>, column: NameColumn, limit: number) =>
  sql<{ readonly id: string; readonly name: string }>`
    SELECT id, ${Prisma.raw(`"${column}"`)} AS name FROM "User"
    WHERE ${Prisma.raw(`"${column}Skeleton"`)} IS NULL LIMIT ${limit}`

interface NameSkeleton {
  readonly id: string
  readonly skeleton: string
}

/** Stores skeletons of names; the id instead of one that somebody else has. Keeps those that are stored meanwhile. */
export async function writeSkeletons(
  { sql }: Pick<Scope, 'sql'>,
  column: NameColumn,
  skeletons: readonly NameSkeleton[],
): Promise<void> {
  const ordered = skeletons.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const skeleton = Prisma.raw(`"${column}Skeleton"`)
  await sql`
    UPDATE "User" AS person SET ${skeleton} =
      CASE WHEN EXISTS (SELECT FROM "User" WHERE ${skeleton} = given.skeleton) THEN given.id ELSE given.skeleton END
    FROM unnest(${ordered.map(({ id }) => id)}::text[], ${ordered.map((one) => one.skeleton)}::text[]) AS given (id, skeleton)
    WHERE person.id = given.id AND person.${skeleton} IS NULL`.catch((error) => {
    // Somebody took one of the names meanwhile: the next batch reads them again.
    if (!isUniqueViolation(error)) throw error
  })
}

/** The usernames of the accounts with these keys of addresses. */
export const readUsernamesByEmailKey = (sql: Sql, emailKeys: readonly string[]) =>
  sql<{ readonly username: string }>`
    SELECT u.username FROM "Account" AS a JOIN "User" AS u ON u.id = a."userId"
    WHERE a."emailKey" = ANY (${[...emailKeys]}) AND u."erasedAt" IS NULL`

const MOST_LOG_ENTRIES = 20

/** The log of requests and cancellations with further entries; the oldest beyond the limit are dropped. */
const extendedLog = (entries: string) => Prisma.sql`(
  SELECT jsonb_agg(entry ORDER BY number) FROM (
    SELECT entry, number FROM jsonb_array_elements("deletionLog" || ${entries}::jsonb) WITH ORDINALITY AS log (entry, number)
    ORDER BY number DESC LIMIT ${MOST_LOG_ENTRIES}
  ) AS latest)`

/** Writes that the deletion of an account is cancelled, unless it is due or the account is suspended. */
export async function writeDeletionCancelled(
  { sql, now }: Scope & InTransaction,
  id: UserId,
  log: string,
): Promise<void> {
  await sql`UPDATE "Account" SET "deletionAt" = NULL, "deletionLog" = ${extendedLog(log)}
    WHERE "userId" = ${id} AND "deletionAt" > ${now} AND ("suspendedAt" IS NULL OR "suspendedUntil" <= ${now})`
}

/** Writes that the deletion of an account is cancelled, unless it is due. Answers whether one was pending. */
export async function writeRestored({ sql, now }: Scope & InTransaction, id: UserId, log: string): Promise<boolean> {
  const rows = await sql`UPDATE "Account" SET "deletionAt" = NULL, "deletionLog" = ${extendedLog(log)}
    WHERE "userId" = ${id} AND "deletionAt" > ${now} RETURNING "userId"`
  return rows.length > 0
}

/** Writes when an account is to be deleted, unless a deletion is scheduled. */
export async function writeDeletion({ sql }: InTransaction, id: UserId, deletionAt: Date, log: string): Promise<void> {
  await sql`UPDATE "Account" SET "deletionAt" = ${deletionAt}, "deletionLog" = ${extendedLog(log)}
    WHERE "userId" = ${id} AND "deletionAt" IS NULL`
}

/** Deletes the login places of a person but for the latest. */
export async function deleteOldLoginPlaces({ sql }: Pick<Scope, 'sql'>, userId: string, kept: number): Promise<void> {
  await sql`
    DELETE FROM "LoginPlace" WHERE "userId" = ${userId} AND address IN (
      SELECT address FROM "LoginPlace" WHERE "userId" = ${userId}
      ORDER BY "lastUsedAt" DESC, address OFFSET ${kept})`
}

/**
 * Stores the hash of a token that resets the password of an account with a confirmed address, and answers whose it is. One
 * statement, which takes its time also when no account has the address.
 */
export async function insertPasswordReset(
  { sql, now }: Scope & InTransaction,
  emailKey: string,
  { tokenHash, expiresAt }: { readonly tokenHash: string; readonly expiresAt: Date },
) {
  const id = newId('emailRecord', now)
  const [owner] = await sql<{ userId: string; email: string }>`
    WITH owner AS (
      SELECT "userId", email FROM "Account"
      WHERE "emailKey" = ${emailKey} AND "emailVerified" AND "passwordHash" IS NOT NULL
        AND ("deletionAt" IS NULL OR "deletionAt" > ${now})
    ), stored AS (
      INSERT INTO "PasswordReset" (id, "userId", "tokenHash", "createdAt", "expiresAt")
      SELECT ${id}, "userId", ${tokenHash}, ${now}, ${expiresAt} FROM owner
    )
    SELECT "userId", email FROM owner`
  return owner
}

/** Whether somebody is an admin. Values in the statement would keep PostgreSQL from the index of admins. */
export async function hasAdmin({ sql }: Pick<Scope, 'sql'>): Promise<boolean> {
  const [admins] = await sql<{ some: boolean }>`
    SELECT EXISTS (SELECT FROM "User" WHERE admin AND "erasedAt" IS NULL) AS some`
  return admins?.some === true
}

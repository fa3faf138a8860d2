import {
  type Account,
  type Badge,
  type PastDisplayName,
  Prisma,
  type User,
  type UserBadge,
} from '../../generated/prisma/client.ts'
import { dateOfMilliseconds, dateOfMillisecondsOrNull, type NamedQuery, textList } from '../../kernel/database.ts'
import { createRowLoader } from '../../kernel/rowLoader.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isUniqueViolation } from '../../kernel/transaction.ts'

const PLAIN_COLUMNS = [
  'id',
  'username',
  'displayName',
  'bio',
  'pronouns',
  'status',
  'statusDescription',
  'statusFirstTime',
  'developerType',
  'userIcon',
  'profilePicOverride',
  'currentAvatar',
  'currentAvatarImageUrl',
  'currentAvatarThumbnailImageUrl',
  'fallbackAvatar',
  'lastPlatform',
  'homeLocation',
  'ageVerificationStatus',
  'ageVerified',
  'allowAvatarCopying',
] as const
const LIST_COLUMNS = ['bioLinks', 'tags', 'currentAvatarTags', 'pronounsHistory', 'statusHistory'] as const
const TIME_COLUMNS = ['createdAt', 'updatedAt'] as const
const OPTIONAL_TIME_COLUMNS = ['lastMobileAt', 'lastLoginAt', 'lastActivityAt'] as const

type TimeColumn = (typeof TIME_COLUMNS)[number]
type OptionalTimeColumn = (typeof OPTIONAL_TIME_COLUMNS)[number]
type PlainColumn = (typeof PLAIN_COLUMNS)[number] | (typeof LIST_COLUMNS)[number]

const ACCOUNT_COLUMNS = [
  'acceptedPrivacyVersion',
  'acceptedTOSVersion',
  'contentFilters',
  'deletionLog',
  'email',
  'emailVerified',
  'hasDiscordFriendsOptOut',
  'hasLoggedInFromClient',
  'hasSharedConnectionsOptOut',
  'isBoopingEnabled',
  'pendingEmail',
  'unsubscribe',
] as const
const ACCOUNT_TIME_COLUMNS = ['birthday', 'deletionAt', 'totpEnabledAt'] as const

type AccountTimeColumn = (typeof ACCOUNT_TIME_COLUMNS)[number]

/** A person's row with the rows that belong to it, as an answer for that person shows them. */
export interface OwnUserRow extends Pick<User, PlainColumn | TimeColumn | OptionalTimeColumn> {
  readonly account: Pick<Account, (typeof ACCOUNT_COLUMNS)[number] | AccountTimeColumn> | null
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

/** Times are read as milliseconds and lists as JSON: the parsers of the driver are far slower. */
const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

const USER_COLUMNS = [
  ...PLAIN_COLUMNS.map((name) => `u."${name}"`),
  ...LIST_COLUMNS.map((name) => `to_json(u."${name}") AS "${name}"`),
  ...[...TIME_COLUMNS, ...OPTIONAL_TIME_COLUMNS].map((name) => `${milliseconds(`u."${name}"`)} AS "${name}"`),
].join(', ')

/** SQL of a JSON object with these columns. */
const jsonOf = (alias: string, columns: readonly string[], times: readonly string[] = []) =>
  `json_build_object(${[
    ...columns.map((name) => `'${name}', ${alias}."${name}"`),
    ...times.map((name) => `'${name}', ${milliseconds(`${alias}."${name}"`)}`),
  ].join(', ')})`

const jsonList = (object: string, order: string) => `coalesce(json_agg(${object} ORDER BY ${order}), '[]')`

const BADGE = `json_build_object('badgeId', h."badgeId", 'hidden', h.hidden, 'showcased', h.showcased,
  'assignedAt', ${milliseconds('h."assignedAt"')}, 'updatedAt', ${milliseconds('h."updatedAt"')},
  'badge', ${jsonOf('b', ['name', 'description', 'imageUrl'])})`
const PLACE = `json_build_object('location', o.location, 'platform', o.platform,
  'instance', ${jsonOf('i', ['worldId', 'instanceId', 'type'])})`
const FRIENDSHIP = `json_build_object('friendId', f."friendId", 'blocked', f.blocked, 'friend', ${jsonOf('p', ['status'])})`

/**
 * The ids stand in a sub-select, as PostgreSQL would otherwise plan the statement anew for each execution: knowing the number
 * of ids, it takes a plan for them to be cheaper than the one it keeps.
 */
const OWN_USERS_SQL = `
  SELECT ${USER_COLUMNS},
    CASE WHEN a."userId" IS NOT NULL THEN ${jsonOf('a', ACCOUNT_COLUMNS, ACCOUNT_TIME_COLUMNS)} END AS account,
    (SELECT ${jsonList(BADGE, 'h."assignedAt"')}
      FROM "UserBadge" AS h JOIN "Badge" AS b ON b.id = h."badgeId" WHERE h."userId" = u.id) AS badges,
    (SELECT ${jsonList(jsonOf('n', ['displayName'], ['updatedAt']), 'n."updatedAt"')}
      FROM "PastDisplayName" AS n WHERE n."userId" = u.id) AS "pastDisplayNames",
    (SELECT ${PLACE} FROM "Occupant" AS o JOIN "Instance" AS i ON i.location = o.location
      WHERE o."userId" = u.id) AS occupies,
    (SELECT q.location FROM "InstanceQueueEntry" AS q WHERE q."userId" = u.id) AS "queuedAt",
    (SELECT ${jsonList(FRIENDSHIP, 'f."friendId"')}
      FROM "Friendship" AS f JOIN "User" AS p ON p.id = f."friendId" WHERE f."userId" = u.id) AS friendships,
    (SELECT ${jsonList('m."groupId"', 'm."joinedAt", m.id')}
      FROM "GroupMember" AS m JOIN "Group" AS g ON g.id = m."groupId"
      WHERE m."userId" = u.id AND m.status = 'member' AND g."deletedAt" IS NULL) AS "groupIds"
  FROM "User" AS u LEFT JOIN "Account" AS a ON a."userId" = u.id
  WHERE u.id = ANY(${textList('$1')}) AND u."erasedAt" IS NULL`

type InMilliseconds<R, T extends keyof R> = Omit<R, T> & {
  readonly [K in T]: R[K] extends Date ? number : number | null
}

type StoredRow = InMilliseconds<
  Omit<OwnUserRow, 'account' | 'badges' | 'pastDisplayNames'>,
  TimeColumn | OptionalTimeColumn
> & {
  readonly account: InMilliseconds<NonNullable<OwnUserRow['account']>, AccountTimeColumn> | null
  readonly badges: readonly InMilliseconds<OwnBadgeRow, 'assignedAt' | 'updatedAt'>[]
  readonly pastDisplayNames: readonly InMilliseconds<OwnUserRow['pastDisplayNames'][number], 'updatedAt'>[]
}

const withDates = ({ account, badges, pastDisplayNames, ...row }: StoredRow): OwnUserRow => ({
  ...row,
  createdAt: dateOfMilliseconds(row.createdAt),
  updatedAt: dateOfMilliseconds(row.updatedAt),
  lastMobileAt: dateOfMillisecondsOrNull(row.lastMobileAt),
  lastLoginAt: dateOfMillisecondsOrNull(row.lastLoginAt),
  lastActivityAt: dateOfMillisecondsOrNull(row.lastActivityAt),
  account: account && {
    ...account,
    birthday: dateOfMillisecondsOrNull(account.birthday),
    deletionAt: dateOfMillisecondsOrNull(account.deletionAt),
    totpEnabledAt: dateOfMillisecondsOrNull(account.totpEnabledAt),
  },
  badges: badges.map((badge) => ({
    ...badge,
    assignedAt: dateOfMilliseconds(badge.assignedAt),
    updatedAt: dateOfMilliseconds(badge.updatedAt),
  })),
  pastDisplayNames: pastDisplayNames.map((past) => ({ ...past, updatedAt: dateOfMilliseconds(past.updatedAt) })),
})

/** People who were not erased, in any order. One statement. */
const ownUsersByIds = async ({ read }: { readonly read: NamedQuery }, ids: readonly string[]): Promise<OwnUserRow[]> =>
  (await read<StoredRow>('own-users', OWN_USERS_SQL, [ids])).map(withDates)

/** Loads a person who was not erased; calls of one event-loop turn share a statement. */
export const loadOwnUser = createRowLoader(ownUsersByIds)

export type NameColumn = 'username' | 'displayName'

/** People who were stored without the skeleton of a name. */
export const readNamesWithoutSkeleton = ({ read }: Pick<Scope, 'read'>, column: NameColumn, limit: number) =>
  read<{ readonly id: string; readonly name: string }>(
    null,
    `SELECT id, "${column}" AS name FROM "User" WHERE "${column}Skeleton" IS NULL LIMIT $1`,
    [limit],
  )

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

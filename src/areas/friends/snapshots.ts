import type { Prisma } from '../../generated/prisma/client.ts'
import type { DomainEvent, FriendAudience } from '../../kernel/events.ts'
import { trusted } from '../../kernel/ids.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { Services } from '../../kernel/scope.ts'
import { presenceVisibleToFriends, showsLastVisit } from '../accounts/account/statusVisibility.ts'
import { visibleUsers } from '../users/policy.ts'
import { USER_INCLUDE, type UserForViewer } from '../users/users.ts'
import { resolveWhereabouts } from '../users/whereabouts.ts'
import { friendshipEnded, friendshipSuspended } from './events.ts'

/** Fields of a profile that depend on the viewer, with values that hold for every friend. */
const VIEWER_INDEPENDENT_FIELDS = {
  note: '',
  own: false,
  relation: { isFriend: true, isBlocked: false, viewerHasBlocked: false, friendKey: '', friendRequestStatus: '' },
} as const

/** A person as their friends see them at a point in time. */
export interface FriendSnapshot {
  /** Null for an erased account. */
  readonly friend: UserForViewer | null
  /** Friends whose friendship was suspended by a block. */
  readonly hiddenFrom: ReadonlySet<string>
}

/** Snapshot of the friend whom an event concerns, with the event. */
export interface FriendEventSnapshot extends FriendSnapshot {
  readonly domainEvent: DomainEvent
}

const ERASED_SNAPSHOT: FriendSnapshot = { friend: null, hiddenFrom: new Set() }

const SNAPSHOT_INCLUDE = {
  ...USER_INCLUDE,
  friendships: { where: { blocked: true }, select: { friendId: true } },
} satisfies Prisma.UserInclude

type SnapshotRow = Prisma.UserGetPayload<{ include: typeof SNAPSHOT_INCLUDE }>

/**
 * People as their friends see them now, in the order of the ids. Set-wise. Blocks are read last, in one statement with
 * the locations, so no part of a snapshot is newer than its blocks.
 */
export async function readFriendSnapshots(services: Services, ids: readonly string[]): Promise<FriendSnapshot[]> {
  const known = [...new Set(ids)].map(trusted<'user'>)
  const standings: ReadonlyMap<string, PresenceStatus> = await services.presence.statuses(known, services.clock.now())
  const rows = await services.client.user.findMany({
    where: { id: { in: known }, ...visibleUsers },
    include: SNAPSHOT_INCLUDE,
    relationLoadStrategy: 'join',
  })
  const snapshots = new Map(rows.map((row) => [row.id, friendSnapshot(row, standings.get(row.id))]))
  return ids.map((id) => snapshots.get(id) ?? ERASED_SNAPSHOT)
}

function friendSnapshot(
  { occupies: place, friendships, ...user }: SnapshotRow,
  presence?: PresenceStatus,
): FriendSnapshot {
  const standing = presenceVisibleToFriends(user.status, presence)
  const whereabouts = resolveWhereabouts({ standing, status: user.status, place, isOwn: false })
  return {
    friend: {
      ...user,
      ...VIEWER_INDEPENDENT_FIELDS,
      showsLastVisit: showsLastVisit(user.status),
      standing,
      whereabouts,
    },
    hiddenFrom: new Set(friendships.map(({ friendId }) => friendId)),
  }
}

/** Whether an event ends or suspends a friendship; the friend's data is not sent with it. */
export const endsOrSuspendsFriendship = (domainEvent: DomainEvent): boolean =>
  friendshipEnded.is(domainEvent) || friendshipSuspended.is(domainEvent)

/** Whether a person may receive an event with this snapshot: false when a block has suspended the friendship. */
export const canReceiveFriendEvent = (
  userId: string,
  domainEvent: DomainEvent,
  { hiddenFrom }: FriendSnapshot,
): boolean => !hiddenFrom.has(userId) || endsOrSuspendsFriendship(domainEvent)

/** Friends who receive events about one person, by the audience of the event. */
export type FriendRecipients = Readonly<Record<FriendAudience, readonly string[]>>

const RECIPIENTS_SQL = `
  SELECT id, status, ARRAY(
    SELECT "friendId" FROM "Friendship" WHERE "Friendship"."userId" = "User".id AND NOT blocked
  ) AS friends
  FROM "User" WHERE id = ANY($1)`

interface RecipientsRow {
  readonly id: string
  readonly status: string
  readonly friends: readonly string[]
}

/** Current recipients of events about each of these people. Set-wise: one statement. */
export async function readFriendRecipients({ read }: Services, ids: readonly string[]) {
  const rows = await read<RecipientsRow>('hearers-of', RECIPIENTS_SQL, [ids])
  const recipientsOf = ({ status, friends }: RecipientsRow): FriendRecipients => ({
    profileFriends: friends,
    presenceFriends: status === 'offline' ? [] : friends,
  })
  return new Map(rows.map((row) => [row.id, recipientsOf(row)]))
}

import { visitKey } from '../../kernel/access.ts'
import type { DomainEvent, FriendAudience } from '../../kernel/events.ts'
import { trusted } from '../../kernel/ids.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { Services } from '../../kernel/scope.ts'
import { presenceVisibleToFriends, showsLastVisit } from '../accounts/policy.ts'
import type { UserForViewer } from '../users/users.ts'
import { isInGroup, resolveWhereabouts } from '../users/whereabouts.ts'
import { friendshipEnded, friendshipSuspended } from './events.ts'
import { type FriendRow, readFriendRows, readUnblockedFriends } from './queries.ts'

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
  /** The person as friends see them who may enter the instance of a group where the person is; null in other places. */
  readonly inGroup: FriendInGroup | null
}

interface FriendInGroup {
  readonly friend: UserForViewer
  /** Ids of the friends who may enter. */
  readonly shownTo: ReadonlySet<string>
}

/** Snapshot of the friend whom an event concerns, with the event. */
export interface FriendEventSnapshot extends FriendSnapshot {
  readonly domainEvent: DomainEvent
}

const ERASED_SNAPSHOT: FriendSnapshot = { friend: null, hiddenFrom: new Set(), inGroup: null }

/**
 * People as their friends see them now, in the order of the ids. Set-wise. Blocks are read last, in one statement with
 * the locations, so no part of a snapshot is newer than its blocks.
 */
export async function readFriendSnapshots(services: Services, ids: readonly string[]): Promise<FriendSnapshot[]> {
  const known = [...new Set(ids)].map(trusted<'user'>)
  const standings: ReadonlyMap<string, PresenceStatus> = await services.presence.statuses(known, services.clock.now())
  const rows = await readFriendRows(services, known)
  const shownTo = await readWhoMayFollow(services, rows)
  const snapshots = new Map(
    rows.map((row) => [row.id, friendSnapshot(row, standings.get(row.id), shownTo.get(row.id))]),
  )
  return ids.map((id) => snapshots.get(id) ?? ERASED_SNAPSHOT)
}

function friendSnapshot(
  { place, hiddenFrom, ...user }: FriendRow,
  presence: PresenceStatus | undefined,
  shownTo: ReadonlySet<string> | undefined,
): FriendSnapshot {
  const standing = presenceVisibleToFriends(user.status, presence)
  const friendWith = (enterable: ReadonlySet<string>) => ({
    ...user,
    ...VIEWER_INDEPENDENT_FIELDS,
    showsLastVisit: showsLastVisit(user.status),
    standing,
    whereabouts: resolveWhereabouts({ standing, status: user.status, place, isOwn: false, enterable }),
  })
  return {
    friend: friendWith(NOWHERE),
    hiddenFrom: new Set(hiddenFrom),
    inGroup: place && shownTo ? { friend: friendWith(new Set([place.location])), shownTo } : null,
  }
}

const NOWHERE: ReadonlySet<string> = new Set()

/**
 * Friends who may enter the instances of groups where people are, by person; people elsewhere are left out. Two statements,
 * none if nobody is in such an instance.
 */
async function readWhoMayFollow(services: Services, rows: readonly FriendRow[]) {
  const shownTo = new Map<string, Set<string>>()
  const placeOf = new Map(rows.flatMap(({ id, place }) => (place && isInGroup(place) ? [[id, place.location]] : [])))
  if (placeOf.size === 0) return shownTo
  const where = { userId: { in: [...placeOf.keys()] }, blocked: false }
  const sides = await services.client.friendship.findMany({ where, select: { userId: true, friendId: true } })
  const visits = sides.map(({ userId, friendId }) => ({ userId: friendId, location: placeOf.get(userId) ?? '' }))
  const possible = await services.findPossibleVisits(services, visits)
  for (const { userId, friendId } of sides) {
    const visit = { userId: friendId, location: placeOf.get(userId) ?? '' }
    if (possible.has(visitKey(visit))) getOrCreate(shownTo, userId, () => new Set<string>()).add(friendId)
  }
  return shownTo
}

const snapshotsInGroups = new WeakMap<FriendEventSnapshot, FriendEventSnapshot>()

/** A snapshot as a recipient sees it: one object for all who may enter the instance of a group where the friend is. */
export function snapshotFor(userId: string, snapshot: FriendEventSnapshot): FriendEventSnapshot {
  const { inGroup } = snapshot
  if (!inGroup?.shownTo.has(userId)) return snapshot
  return getOrCreate(snapshotsInGroups, snapshot, () => ({ ...snapshot, friend: inGroup.friend, inGroup: null }))
}

/** Whether an event ends or suspends a friendship; the friend's data is not sent with it. */
export const endsOrSuspendsFriendship = (domainEvent: DomainEvent): boolean =>
  friendshipEnded.is(domainEvent) || friendshipSuspended.is(domainEvent)

/**
 * Whether a person may receive an event with this snapshot: false when a block has suspended the friendship. Mostly nobody
 * has blocked the friend, and then the ids of hundreds of recipients need not be looked up.
 */
export const canReceiveFriendEvent = (
  userId: string,
  domainEvent: DomainEvent,
  { hiddenFrom }: FriendSnapshot,
): boolean => hiddenFrom.size === 0 || !hiddenFrom.has(userId) || endsOrSuspendsFriendship(domainEvent)

/** Friends who receive events about one person, by the audience of the event. */
export type FriendRecipients = Readonly<Record<FriendAudience, readonly string[]>>

/** Current recipients of events about each of these people. Set-wise: one statement. */
export async function readFriendRecipients(services: Services, ids: readonly string[]) {
  const rows = await readUnblockedFriends(services, ids)
  const recipientsOf = ({ status, friends }: (typeof rows)[number]): FriendRecipients => ({
    profileFriends: friends,
    presenceFriends: status === 'offline' ? [] : friends,
  })
  return new Map(rows.map((row) => [row.id, recipientsOf(row)]))
}

import { noSuchUser } from '../../kernel/failure.ts'
import { isId, type UserId } from '../../kernel/ids.ts'
import type { Standing } from '../../kernel/presence.ts'
import type { Scope } from '../../kernel/scope.ts'
import { appearsAs } from './appearance.ts'

const RELATIONS = {
  account: true,
  badges: { include: { badge: true }, orderBy: { assignedAt: 'asc' } },
  occupies: {
    select: { location: true, platform: true, instance: { select: { worldId: true, instanceId: true, type: true } } },
  },
  pastDisplayNames: { orderBy: { updatedAt: 'asc' } },
  friendships: {
    select: { friendId: true, blocked: true, friend: { select: { status: true } } },
    orderBy: { friendId: 'asc' },
  },
} as const

const find = (scope: Scope, id: UserId) =>
  scope.db.user.findFirst({ where: { id, erasedAt: null }, include: RELATIONS, relationLoadStrategy: 'join' })

type Found = NonNullable<Awaited<ReturnType<typeof find>>>
/** Everything a person may know of themself. */
export type OwnUser = Omit<Found, 'account' | 'friendships'> & {
  readonly account: NonNullable<Found['account']>
  readonly standing: Standing
  readonly friends: readonly OwnFriend[]
}
/** A friend, as the friend appears: away, where one of the two has blocked the other. */
export interface OwnFriend {
  readonly id: string
  readonly standing: Standing
}
export type OwnedBadge = OwnUser['badges'][number]

/** The whole record of a person, for the person (or an admin). Throws `missing` when there is none. */
export async function readCurrentUser(scope: Scope, id: UserId): Promise<OwnUser> {
  const user = await find(scope, id)
  if (!user?.account) throw noSuchUser(id)
  const { account, friendships, ...shown } = user
  const people = [id, ...friendships.map(({ friendId }) => friendId).filter((friendId) => isId('user', friendId))]
  const standings: ReadonlyMap<string, Standing> = await scope.presence.standings(people, scope.now)
  const friends = friendships.map(({ friendId, blocked, friend: { status } }) => ({
    id: friendId,
    standing: blocked ? ('offline' as const) : appearsAs(status, standings.get(friendId)),
  }))
  return { ...shown, account, friends, standing: standings.get(id) ?? 'offline' }
}

import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'

const RELATIONS = {
  account: true,
  badges: { include: { badge: true }, orderBy: { assignedAt: 'asc' } },
  pastDisplayNames: { orderBy: { updatedAt: 'asc' } },
} as const

const find = (scope: Scope, id: UserId) =>
  scope.db.user.findFirst({ where: { id, erasedAt: null }, include: RELATIONS, relationLoadStrategy: 'join' })

type Found = NonNullable<Awaited<ReturnType<typeof find>>>
/** Everything a person may know of themself. */
export type OwnUser = Omit<Found, 'account'> & {
  readonly account: NonNullable<Found['account']>
  readonly online: boolean
}
export type OwnedBadge = OwnUser['badges'][number]

/** The whole record of a person, for the person (or an admin). Throws `missing` when there is none. */
export async function readCurrentUser(scope: Scope, id: UserId): Promise<OwnUser> {
  const [user, online] = await Promise.all([find(scope, id), scope.presence.online([id], scope.now)])
  if (!user?.account) throw new Failure('missing', `User ${id} not found`)
  return { ...user, account: user.account, online: online.has(id) }
}

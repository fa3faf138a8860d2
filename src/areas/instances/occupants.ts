import type { Prisma } from '../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../kernel/clock.ts'
import { trusted } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { isStatusVisible } from '../accounts/policy.ts'
import { canSeeLastVisit, unblockedUsers, visibleUsers } from '../users/policy.ts'
import { USER_SEARCH_COLUMNS } from '../users/queries.ts'
import { type Relation, readRelations } from '../users/relations.ts'
import type { InstanceView } from './instances.ts'
import { removeOccupants } from './leave.ts'
import { readPeopleSince } from './queries.ts'

const OCCUPANT_COLUMNS = {
  ...USER_SEARCH_COLUMNS,
  createdAt: true,
  allowAvatarCopying: true,
  ageVerificationStatus: true,
  ageVerified: true,
  lastMobileAt: true,
  lastActivityAt: true,
  occupies: { select: { platform: true } },
} satisfies Prisma.UserSelect

/** An occupant with their relation to the viewer. */
export type Occupant = Prisma.UserGetPayload<{ select: typeof OCCUPANT_COLUMNS }> & {
  readonly relation: Relation | null
  /** Whether the viewer sees when the person was last here. */
  readonly showsLastVisit: boolean
}

/** Only the creator of an instance can see who its occupants are. */
export const canSeeOccupants = ({ viewer }: ViewerScope, { row }: InstanceView): boolean => row?.creatorId === viewer.id

/** Occupants of instances in the order of entry, without erased accounts and people with a block to the viewer. */
const occupantsAt = ({ viewer }: Scope, locations: readonly string[]) =>
  ({
    where: {
      location: { in: [...locations] },
      user: viewer ? { ...visibleUsers, ...unblockedUsers(viewer.id) } : visibleUsers,
    },
    orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
    relationLoadStrategy: 'join',
  }) satisfies Prisma.OccupantFindManyArgs

/** People who appear offline are visible only to themselves. */
const isVisible = ({ viewer }: Scope, { id, status }: { readonly id: string; readonly status: string }) =>
  id === viewer?.id || isStatusVisible(status)

/** Visible occupants in the order of entry. */
export async function readOccupants(scope: ViewerScope, location: string): Promise<Occupant[]> {
  const select = { user: { select: OCCUPANT_COLUMNS } }
  const rows = await scope.db.occupant.findMany({ ...occupantsAt(scope, [location]), select })
  const users = rows.map(({ user }) => user).filter((user) => isVisible(scope, user))
  const ids = users.map(({ id }) => id)
  const relations = await readRelations(scope, ids)
  return users.map((user) => {
    const relation = relations.get(user.id)
    return { ...user, relation: relation ?? null, showsLastVisit: canSeeLastVisit(scope, user, relation) }
  })
}

/** Visible occupants of several instances by their ids, in the order of entry. Set-wise: one statement. */
export async function readOccupantLocations(scope: Scope, locations: readonly string[]) {
  const select = { userId: true, location: true, joinedAt: true, user: { select: { id: true, status: true } } }
  const rows = await scope.db.occupant.findMany({ ...occupantsAt(scope, locations), select })
  return rows
    .filter(({ user }) => isVisible(scope, user))
    .map(({ userId: id, location, joinedAt }) => ({ id, location, joinedAt }))
}

const OCCUPANTS_PER_BATCH = 500
/** Presence recorded on entry may not have reached this node yet. */
const PRESENCE_GRACE = 2 * MINUTE

/** Removes occupants, and people in queues, who are offline. Returns the number of occupants. */
export async function removeOfflineOccupants(scope: Scope): Promise<number> {
  let removed = 0
  for (let after = ''; ; ) {
    const batch = { after, before: addMilliseconds(scope.now, -PRESENCE_GRACE), limit: OCCUPANTS_PER_BATCH }
    const userIds = await readPeopleSince(scope, batch)
    removed += await removeIfOffline(scope, userIds)
    after = userIds.at(-1) ?? ''
    if (userIds.length < OCCUPANTS_PER_BATCH) return removed
  }
}

/** Removes those of these people from their instances and queues who are offline. Returns the number of occupants. */
export async function removeIfOffline(scope: Scope, userIds: readonly string[]): Promise<number> {
  const ids = userIds.map(trusted<'user'>)
  const statuses = await scope.presence.statuses(ids, scope.now)
  const offlineIds = ids.filter((id) => statuses.get(id) === 'offline')
  if (offlineIds.length === 0) return 0
  return transact(scope, (tx) => removeOccupants(tx, { userIds: offlineIds, before: scope.now }))
}

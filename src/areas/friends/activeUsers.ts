import { assertAdmin } from '../../kernel/access.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { areUnblockedFriends } from '../users/policy.ts'
import { findUserIds, type UserFilter } from '../users/queries.ts'
import { presenceVisibleToViewer, readRelations } from '../users/relations.ts'
import { readEnterable, resolveWhereabouts } from '../users/whereabouts.ts'
import { FRIEND_COLUMNS, type Friend } from './friends.ts'

/** People among whom those who are here are looked for, the first by display name. */
const MOST_SEARCHED = 2_000

/** A person who is online or active; presence and place are only those that the viewer may see. */
export interface ActiveUser extends Friend {
  readonly isFriend: boolean
}

/**
 * Searches people who are online or active, by display name. An empty search finds nobody. Throws `forbidden` unless the
 * viewer is an admin.
 */
export async function searchActiveUsers(
  scope: ViewerScope,
  filter: UserFilter,
  { limit, offset }: OffsetPage,
): Promise<ActiveUser[]> {
  assertAdmin(scope)
  if ((filter.search ?? '').trim() === '') return []
  const ids = await findUserIds(scope, filter, MOST_SEARCHED)
  const standings = await scope.presence.statuses(ids, scope.now)
  const here = ids.filter((id) => (standings.get(id) ?? 'offline') !== 'offline')
  return readActive(scope, here.slice(offset, offset + limit), standings)
}

async function readActive(
  scope: ViewerScope,
  ids: readonly UserId[],
  standings: ReadonlyMap<UserId, PresenceStatus>,
): Promise<ActiveUser[]> {
  const [rows, relations] = await Promise.all([
    scope.db.user.findMany({
      where: { id: { in: [...ids] } },
      select: FRIEND_COLUMNS,
      orderBy: { displayNameKey: 'asc' },
      relationLoadStrategy: 'join',
    }),
    readRelations(scope, ids),
  ])
  const places = rows.flatMap(({ occupies }) => occupies?.location ?? [])
  const enterable = await readEnterable(scope, places)
  return rows.map(({ occupies: place, ...row }) => {
    const relation = relations.get(row.id)
    const isClose = relation !== undefined && areUnblockedFriends(relation)
    const standing = presenceVisibleToViewer(scope, { ...row, isClose }, standings.get(trusted<'user'>(row.id)))
    const isOwn = row.id === scope.viewer.id
    const whereabouts = resolveWhereabouts({ standing, status: row.status, place, isOwn, enterable })
    // Of people who are no friends, the times of the last visit stay hidden as across a block.
    return { ...row, key: relation?.friendKey ?? '', standing, blocked: !isClose, whereabouts, isFriend: isClose }
  })
}

import type { InventoryDrop, Prisma } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { createRowLoader } from '../../../kernel/rowLoader.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { activeDrops } from '../policy.ts'

export const SUPPORTER_TAG = 'system_supporter'

/** A drop by id, regardless of who sees it. */
export const loadDrop = createRowLoader<InventoryDrop>(({ db }, ids) =>
  db.inventoryDrop.findMany({ where: { id: { in: [...ids] } } }),
)

type DropState = 'upcoming' | 'active' | 'ended'

/** Where a drop stands by the clock. A disabled one is over. */
export function dropStateAt(
  { isDisabled, startDropDate, endDropDate }: Pick<InventoryDrop, 'isDisabled' | 'startDropDate' | 'endDropDate'>,
  at: Date,
): DropState {
  if (isDisabled || endDropDate <= at) return 'ended'
  return startDropDate > at ? 'upcoming' : 'active'
}

/** The names of the targets that a person is among. */
export async function targetsOf({ sql }: Pick<Scope, 'db' | 'sql'>, userId: string): Promise<string[]> {
  const [row] = await sql<{ readonly isSupporter: boolean; readonly groupIds: string[] }>`
    SELECT EXISTS (SELECT FROM "User" WHERE id = ${userId} AND ${SUPPORTER_TAG} = ANY(tags)) AS "isSupporter",
      ARRAY(SELECT "groupId" FROM "GroupMember" WHERE "userId" = ${userId} AND status = 'member') AS "groupIds"`
  return ['everyone', ...(row?.isSupporter ? ['supporters'] : []), ...(row?.groupIds ?? [])]
}

const MAX_DROPS = 1_000

/** Active drops for the viewer; for admins all drops, or those that are active or not. Newest first. */
export async function listDrops(scope: ViewerScope, isActive?: boolean): Promise<InventoryDrop[]> {
  const active = activeDrops(scope.now)
  const where: Prisma.InventoryDropWhereInput = isAdmin(scope)
    ? { ...(isActive === true && active), ...(isActive === false && { NOT: active }) }
    : { ...active, targetGroup: { in: await targetsOf(scope, scope.viewer.id) } }
  if (isActive === false && !isAdmin(scope)) return []
  return scope.db.inventoryDrop.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_DROPS,
  })
}

/** Drops by id that the viewer can see: active ones for them, admins all. */
export async function dropsByIds(scope: ViewerScope, ids: readonly string[]): Promise<InventoryDrop[]> {
  const visible = isAdmin(scope)
    ? {}
    : { ...activeDrops(scope.now), targetGroup: { in: await targetsOf(scope, scope.viewer.id) } }
  return scope.db.inventoryDrop.findMany({ where: { AND: [{ id: { in: [...ids] } }, visible] } })
}

import type { Prisma, Prop } from '../../generated/prisma/client.ts'
import { isAdmin, isOwnerOrAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { PropId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import { meetsCondition, type RowCondition } from '../../kernel/rowCondition.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

export const propNotFound = () => new Failure('missing', 'That prop does not exist.', { reason: 'prop_not_found' })

type OwnedProp = Pick<Prop, 'authorId' | 'releaseStatus'>
type StoredProp = Pick<Prop, 'authorId' | 'releaseStatus' | 'deletedAt'>

export const canChangeProp = (scope: ViewerScope, { authorId }: OwnedProp) => isOwnerOrAdmin(scope, authorId)

/** Whether the viewer can make a prop public: it is their own, and private. */
export const canPublish = (scope: ViewerScope, prop: OwnedProp) =>
  canChangeProp(scope, prop) && prop.releaseStatus === 'private'

/** Public props are visible to everybody, others to their author and admins, deleted ones to nobody. */
export const visibleProps = ({ viewer }: Pick<ViewerScope, 'viewer'>): RowCondition<StoredProp> => ({
  deletedAt: null,
  ...(!isAdmin({ viewer }) && { OR: [{ releaseStatus: 'public' }, { authorId: viewer.id }] }),
})

export const canSeeProp = ({ viewer }: Scope, prop: StoredProp): boolean =>
  viewer !== null && meetsCondition(prop, visibleProps({ viewer }))

export type LockedProp = Prisma.PropGetPayload<{ include: { packages: true } }>

/** Reads a prop of the viewer's, and locks it until the transaction ends. Throws `missing`, `forbidden`. */
export async function lockOwnProp(tx: ViewerScope & InTransaction, id: PropId): Promise<LockedProp> {
  const lock = rowLock(tx, 'prop', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Prop" WHERE id = ${id} ${lock}`
  const prop = await tx.db.prop.findFirst({ where: { id, ...visibleProps(tx) }, include: { packages: true } })
  assertOwnProp(tx, prop)
  return prop
}

/** Throws `missing` without a prop, `forbidden` when the viewer cannot change it. */
export function assertOwnProp<P extends OwnedProp>(scope: ViewerScope, prop: P | null): asserts prop is P {
  if (!prop) throw propNotFound()
  if (!canChangeProp(scope, prop)) throw new Failure('forbidden', "You don't have permission.", { reason: 'not_own' })
}

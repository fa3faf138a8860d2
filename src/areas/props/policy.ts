import type { Prisma, Prop } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin, judgesContent } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { PropId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import { meetsCondition, type RowCondition } from '../../kernel/rowCondition.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

export const propNotFound = () => new Failure('missing', 'That prop does not exist.', { reason: 'prop_not_found' })

type OwnedProp = Pick<Prop, 'authorId' | 'releaseStatus' | 'hiddenFrom'>
type StoredProp = Pick<Prop, 'authorId' | 'releaseStatus' | 'deletedAt'>

export const canChangeProp = (scope: ViewerScope, { authorId }: Pick<OwnedProp, 'authorId'>) =>
  isOwnerOrAdmin(scope, authorId)

/** Whether the viewer can make a prop public: it is their own, and private, and the staff has not hidden it. */
export const canPublish = (scope: ViewerScope, prop: OwnedProp) =>
  canChangeProp(scope, prop) && prop.releaseStatus === 'private' && prop.hiddenFrom === null

/** Public props are visible to everybody, others to their author and admins, deleted ones to nobody. */
export const visibleProps = ({ viewer }: Pick<ViewerScope, 'viewer'>): RowCondition<StoredProp> => ({
  deletedAt: null,
  ...(!judgesContent({ viewer }) && { OR: [{ releaseStatus: 'public' }, { authorId: viewer.id }] }),
})

export const canSeeProp = ({ viewer }: Scope, prop: StoredProp): boolean =>
  viewer !== null && meetsCondition(prop, visibleProps({ viewer }))

export type LockedProp = Prisma.PropGetPayload<{ include: { packages: true } }>

/** Reads a prop of the viewer's, and locks it until the transaction ends. Throws `missing`, `forbidden`. */
export async function lockOwnProp(tx: ViewerScope & InTransaction, id: PropId): Promise<LockedProp> {
  const prop = await lockVisibleProp(tx, id)
  assertOwnProp(tx, prop)
  return prop
}

/** Reads a prop of any author for the staff, and locks it until the transaction ends. Throws `missing`. */
export async function lockJudgedProp(tx: ViewerScope & InTransaction, id: PropId): Promise<LockedProp> {
  const prop = await lockVisibleProp(tx, id)
  if (!prop) throw propNotFound()
  return prop
}

async function lockVisibleProp(tx: ViewerScope & InTransaction, id: PropId): Promise<LockedProp | null> {
  const lock = rowLock(tx, 'prop', { keys: [id], strength: 'NO KEY UPDATE' })
  await tx.sql`SELECT FROM "Prop" WHERE id = ${id} ${lock}`
  return tx.db.prop.findFirst({ where: { id, ...visibleProps(tx) }, include: { packages: true } })
}

/** Throws `missing` without a prop, `forbidden` when the viewer cannot change it. */
export function assertOwnProp<P extends Pick<OwnedProp, 'authorId'>>(
  scope: ViewerScope,
  prop: P | null,
): asserts prop is P {
  if (!prop) throw propNotFound()
  if (!canChangeProp(scope, prop)) throw new Failure('forbidden', "You don't have permission.", { reason: 'not_own' })
}

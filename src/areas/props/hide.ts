import { Failure } from '../../kernel/failure.ts'
import type { PropId } from '../../kernel/ids.ts'
import type { ViewerTransaction } from '../../kernel/transaction.ts'
import { lockJudgedProp } from './policy.ts'
import { emitPropChanged } from './props.ts'

/**
 * Hides a prop from all but its author and the staff until `showProp`; only the staff may call it. Throws `missing`, and
 * `conflict` for one that is hidden already.
 */
export async function hideProp(tx: ViewerTransaction, id: PropId): Promise<void> {
  const prop = await lockJudgedProp(tx, id)
  if (prop.hiddenFrom !== null)
    throw new Failure('conflict', 'This prop is hidden already', { reason: 'already_hidden' })
  const data = { releaseStatus: 'private', hiddenFrom: prop.releaseStatus, updatedAt: tx.now }
  await tx.db.prop.update({ where: { id }, data })
  emitPropChanged(tx, prop, 'updated')
}

/** Undoes `hideProp`. Throws `missing`, and `conflict` for a prop that nobody has hidden. */
export async function showProp(tx: ViewerTransaction, id: PropId): Promise<void> {
  const prop = await lockJudgedProp(tx, id)
  if (prop.hiddenFrom === null) throw new Failure('conflict', 'This prop is not hidden', { reason: 'not_hidden' })
  const data = { releaseStatus: prop.hiddenFrom, hiddenFrom: null, updatedAt: tx.now }
  await tx.db.prop.update({ where: { id }, data })
  emitPropChanged(tx, prop, 'updated')
}

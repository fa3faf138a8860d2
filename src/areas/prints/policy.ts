import type { Print, Prisma } from '../../generated/prisma/client.ts'
import { assertOwnerOrAdmin, isOwnerOrAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { PrintId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { lockFiles } from '../files/locks.ts'

export const printNotFound = () => new Failure('missing', 'Print not found', { reason: 'print_not_found' })

/** The photos that the viewer sees: those that the viewer has taken or owns; admins see no others. */
export const visiblePrints = ({ viewer }: ViewerScope) =>
  ({ OR: [{ authorId: viewer.id }, { ownerId: viewer.id }] }) satisfies Prisma.PrintWhereInput

/** Locks a photo of the viewer's and its file, whose deletion also deletes the photo. Throws `missing`, `forbidden`. */
export async function lockPrint(tx: ViewerScope & InTransaction, id: PrintId) {
  const found = await tx.db.print.findUnique({ where: { id }, select: { fileId: true } })
  await lockFiles(tx, found ? [found.fileId] : [])
  await tx.sql`SELECT FROM "Print" WHERE id = ${id} ${rowLock(tx, 'print', { keys: [id] })}`
  const print = await tx.db.print.findUnique({ where: { id } })
  assertOwnPrint(tx, print)
  return print
}

/** Whether the viewer can change or delete a photo. */
export const canChangePrint = (scope: ViewerScope, { ownerId }: Pick<Print, 'ownerId'>) =>
  isOwnerOrAdmin(scope, ownerId)

/** Throws `missing` without a print and for one that the viewer does not see, `forbidden` for its author alone. */
export function assertOwnPrint<P extends Pick<Print, 'ownerId' | 'authorId'>>(
  scope: ViewerScope,
  print: P | null,
): asserts print is P {
  if (!print || (print.authorId !== scope.viewer.id && !canChangePrint(scope, print))) throw printNotFound()
  assertOwnerOrAdmin(
    scope,
    print.ownerId,
    () => new Failure('forbidden', 'This print belongs to somebody else', { reason: 'not_own' }),
  )
}

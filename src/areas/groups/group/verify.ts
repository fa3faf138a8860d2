import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { groupChanged } from '../events.ts'
import { lockGroup } from '../locks.ts'

/** Marks a group as verified by the platform, or not any longer. Throws `forbidden` unless an admin acts, `missing`. */
export const verifyGroup = (scope: ViewerScope, id: GroupId, isVerified: boolean): Promise<void> =>
  adminAct(scope, 'verifyGroup', async (tx) => {
    await lockGroup(tx, id)
    await tx.db.group.update({ where: { id }, data: { isVerified, updatedAt: tx.now } })
    tx.emit(groupChanged(id))
    return { subjectId: id, details: { isVerified } }
  })

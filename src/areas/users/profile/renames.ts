import { invalid } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { assertOwned } from '../../accounts/account/deletion.ts'
import { assertValidName } from '../../accounts/account/names.ts'
import { notifyOwner, renamedNotice } from '../../accounts/account/ownerNotices.ts'
import { userChanged } from '../../accounts/events.ts'
import { lockAccount } from '../../accounts/locks.ts'
import { parseReason } from '../../audit/reasons.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { lockUser } from '../locks.ts'
import { updateNames } from './displayNames.ts'

interface Rename {
  readonly userId: UserId
  /** The names to give; one that is left out stays. */
  readonly displayName?: string | undefined
  readonly username?: string | undefined
  readonly reason: string
}

/** The rules for what is given of a rename. */
export const renameRules = ({ displayName, username, reason }: Partial<Rename>): InputRule[] => [
  () => assertValidName('displayName', displayName),
  () => assertValidName('username', username),
  () => reason !== undefined && parseReason(reason),
]

/**
 * Gives a person another display name or username, and tells them by mail. The former display name is kept among the past
 * ones, by which the act can be undone. Throws `missing`, `forbidden` for accounts of the platform and, unless an admin acts,
 * of the staff, `invalid` without any name or a reason, `conflict` for a name that another person has.
 */
export const renameUser = (scope: ViewerScope, rename: Rename): Promise<void> =>
  tellingAllFaults(
    () => renameRules(rename),
    () => writeNames(scope, rename),
  )

async function writeNames(scope: ViewerScope, { userId, reason: given, ...names }: Rename): Promise<void> {
  const reason = parseReason(given)
  const fields = (['displayName', 'username'] as const).filter((name) => names[name] !== undefined)
  if (fields.length === 0) throw invalid('displayName', 'displayName: no name is given', 'required')
  await staffAct(scope, 'renameUser', async (tx) => {
    await assertOwned(tx, userId)
    await lockAccount(tx, userId)
    await lockUser(tx, userId)
    const user = await tx.db.user.findUniqueOrThrow({ where: { id: userId } })
    await updateNames(tx, user, names)
    const renamed = await tx.db.user.update({ where: { id: userId }, data: { updatedAt: tx.now } })
    await notifyOwner(tx, userId, renamedNotice(renamed))
    tx.emit(userChanged(userId))
    return { subjectId: userId, details: { reason, fields } }
  })
}

import { randomUUID } from 'node:crypto'
import { isAdmin } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { InventoryTemplateId, UserId } from '../../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { adminAct, cliAct } from '../../audit/adminAct.ts'
import { SYSTEM_USER_IDS } from '../../users/systemUsers.ts'
import { lockHolders } from '../locks.ts'
import { grantItems } from './grants.ts'

/** What an admin gives a person. */
interface GivenByAdmin {
  readonly userId: UserId
  readonly templateId: InventoryTemplateId
  /** 1 by default. */
  readonly quantity?: number | undefined
  /** When the items end; never by default. */
  readonly expiresAt?: Date | undefined
}

/**
 * Gives a person items. Answers their ids; empty while the person has no room: then they get them once there is some. Throws
 * `forbidden` unless an admin acts, `invalid`.
 */
export const grantByAdmin = (scope: ViewerScope, given: GivenByAdmin): Promise<readonly string[]> =>
  adminAct(scope, 'grantInventoryItem', (tx) => give(tx, given))

/** What `grantByAdmin` does, for the command line. */
export const grantByCli = (scope: Scope, given: GivenByAdmin): Promise<readonly string[]> =>
  cliAct(scope, 'inventory grant', (tx) => give(tx, given))

async function give(tx: Scope & InTransaction, { userId, templateId, quantity = 1, expiresAt }: GivenByAdmin) {
  const source = `${isAdmin(tx) ? 'admin' : 'cli'}:${randomUUID()}`
  const [holderId] = SYSTEM_USER_IDS.includes(userId) ? [] : await lockHolders(tx, [userId])
  if (!holderId) throw invalid('userId', 'userId must be the id of a person', 'unknown_reference')
  if (expiresAt && expiresAt <= tx.clock.now()) throw invalid('expiresAt', 'expiresAt must be in the future', 'in_past')
  const grant = { userId, templateIds: [templateId], quantity, expiryDate: expiresAt ?? null, source }
  return { subjectId: userId, details: { templateId, quantity }, result: await grantItems(tx, grant) }
}

import type { UserId } from './ids.ts'
import type { Scope } from './scope.ts'
import type { InTransaction } from './transaction.ts'

/**
 * What an area ends at once when the deletion of an account is requested, in the transaction of the request. Calling the deletion
 * off does not bring it back.
 */
export type DeletionRequestHook = (tx: Scope & InTransaction, userId: UserId) => Promise<void>

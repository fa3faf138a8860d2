import { trusted } from '../../../kernel/ids.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { contentChanged } from '../../files/events.ts'
import { avatarChanged } from '../events.ts'

/** Emits that the packages of an avatar are others. */
export function announceImpostors(
  tx: InTransaction,
  { avatarId, authorId }: { readonly avatarId: string; readonly authorId: string },
): void {
  const change = { contentType: 'avatar', actionType: 'updated', itemId: avatarId } as const
  tx.emit(avatarChanged(trusted<'avatar'>(avatarId)))
  tx.emit(contentChanged(trusted<'user'>(authorId), change))
}

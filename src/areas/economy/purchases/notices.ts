import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import type { NewPurchase } from './plan.ts'

interface NameRow {
  readonly displayName: string
}

/** Tells a person that a friend has bought something for them. */
export async function notifyOfGift(
  tx: Pick<Scope, 'now'> & InTransaction,
  { id: purchaseId, buyerId, receiverId, listingId, listingDisplayName }: NewPurchase,
): Promise<void> {
  const [buyer] = await tx.sql<NameRow>`SELECT "displayName" FROM "User" WHERE id = ${buyerId}`
  await sendNotifications(tx, [
    {
      type: 'economy.received.gift',
      receiverId: trusted<'user'>(receiverId),
      senderId: trusted<'user'>(buyerId),
      title: 'A gift for you',
      message: `${buyer?.displayName ?? ''} has given you ${listingDisplayName}.`,
      category: 'economy',
      data: { purchaseId, listingId, listingDisplayName },
    },
  ])
}

interface EndedPurchase {
  readonly id: string
  readonly buyerId: string
  readonly listingId: string
  readonly listingDisplayName: string
}

/** Tells a person that a purchase of theirs was not renewed. */
export async function notifyOfEnd(
  tx: Pick<Scope, 'now'> & InTransaction,
  { id: purchaseId, buyerId, listingId, listingDisplayName }: EndedPurchase,
  reason: string,
): Promise<void> {
  await sendNotifications(tx, [
    {
      type: 'economy.alert',
      receiverId: trusted<'user'>(buyerId),
      senderId: null,
      title: 'A purchase was not renewed',
      message: `${listingDisplayName} was not renewed: ${reason}`,
      category: 'economy',
      data: { purchaseId, listingId, listingDisplayName },
    },
  ])
}

/** Tells people that what they have bought or been given has ended, as it was deleted. */
export async function notifyOfLoss(
  tx: Pick<Scope, 'now'> & InTransaction,
  { id: purchaseId, listingId, listingDisplayName }: Omit<EndedPurchase, 'buyerId'>,
  receiverIds: readonly string[],
): Promise<void> {
  const notice = {
    type: 'economy.alert',
    senderId: null,
    title: 'A purchase has ended',
    message: `${listingDisplayName} has ended: what it gave was deleted.`,
    category: 'economy',
    data: { purchaseId, listingId, listingDisplayName },
  } as const
  const drafts = receiverIds.map((id) => ({ ...notice, receiverId: trusted<'user'>(id) }))
  if (drafts.length > 0) await sendNotifications(tx, drafts)
}

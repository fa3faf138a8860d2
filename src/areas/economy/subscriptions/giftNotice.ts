import type { SubscriptionPlan } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { sendNotifications } from '../../notifications/send.ts'
import type { SubscriptionTransaction } from './arrange.ts'

interface Gift {
  readonly userId: string
  readonly giverId: string
  readonly plan: Pick<SubscriptionPlan, 'id' | 'description'>
}

/**
 * Tells a person, from the platform, that a friend has given them a subscription. The friend is named by id alone, since
 * names change and go with an account.
 */
export async function notifyOfGift(tx: SubscriptionTransaction, { userId, giverId, plan }: Gift): Promise<void> {
  await sendNotifications(tx, [
    {
      type: 'vrcplus.gift',
      receiverId: trusted<'user'>(userId),
      senderId: null,
      category: 'economy',
      title: 'You have received a gift',
      message: `A friend has given you ${plan.description}.`,
      data: { giverId, subscriptionId: plan.id },
    },
  ])
}

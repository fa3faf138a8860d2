import type { Group } from '../../../generated/prisma/client.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { type NotificationDraft, sendNotifications } from '../../notifications/send.ts'
import { withdrawNotifications } from '../../notifications/withdraw.ts'
import { type GroupUrlOptions, groupImageUrl } from '../group/images.ts'

const TYPE = 'group.transfer'
const linkOf = ({ id }: Pick<Group, 'id'>) => `group:${id}`

/** What all notifications about the transfer of a group have in common. */
const aboutGroup = (group: Group, options: GroupUrlOptions) =>
  ({
    senderId: null,
    title: group.name,
    category: 'social.group',
    link: linkOf(group),
    imageUrl: groupImageUrl(options, 'icon', group.iconId),
    data: { groupId: group.id, groupName: group.name },
  }) satisfies Partial<NotificationDraft>

/** Tells a member that the group is offered to them. */
export async function notifyOfOffer(
  tx: ViewerScope & InTransaction,
  group: Group,
  {
    targetId,
    ownerName,
    expiresAt,
  }: { readonly targetId: UserId; readonly ownerName: string; readonly expiresAt: Date },
): Promise<void> {
  const response = { data: group.id, textKey: null }
  await sendNotifications(tx, [
    {
      ...aboutGroup(group, tx),
      type: TYPE,
      receiverId: targetId,
      message: `${ownerName} wants to make you the owner of ${group.name}.`,
      responses: [
        { ...response, type: 'accept', icon: 'check', text: 'Accept' },
        { ...response, type: 'decline', icon: 'cancel', text: 'Decline' },
      ],
      expiresAt,
    },
  ])
}

/** Takes the notification of an offer away that was accepted, declined or withdrawn; `alsoNotified` hears of it then. */
export const withdrawOffer = (
  tx: ViewerScope & InTransaction,
  group: Pick<Group, 'id'>,
  targetId: string,
  alsoNotified: readonly string[] = [],
): Promise<void> =>
  withdrawNotifications(tx, { type: TYPE, link: linkOf(group), receiverIds: [targetId] }, alsoNotified)

/** Tells the former owner, or the one whose offer was declined, what has become of it. */
export async function notifyOfAnswer(
  tx: ViewerScope & InTransaction,
  group: Group,
  { ownerId, message }: { readonly ownerId: string; readonly message: string },
): Promise<void> {
  await sendNotifications(tx, [
    {
      ...aboutGroup(group, tx),
      type: 'group.informative',
      receiverId: trusted<'user'>(ownerId),
      message,
      responses: [{ type: 'delete', data: '', icon: 'check', text: 'OK', textKey: null }],
    },
  ])
}

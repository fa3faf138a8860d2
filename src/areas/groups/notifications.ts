import type { Group } from '../../generated/prisma/client.ts'
import { trusted, type UserId } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { type NotificationDraft, type OfferedResponse, sendNotifications } from '../notifications/send.ts'
import { withdrawNotifications } from '../notifications/withdraw.ts'
import { unblockedUsers } from '../users/policy.ts'
import { type GroupUrlOptions, groupImageUrl, imageFileUrl, inviteExpiry } from './access.ts'
import { ALL_PERMISSIONS } from './roles/permissions.ts'

/** The link of notifications of a group, by which clients open it. */
const groupLink = (groupId: string) => `group:${groupId}`

const ICONS = { accept: 'check', decline: 'cancel', block: 'ban', delete: 'bell', unsubscribe: 'bell-slash' } as const

/** A response to a notification of a group, with the icon that clients show. */
export const groupResponse = (type: keyof typeof ICONS, text: string, data: string): OfferedResponse => ({
  type,
  data,
  icon: ICONS[type],
  text,
  textKey: null,
})

/** What all notifications of a group have in common: its name is the title. */
export const groupDraft = ({ rules }: Pick<Scope, 'rules'>, group: Group) => ({
  category: 'social.group',
  title: group.name,
  link: groupLink(group.id),
  data: { groupId: group.id, groupName: group.name },
  subjectId: group.id,
  facts: { groupName: group.name },
  ...(group.iconId !== null && { imageUrl: imageFileUrl({ rules }, group.iconId) }),
})

/** Whether an id is that of the notification by which a group has invited the viewer. */
export async function isInviteNotification(
  { db, viewer }: ViewerScope & InTransaction,
  groupId: string,
  id: string,
): Promise<boolean> {
  const where = { id, receiverId: viewer.id, type: 'group.invite', link: groupLink(groupId) }
  return (await db.notification.count({ where })) > 0
}

const membershipResponses = (groupId: string) => [
  groupResponse('accept', 'Accept', groupId),
  groupResponse('decline', 'Decline', groupId),
  groupResponse('block', 'Block', groupId),
]

/** Tells a person of an invite, until it lapses. */
export async function notifyOfInvite(
  tx: ViewerScope & InTransaction,
  group: Group,
  { userId, inviterName }: { readonly userId: string; readonly inviterName: string },
): Promise<void> {
  const draft: NotificationDraft = {
    ...groupDraft(tx, group),
    type: 'group.invite',
    receiverId: trusted<'user'>(userId),
    senderId: tx.viewer.id,
    message: `${inviterName} has invited you to join ${group.name}.`,
    responses: membershipResponses(group.id),
    expiresAt: inviteExpiry(tx.now),
  }
  await sendNotifications(tx, [draft])
}

/** Withdraws the notifications of invites that were accepted, declined or withdrawn, or have lapsed. */
export const withdrawInviteNotifications = (
  tx: Scope & InTransaction,
  groupId: string,
  userIds: readonly string[],
): Promise<void> =>
  withdrawNotifications(tx, { type: 'group.invite', link: groupLink(groupId), receiverIds: userIds }, userIds)

/** Withdraws what those who answer requests were sent about the request of a person. */
export const withdrawRequestNotifications = (
  tx: Scope & InTransaction,
  groupId: string,
  requesterId: string,
): Promise<void> =>
  withdrawNotifications(tx, { type: 'group.joinRequest', link: groupLink(groupId), senderId: requesterId }, [
    requesterId,
  ])

/** People who are told of a request to join. */
const MAX_ANSWERERS = 100

/** Notifies those who answer requests to join: at most 100 of them, by rank. */
export async function notifyOfRequest(
  tx: ViewerScope & InTransaction,
  group: Group,
  requesterName: string,
): Promise<void> {
  const receivers = await readAnswerers(tx, group.id)
  const drafts = receivers.map(
    (receiverId): NotificationDraft => ({
      ...groupDraft(tx, group),
      type: 'group.joinRequest',
      receiverId: trusted<'user'>(receiverId),
      senderId: tx.viewer.id,
      message: `${requesterName} has asked to join ${group.name}.`,
      data: { groupId: group.id, groupName: group.name, requesterId: tx.viewer.id },
      responses: membershipResponses(group.id),
    }),
  )
  await sendNotifications(tx, drafts)
}

/** Ids of the members of the least ranks who can answer requests, without those across a block to the viewer. */
async function readAnswerers({ db, viewer }: ViewerScope & InTransaction, groupId: string): Promise<string[]> {
  const roles = await db.groupRole.findMany({
    where: { groupId, permissions: { hasSome: [ALL_PERMISSIONS, 'group-invites-manage'] } },
    orderBy: { order: 'asc' },
    select: {
      requiresTwoFactor: true,
      holders: {
        where: { member: { status: 'member', user: unblockedUsers(viewer.id) } },
        orderBy: { userId: 'asc' },
        take: MAX_ANSWERERS,
        select: {
          userId: true,
          member: { select: { user: { select: { account: { select: { totpEnabledAt: true } } } } } },
        },
      },
    },
  })
  const counted = roles.flatMap(({ requiresTwoFactor, holders }) =>
    holders.filter(({ member }) => !requiresTwoFactor || member.user.account?.totpEnabledAt != null),
  )
  return [...new Set(counted.map(({ userId }) => userId))].slice(0, MAX_ANSWERERS)
}

/** Tells a person that their request to join was accepted. */
export async function notifyOfAcceptance(tx: Scope & InTransaction, group: Group, userId: string): Promise<void> {
  const draft: NotificationDraft = {
    ...groupDraft(tx, group),
    type: 'group.informative',
    receiverId: trusted<'user'>(userId),
    senderId: null,
    message: `You are now a member of ${group.name}.`,
    facts: { groupName: group.name, occasion: 'join_request_accepted' },
    responses: [groupResponse('delete', 'Dismiss', group.id)],
  }
  await sendNotifications(tx, [draft])
}

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
    subjectId: group.id,
    facts: { groupName: group.name },
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
      facts: { groupName: group.name, actorId: tx.viewer.id },
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

interface TransferAnswer {
  readonly ownerId: string
  readonly message: string
  readonly occasion: 'transfer_accepted' | 'transfer_declined'
  /** Who has answered. */
  readonly actorId: string
}

/** Tells the former owner, or the one whose offer was declined, what has become of it. */
export async function notifyOfAnswer(
  tx: ViewerScope & InTransaction,
  group: Group,
  { ownerId, message, ...facts }: TransferAnswer,
): Promise<void> {
  await sendNotifications(tx, [
    {
      ...aboutGroup(group, tx),
      type: 'group.informative',
      receiverId: trusted<'user'>(ownerId),
      message,
      facts: { groupName: group.name, ...facts },
      responses: [{ type: 'delete', data: '', icon: 'check', text: 'OK', textKey: null }],
    },
  ])
}

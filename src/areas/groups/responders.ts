import { Failure } from '../../kernel/failure.ts'
import { isId, trusted } from '../../kernel/ids.ts'
import type { ActingResponder, AnsweredNotification } from '../../kernel/notificationResponders.ts'
import { groupMemberChanged } from './events.ts'
import { cancelGroupTransfer, offerOrAcceptGroup } from './group/transfer.ts'
import { declineGroupInvite } from './membership/invites.ts'
import { joinGroup } from './membership/join.ts'
import { respondGroupJoinRequest } from './membership/requests.ts'
import { groupNotFound } from './policy.ts'

/** Id of the group in the data of a notification; empty for none. */
function namedGroup(data: unknown): string {
  const { groupId }: { groupId?: unknown } = Object(data)
  return typeof groupId === 'string' ? groupId : ''
}

/** The group that a notification is about. Throws `missing` for none. */
function groupIdOf({ data }: AnsweredNotification) {
  const groupId = namedGroup(data)
  if (!isId('group', groupId)) throw groupNotFound()
  return groupId
}

/** Answers to an invite. */
export const inviteResponder: ActingResponder = {
  async act(scope, answered, { type }) {
    const groupId = groupIdOf(answered)
    if (type === 'accept') await joinGroup(scope, groupId)
    else await declineGroupInvite(scope, groupId, { block: type === 'block' })
  },
}

/** Answers to a request to join. */
export const requestResponder: ActingResponder = {
  async act(scope, answered, { type }) {
    const { senderId } = answered
    if (senderId === null || !isId('user', senderId))
      throw new Failure('missing', 'Notification not found', { reason: 'notification_not_found' })
    const answer = { action: type === 'accept' ? 'accept' : 'reject', block: type === 'block' } as const
    await respondGroupJoinRequest(scope, groupIdOf(answered), senderId, answer)
  },
}

/** Answers to the notification of an offer are the acts themselves. */
export const transferResponder: ActingResponder = {
  async act(tx, { data }, { type }) {
    const groupId = trusted<'group'>(namedGroup(data))
    if (type === 'accept') await offerOrAcceptGroup(tx, groupId)
    else await cancelGroupTransfer(tx, groupId)
  },
}

/**
 * Ends the viewer's notifications of announcements and posts of a group, as an answer to one of them; nothing for who is
 * no member any longer, who gets none.
 */
export const announcementResponder: ActingResponder = {
  async act({ db, viewer, emit }, { data }, { type }) {
    if (type !== 'unsubscribe') return
    const groupId = namedGroup(data)
    const { count } = await db.groupMember.updateMany({
      where: { groupId, userId: viewer.id, status: 'member' },
      data: { isSubscribedToAnnouncements: false },
    })
    if (count > 0) emit(groupMemberChanged(viewer.id, { groupId }))
  },
}

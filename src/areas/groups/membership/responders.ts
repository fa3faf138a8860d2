import { Failure } from '../../../kernel/failure.ts'
import { isId } from '../../../kernel/ids.ts'
import type { ActingResponder, AnsweredNotification } from '../../../kernel/notificationResponders.ts'
import { groupNotFound } from '../policy.ts'
import { declineGroupInvite } from './invites.ts'
import { joinGroup } from './join.ts'
import { respondGroupJoinRequest } from './requests.ts'

/** The group that a notification is about. Throws `missing` for none. */
function groupIdOf({ data }: AnsweredNotification) {
  const { groupId } = Object(data)
  if (typeof groupId !== 'string' || !isId('group', groupId)) throw groupNotFound()
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

import type { UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import type { LockedAvatar } from '../policy.ts'

interface Notice {
  readonly receiverId: UserId
  readonly avatar: Pick<LockedAvatar, 'id' | 'name' | 'imageUrl'>
}

/** Tells who has queued the impostors of an avatar that they are there. */
export const notifyOfSuccess = (tx: Scope & InTransaction, { receiverId, avatar }: Notice) =>
  sendNotifications(tx, [
    {
      ...noticeOf(avatar),
      type: 'avatarreview.success',
      receiverId,
      title: 'Your impostor is ready',
      message: `The impostor of ${avatar.name} is ready.`,
    },
  ])

/** Tells who has queued the impostors of an avatar why they could not be made. */
export const notifyOfFailure = (
  tx: Scope & InTransaction,
  { receiverId, avatar, error }: Notice & { readonly error: string },
) =>
  sendNotifications(tx, [
    {
      ...noticeOf(avatar),
      type: 'avatarreview.failure',
      receiverId,
      title: 'Your impostor could not be made',
      message: `The impostor of ${avatar.name} could not be made. ${error}`,
    },
  ])

const noticeOf = ({ id: avatarId, imageUrl }: Notice['avatar']) =>
  ({ senderId: null, category: 'avatar', imageUrl, data: { avatarId } }) as const

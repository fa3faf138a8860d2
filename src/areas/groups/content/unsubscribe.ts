import type { ActingResponder } from '../../../kernel/notificationResponders.ts'
import { groupMemberChanged } from '../events.ts'

/** The group of a notification. */
function groupIdOf(data: unknown): string {
  const { groupId }: { groupId?: unknown } = Object(data)
  return typeof groupId === 'string' ? groupId : ''
}

/**
 * Ends the viewer's notifications of announcements and posts of a group, as an answer to one of them; nothing for who is
 * no member any longer, who gets none.
 */
export const announcementResponder: ActingResponder = {
  async act({ db, viewer, emit }, { data }, { type }) {
    if (type !== 'unsubscribe') return
    const groupId = groupIdOf(data)
    const { count } = await db.groupMember.updateMany({
      where: { groupId, userId: viewer.id, status: 'member' },
      data: { isSubscribedToAnnouncements: false },
    })
    if (count > 0) emit(groupMemberChanged(viewer.id, { groupId }))
  },
}

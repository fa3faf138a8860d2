import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Notification: {
    of: ['receiverId', 'senderId'],
    without: { revision: 'Counts changes for caches.' },
  },
  FeedHead: { of: ['userId'] },
  FeedEntry: { of: ['userId'] },
  Broadcast: { of: ['senderId'], without: { receiverIds: 'The receivers are others.' } },
}

import type { DeclaredTables } from '../../kernel/personalData.ts'

const BY_RECEIVER = 'What the receiver has done with it is told to them alone.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Notification: {
    of: ['receiverId', 'senderId'],
    without: { revision: 'Counts changes for caches.' },
    onlyFor: {
      receiverId: {
        seenAt: BY_RECEIVER,
        hiddenAt: BY_RECEIVER,
        respondedAt: BY_RECEIVER,
        updatedAt: BY_RECEIVER,
        expiresAt: BY_RECEIVER,
      },
    },
  },
  FeedHead: { of: ['userId'] },
  FeedEntry: { of: ['userId'] },
  Broadcast: { of: ['senderId'], without: { receiverIds: 'The receivers are others.' } },
}

import type { DeclaredTables } from '../../kernel/personalData.ts'

const DERIVED = 'Derived from the name.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  User: {
    of: ['id'],
    without: {
      usernameKey: DERIVED,
      displayNameKey: DERIVED,
      usernameSkeleton: DERIVED,
      displayNameSkeleton: DERIVED,
      revision: 'Counts changes for caches.',
    },
  },
  PastDisplayName: { of: ['userId'] },
  Badge: { notExported: 'Badges of the server; who has one is in UserBadge.' },
  UserBadge: { of: ['userId'] },
  UserNote: { of: ['userId'], mentions: { targetUserId: 'A private note of another person, whose data it is.' } },
}

import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  PlayerModeration: {
    of: ['sourceUserId'],
    mentions: { targetUserId: 'How others want the person to be for them is private to them.' },
  },
  GlobalAvatarModeration: { of: ['userId'] },
}

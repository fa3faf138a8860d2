import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Friendship: { of: ['userId'], mentions: { friendId: 'The same friendship has a row of the person, too.' } },
}

import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Jam: { notExported: 'Contests, which admins hold.' },
  JamSubmission: { of: ['submitterId'] },
  JamRating: { of: ['judgeId'] },
}

import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  ProfileTheme: { of: ['userId'] },
  TutorialCompletion: { of: ['userId'] },
}

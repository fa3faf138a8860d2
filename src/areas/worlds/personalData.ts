import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  World: {
    of: ['authorId'],
    without: {
      nameKey: 'Derived from the name.',
      revision: 'Counts changes for caches.',
      shuffleKey: 'Orders shuffled lists.',
    },
  },
  UnityPackage: { through: [{ column: 'worldId', table: 'World' }] },
  WorldVisitor: { of: ['userId'] },
  WorldVisit: { of: ['userId'] },
  WorldPersistence: { of: ['userId'] },
  Feedback: { of: ['commenterId', 'contentAuthorId'] },
}

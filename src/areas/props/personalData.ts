import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Prop: { of: ['authorId'] },
  PropPackage: { through: [{ column: 'propId', table: 'Prop' }] },
}

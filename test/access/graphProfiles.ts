import { siblingId } from '../../src/kernel/ids.ts'
import { AUTHOR, type GraphAccessTable, RECEIVER, SIGNED_IN } from './graphOutcomes.ts'

const idOf = (themeId: string) => `"${siblingId('profileTheme', themeId)}"`

export const profileQueries: GraphAccessTable = {
  'node of a theme': [({ themeId }) => `node(id: ${idOf(themeId)}) { id }`, AUTHOR],
}

const COLORS = 'buttonColor: "064b5c", iconColor: "6ae3f9", subtextColor: "a9a9a9"'

export const profileMutations: GraphAccessTable = {
  requestDataExport: [() => 'requestDataExport(input: {}) { viewer { dataExport { state } } }', SIGNED_IN],
  createProfileTheme: [() => `createProfileTheme(input: { name: "Sea", ${COLORS} }) { theme { id } }`, SIGNED_IN],
  updateProfileTheme: [
    ({ themeId }) => `updateProfileTheme(input: { themeId: ${idOf(themeId)}, name: "Lake" }) { theme { id } }`,
    RECEIVER,
  ],
  deleteProfileTheme: [
    ({ goneThemeId }) => `deleteProfileTheme(input: { themeId: ${idOf(goneThemeId)} }) { deletedThemeId }`,
    RECEIVER,
  ],
  completeTutorial: [() => 'completeTutorial(input: { key: "web:worlds:v1" }) { clientMutationId }', SIGNED_IN],
}

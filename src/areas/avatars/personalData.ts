import type { DeclaredTables } from '../../kernel/personalData.ts'

const SEARCH = 'Serves searches; the database derives it.'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  Avatar: {
    of: ['authorId'],
    without: { nameKey: 'Derived from the name.', filterKeys: SEARCH, shuffleKey: SEARCH, brevity: SEARCH },
  },
  AvatarPackage: { through: [{ column: 'avatarId', table: 'Avatar' }] },
  AvatarStyle: { notExported: 'Kinds of looks, which admins make.' },
  AvatarWear: { of: ['userId'] },
  ImpostorJob: { of: ['requesterId'], without: { leaseKey: 'Names the builder at work.' } },
}

import type { Scope } from '../../../kernel/scope.ts'

/** The styles of avatars by name. */
export const listAvatarStyles = ({ db }: Pick<Scope, 'db'>) => db.avatarStyle.findMany({ orderBy: { name: 'asc' } })

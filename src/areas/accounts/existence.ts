import { invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isName, nameKey } from './names.ts'

export interface Sought {
  readonly email?: string | undefined
  readonly displayName?: string | undefined
  readonly username?: string | undefined
  readonly excludeUserId?: string | undefined
}

/**
 * Whether there is an account that has everything that is given, and whether the names given may be chosen at all.
 * Throws `invalid` when neither email, displayName nor username is given; clients know that text, quotes included.
 */
export async function checkUserExists(scope: Scope, { email, displayName, username, excludeUserId }: Sought) {
  if (!email && !displayName && !username) throw invalid('username', '"username, email, or displayName required"')
  const found = await scope.db.user.count({
    where: {
      erasedAt: null,
      ...(username && { usernameKey: nameKey(username) }),
      ...(displayName && { displayNameKey: nameKey(displayName) }),
      ...(email && { account: { emailKey: nameKey(email) } }),
      ...(excludeUserId && { id: { not: excludeUserId } }),
    },
  })
  const names = [username, displayName].filter((name) => name !== undefined && name !== '')
  return { userExists: found > 0, nameOk: names.every((name) => isName(name ?? '')) }
}

import { nameKey } from '../areas/accounts/names.ts'
import { searchableUsers } from '../areas/users/policy.ts'
import { Failure } from '../kernel/failure.ts'
import { isId, type UserId } from '../kernel/ids.ts'
import type { Scope } from '../kernel/scope.ts'

export interface Named {
  readonly id: UserId
  readonly username: string
}

/** The person of this username. Throws `missing` for nobody, the erased and the platform's own account. */
export async function personNamed(scope: Scope, username: string): Promise<Named> {
  const where = { ...searchableUsers, usernameKey: nameKey(username) }
  const found = await scope.db.user.findFirst({ where, select: { id: true, username: true } })
  if (!found || !isId('user', found.id)) throw new Failure('missing', `There is nobody with the username ${username}.`)
  return { id: found.id, username: found.username }
}

import { invalid } from '../../kernel/failure.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { canChangeUser, mayChangeUser } from '../users/policy.ts'
import { holdPerson } from '../worlds/policy.ts'
import { groupIdOf, type OwnedPlace, readFavoriteGroup, usualName } from './groups.ts'
import { isGroup } from './kinds.ts'
import { noSuchGroup, type Visibility } from './policy.ts'

/** What can be said of a group; what is left out stays. */
export interface GroupChange {
  readonly displayName?: string | undefined
  readonly visibility?: Visibility | undefined
  readonly tags?: readonly string[] | undefined
}

/** Throws `missing` for a group that nobody has or the viewer may not see, `forbidden` for another's, but to admins. */
async function mayArrange(scope: SignedScope, place: OwnedPlace): Promise<void> {
  if (!isGroup(place)) throw noSuchGroup()
  if (!canChangeUser(scope, place.ownerId)) await readFavoriteGroup(scope, place)
  mayChangeUser(scope, place.ownerId)
}

const CHANGES: Limit = { name: 'favorite-group', points: 60, window: 10 * 60 }

/** Changes what is said of an own group. Throws `missing`, `forbidden`, `invalid`; `exhausted` after 60 in ten minutes. */
export async function updateFavoriteGroup(scope: SignedScope, place: OwnedPlace, change: GroupChange): Promise<void> {
  await mayArrange(scope, place)
  const said = saidIn(change)
  await scope.limits.take(CHANGES, scope.viewer.id)
  const { ownerId: userId, type, name } = place
  await transact(scope, async (open) => {
    await holdPerson(open, userId)
    const key = { id: groupIdOf(userId, place), userId, type, name }
    await open.db.favoriteGroup.upsert({
      where: { userId_type_name: { userId, type, name } },
      create: { ...key, displayName: usualName(place), ...said, updatedAt: open.now },
      update: { ...said, updatedAt: open.now },
    })
    await auditForeign(open, userId, { act: 'updateFavoriteGroup', subjectId: userId, details: { type, name } })
  })
}

function saidIn({ displayName, visibility, tags }: GroupChange) {
  const named = displayName?.trim()
  if (named === '') throw invalid('displayName', 'displayName must not be empty')
  return {
    ...(named !== undefined && { displayName: named }),
    ...(visibility && { visibility }),
    ...(tags && { tags: [...tags] }),
  }
}

/** Takes all favorites of an own group away. Throws `missing`, and `forbidden` for another's, but to admins. */
export async function clearFavoriteGroup(scope: SignedScope, place: OwnedPlace): Promise<void> {
  await mayArrange(scope, place)
  const { ownerId: userId, type, name: group } = place
  await transact(scope, async (open) => {
    await holdPerson(open, userId)
    await open.db.favorite.deleteMany({ where: { userId, type, group } })
    await auditForeign(open, userId, { act: 'clearFavoriteGroup', subjectId: userId, details: { type, name: group } })
  })
}

import type { User } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { newUuid } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, isUniqueViolation } from '../../../kernel/transaction.ts'
import { cleanName, displayNameFields, usernameFields } from '../../accounts/account/names.ts'

/** Names to change; those left out stay as they are. */
interface NameChange {
  readonly displayName?: string | undefined
  readonly revertDisplayName?: boolean | undefined
  readonly username?: string | undefined
}

const RENAME_LIMIT: RateLimit = { name: 'rename', points: 20, window: 24 * 60 * 60 }
/** Former display names that are kept of a person; older ones are deleted. */
const MOST_PAST_NAMES = 20

/** Counts a change of the viewer's own names. Throws `exhausted` after 20 in a day. */
export async function limitRenames(scope: ViewerScope, change: NameChange): Promise<void> {
  const isRename =
    change.displayName !== undefined || change.username !== undefined || change.revertDisplayName === true
  if (isRename) await scope.limits.take(RENAME_LIMIT, scope.viewer.id)
}

const rethrowDuplicateName =
  (field: string) =>
  (error: unknown): never => {
    throw isUniqueViolation(error)
      ? new Failure('conflict', `${field}: this name is taken`, {
          reason: field === 'username' ? 'username_taken' : 'display_name_taken',
          field,
        })
      : error
  }

/** Changes the names of a person whose row is locked. Throws `conflict` for a name that is taken, `invalid`. */
export async function updateNames(tx: ViewerScope & InTransaction, user: User, change: NameChange): Promise<void> {
  if (change.username !== undefined) {
    const data = usernameFields(change.username)
    await tx.db.user.update({ where: { id: user.id }, data }).catch(rethrowDuplicateName('username'))
  }
  if (change.revertDisplayName) await revertDisplayName(tx, user)
  else if (change.displayName !== undefined && cleanName(change.displayName) !== user.displayName) {
    await recordPastName(tx, user)
    await setDisplayName(tx, user.id, change.displayName)
  }
}

/** Adds the present display name to the past ones, and deletes the oldest beyond the limit. */
async function recordPastName({ db, now }: ViewerScope & InTransaction, { id: userId, displayName }: User) {
  await db.pastDisplayName.create({ data: { id: newUuid(now), userId, displayName, updatedAt: now } })
  const oldest = await db.pastDisplayName.findMany({
    where: { userId },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    skip: MOST_PAST_NAMES,
    select: { id: true },
  })
  if (oldest.length > 0) await db.pastDisplayName.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } })
}

/** Restores the previous display name, and removes it from the past names. */
async function revertDisplayName(tx: ViewerScope & InTransaction, user: User): Promise<void> {
  const last = await tx.db.pastDisplayName.findFirst({ where: { userId: user.id }, orderBy: { updatedAt: 'desc' } })
  if (!last) throw invalid('revertDisplayName', 'revertDisplayName: there is no earlier name', 'no_former_name')
  await tx.db.pastDisplayName.delete({ where: { id: last.id } })
  await setDisplayName(tx, user.id, last.displayName)
}

const setDisplayName = (tx: InTransaction, id: string, displayName: string) =>
  tx.db.user.update({ where: { id }, data: displayNameFields(displayName) }).catch(rethrowDuplicateName('displayName'))

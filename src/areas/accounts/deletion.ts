import { DAY, later } from '../../kernel/clock.ts'
import { Failure, noSuchUser } from '../../kernel/failure.ts'
import { isId, type UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from './audit.ts'
import { accountChanged, userChanged } from './events.ts'
import { endSessions } from './sessions.ts'

/** From the request to the erasure. */
export const DELETION_DELAY = 14 * DAY

/** Normal users may delete only their own account; admins anybody's. */
export const canDeleteUser = (scope: SignedScope, id: UserId) => scope.viewer.admin || scope.viewer.id === id

/**
 * Schedules the erasure of an account in 14 days, if it is not scheduled yet. The person's own second request calls the
 * first one off, as any request does, and so starts the 14 days anew.
 */
export async function deleteUser(scope: SignedScope, id: UserId): Promise<void> {
  if (!canDeleteUser(scope, id)) throw new Failure('forbidden', 'You can only delete your own account')
  const deletionAt = later(scope.now, DELETION_DELAY)
  const entry = { message: 'Deletion requested', deletionScheduled: deletionAt, dateTime: scope.now }
  await transact(scope, async (open) => {
    await mayBeDeleted(open, id)
    await schedule(open, id, deletionAt, JSON.stringify([entry]))
    await auditForeign(open, id, { act: 'deleteUser', subjectId: id })
  })
}

/** Throws `missing` for nobody and the erased, `forbidden` for accounts nobody logs in to: they are the platform's. */
async function mayBeDeleted(open: Open, id: UserId): Promise<void> {
  const account = await open.db.account.findUnique({ where: { userId: id }, select: { passwordHash: true } })
  if (!account) throw noSuchUser(id)
  if (account.passwordHash === null) throw new Failure('forbidden', 'This account belongs to the platform')
}

/** Any authenticated request of the person, within the 14 days, calls the deletion off; of a suspended one none does. */
export async function cancelDeletion(scope: Scope, id: UserId): Promise<void> {
  const entry = { message: 'Deletion canceled', deletionScheduled: null, dateTime: scope.now }
  await transact(scope, async (open) => {
    await open.db
      .$executeRaw`UPDATE "Account" SET "deletionAt" = NULL, "deletionLog" = "deletionLog" || ${JSON.stringify([entry])}::jsonb
      WHERE "userId" = ${id} AND "deletionAt" > ${scope.now}
        AND ("suspendedAt" IS NULL OR "suspendedUntil" <= ${scope.now})`
    open.emit(accountChanged(id))
    open.emit(userChanged(id))
  })
}

async function schedule(open: Scope & Open, id: UserId, deletionAt: Date, log: string) {
  await open.db
    .$executeRaw`UPDATE "Account" SET "deletionAt" = ${deletionAt}, "deletionLog" = "deletionLog" || ${log}::jsonb
    WHERE "userId" = ${id} AND "deletionAt" IS NULL`
  open.emit(accountChanged(id))
  open.emit(userChanged(id))
}

/** Takes away what another area keeps of a person, in the transaction of the erasure. */
export type Eraser = (open: Scope & Open, id: UserId) => Promise<void>

const BATCH = 100

/** Erases every account whose 14 days have passed. Answers how many. What a crash leaves is done by the next run. */
export async function eraseDueAccounts(scope: Scope, erasers: readonly Eraser[]): Promise<number> {
  let erased = 0
  for (;;) {
    const due = await scope.client.account.findMany({
      where: { deletionAt: { lte: scope.now } },
      select: { userId: true },
      take: BATCH,
    })
    for (const id of due.map(({ userId }) => userId).filter((id) => isId('user', id)))
      await eraseAccount(scope, id, erasers)
    erased += due.length
    if (due.length < BATCH) return erased
  }
}

/** Takes away everything personal. The user's row stays, empty, so that the id is never given again. */
async function eraseAccount(scope: Scope, id: UserId, erasers: readonly Eraser[]): Promise<void> {
  await transact(scope, async (open) => {
    const { count } = await open.db.account.deleteMany({ where: { userId: id, deletionAt: { lte: scope.now } } })
    if (count === 0) return
    // First of all: whoever holds the person's row to write something about them is waited for, whoever comes sees it.
    await open.db.user.update({ where: { id }, data: { ...blank(id), erasedAt: scope.now, updatedAt: scope.now } })
    await endSessions(open, id)
    for (const erase of erasers) await erase(open, id)
    await open.db.userNote.deleteMany({ where: { OR: [{ userId: id }, { targetUserId: id }] } })
    await open.db.userBadge.deleteMany({ where: { userId: id } })
    await open.db.permissionGrant.deleteMany({ where: { userId: id } })
    await open.db.pastDisplayName.deleteMany({ where: { userId: id } })
    open.emit(userChanged(id))
  })
  await scope.presence.gone(id)
}

/** An id is no name anybody may choose, so the names of the erased collide with nobody's. */
const blank = (id: UserId) => ({
  username: id,
  usernameKey: id,
  displayName: 'Deleted user',
  displayNameKey: id,
  admin: false,
  developerType: 'none',
  bio: '',
  bioLinks: [],
  pronouns: '',
  pronounsHistory: [],
  status: 'offline',
  statusDescription: '',
  statusHistory: [],
  tags: [],
  userIcon: '',
  profilePicOverride: '',
  bannerType: '',
  bannerUrl: '',
  currentAvatarImageUrl: '',
  currentAvatarThumbnailImageUrl: '',
  currentAvatarTags: [],
  homeLocation: '',
  ageVerificationStatus: 'hidden',
  ageVerified: false,
  allowAvatarCopying: false,
  statusFirstTime: true,
  lastLoginAt: null,
  lastActivityAt: null,
  lastMobileAt: null,
  lastPlatform: '',
})

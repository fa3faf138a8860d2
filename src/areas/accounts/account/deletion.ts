import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { Failure, userNotFound } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import { noteLock } from '../../../kernel/locks.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { cliAct, ownerOrAdminAct } from '../../audit/staffAct.ts'
import { accountChanged, ownListChanged, userChanged } from '../events.ts'
import { lockAccount, lockIdentity } from '../locks.ts'
import { writeDeletion, writeDeletionCancelled } from '../queries.ts'
import { endSessions } from '../sessions/sessions.ts'
import { DEFAULT_AVATAR_ID } from './currentUser.ts'

/** Time between the request and the erasure. */
export const DELETION_DELAY = 14 * DAY

/**
 * Schedules the erasure of an account in 14 days, unless it is scheduled. A second call by the person restarts the 14
 * days, because any request of the person cancels a pending deletion.
 */
export async function deleteUser(scope: ViewerScope, id: UserId): Promise<void> {
  assertOwnerOrAdmin(
    scope,
    id,
    () => new Failure('forbidden', 'You can only delete your own account', { reason: 'not_own' }),
  )
  const deletionAt = addMilliseconds(scope.now, DELETION_DELAY)
  const entry = { message: 'Deletion requested', deletionScheduled: deletionAt, dateTime: scope.now }
  await ownerOrAdminAct(scope, 'deleteUser', async (tx) => {
    await assertOwned(tx, id)
    await scheduleDeletion(tx, id, deletionAt, JSON.stringify([entry]))
    for (const end of scope.deletionHooks) await end(tx, id)
    return { subjectId: id, ownerId: id }
  })
}

/** Throws `missing` for an unknown or erased account, `forbidden` for a system account, which has no password. */
export async function assertOwned(tx: InTransaction, id: UserId): Promise<void> {
  const account = await tx.db.account.findUnique({ where: { userId: id }, select: { passwordHash: true } })
  if (!account) throw userNotFound(id)
  if (account.passwordHash === null)
    throw new Failure('forbidden', 'This account belongs to the platform', { reason: 'system_account' })
}

/** Cancels a pending deletion, unless the account is suspended. */
export async function cancelDeletion(scope: Scope, id: UserId): Promise<void> {
  const entry = { message: 'Deletion canceled', deletionScheduled: null, dateTime: scope.now }
  await transact(scope, async (tx) => {
    await writeDeletionCancelled(tx, id, JSON.stringify([entry]))
    tx.emit(accountChanged(id))
    tx.emit(userChanged(id))
  })
}

async function scheduleDeletion(tx: Scope & InTransaction, id: UserId, deletionAt: Date, log: string) {
  await writeDeletion(tx, id, deletionAt, log)
  tx.emit(accountChanged(id))
  tx.emit(userChanged(id))
}

/** What an erased account was known by, for texts that must not show it any longer. */
export interface ErasedIdentity {
  /** The display name and all former ones. */
  readonly displayNames: readonly string[]
}

/** Deletes what another area stores about a person, in the transaction of the erasure. */
export type AccountEraser = (tx: Scope & InTransaction, id: UserId, identity: ErasedIdentity) => Promise<void>

/** The job that erases the accounts which are due. */
export const ERASE_JOB = 'erase-due-accounts'

const ERASE_BATCH_SIZE = 100

/** Erases every account whose 14 days have passed. Answers how many. What a crash leaves is done by the next run. */
export async function eraseDueAccounts(
  scope: Scope,
  erasers: readonly AccountEraser[],
  batchSize = ERASE_BATCH_SIZE,
): Promise<number> {
  let erased = 0
  for (;;) {
    const due = await scope.client.account.findMany({
      where: { deletionAt: { lte: scope.now } },
      select: { userId: true },
      take: batchSize,
    })
    for (const { userId } of due) await eraseAccount(scope, trusted<'user'>(userId), erasers)
    erased += due.length
    if (due.length < batchSize) return erased
  }
}

/**
 * Erases an account at once. It is due before anything is deleted, so that the job goes on where a crash leaves it. Throws
 * `missing` for an unknown or erased account, `forbidden` for one of the platform.
 */
export async function eraseAccountAtOnce(scope: Scope, id: UserId, erasers: readonly AccountEraser[]): Promise<void> {
  await cliAct(scope, 'user erase', async (tx) => {
    await assertOwned(tx, id)
    await lockAccount(tx, id)
    await makeDue(tx, id)
    return { subjectId: id }
  })
  await eraseAccount(scope, id, erasers)
}

/** Makes an account due for erasure, and ends its sessions. Needs the lock of the account. */
export async function makeDue(tx: Scope & InTransaction, id: UserId): Promise<void> {
  await tx.db.account.update({ where: { userId: id }, data: { deletionAt: tx.now } })
  await endSessions(tx, id, 'account_deleted')
  for (const end of tx.deletionHooks) await end(tx, id)
}

/** Deletes all personal data. The user's row stays, emptied, so that the id is never used again. */
async function eraseAccount(scope: Scope, id: UserId, erasers: readonly AccountEraser[]): Promise<void> {
  await forgetMails(scope, id)
  await transact(scope, async (tx) => {
    noteLock(tx, 'account', { keys: [id] })
    const { count } = await tx.db.account.deleteMany({ where: { userId: id, deletionAt: { lte: scope.now } } })
    if (count === 0) return
    // First, as it locks the user: acts that write about the user either commit before, or see the user erased.
    const identity = await lockIdentity(tx, id)
    const data = { ...erasedUserData(id), erasedAt: scope.now, updatedAt: scope.now }
    await tx.db.user.update({ where: { id }, data })
    await tx.db.endedSession.deleteMany({ where: { userId: id } })
    await endSessions(tx, id, 'account_deleted')
    for (const erase of erasers) await erase(tx, id, identity)
    await deleteNotes(tx, id)
    await tx.db.dataExport.deleteMany({ where: { userId: id } })
    await tx.db.userBadge.deleteMany({ where: { userId: id } })
    await tx.db.permissionGrant.deleteMany({ where: { userId: id } })
    await tx.db.staffGrant.deleteMany({ where: { userId: id } })
    await tx.db.staffGrant.updateMany({ where: { grantedById: id }, data: { grantedById: null } })
    await tx.db.pastDisplayName.deleteMany({ where: { userId: id } })
    tx.emit(userChanged(id))
  })
  await scope.presence.forget(id)
}

/**
 * Deletes the mails to a person that this node keeps or that wait to be sent. Before the account, which holds the addresses:
 * nobody can have further ones sent to an account that is due.
 */
async function forgetMails({ client, mail }: Scope, userId: UserId): Promise<void> {
  const select = { email: true, pendingEmail: true, formerEmail: true } as const
  const account = await client.account.findUnique({ where: { userId }, select })
  const tokens = await client.emailToken.findMany({ where: { userId }, select: { email: true } })
  const addresses = [account?.email, account?.pendingEmail, account?.formerEmail, ...tokens.map(({ email }) => email)]
  await mail.forget([...new Set(addresses.filter((address) => typeof address === 'string'))])
}

/** Deletes the notes of a person, and those of others about the person, who are told. */
async function deleteNotes({ db, emit }: InTransaction, id: UserId): Promise<void> {
  const ofOthers = await db.userNote.findMany({ where: { targetUserId: id }, select: { userId: true } })
  await db.userNote.deleteMany({ where: { OR: [{ userId: id }, { targetUserId: id }] } })
  for (const { userId } of ofOthers)
    if (userId !== id) emit(ownListChanged(trusted<'user'>(userId), { list: 'notes', targetId: id }))
}

/** Texts and images of a profile, emptied. */
export const EMPTY_PROFILE = {
  bio: '',
  bioLinks: [],
  pronouns: '',
  pronounsHistory: [],
  statusDescription: '',
  statusHistory: [],
  userIcon: '',
  profilePicOverride: '',
  bannerType: '',
  bannerUrl: '',
  bannerColor: '',
  bannerCustomUrl: '',
  themeId: null,
  backgroundType: 'default',
  backgroundGradientTop: '',
  backgroundGradientBottom: '',
  backgroundTextureId: '',
}

/** Ids are not valid names, so the names of erased users collide with nobody's. */
const erasedUserData = (id: UserId) => ({
  username: id,
  usernameKey: id,
  usernameSkeleton: id,
  displayName: 'Deleted user',
  displayNameKey: id,
  displayNameSkeleton: id,
  admin: false,
  developerType: 'none',
  ...EMPTY_PROFILE,
  status: 'offline',
  tags: [],
  currentAvatar: DEFAULT_AVATAR_ID,
  fallbackAvatar: DEFAULT_AVATAR_ID,
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

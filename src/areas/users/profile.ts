import type { Prisma, User } from '../../generated/prisma/client.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { newUuid, type UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { isDuplicate, type Open, transact } from '../../kernel/transaction.ts'
import { isOpen, isSeen } from '../accounts/appearance.ts'
import { auditIf } from '../accounts/audit.ts'
import { changeEmail, changePassword, proveOneself } from '../accounts/credentials.ts'
import { type ConfirmationMail, limitConfirmations, mailConfirmation } from '../accounts/emailConfirmation.ts'
import { appearanceChanged, userChanged, whereaboutsChanged } from '../accounts/events.ts'
import { lockAccount } from '../accounts/lock.ts'
import { nameKey } from '../accounts/names.ts'
import { checkNewPassword } from '../accounts/passwordRules.ts'
import { mayChangeUser } from './policy.ts'
import { checkProfile, needsPassword, type ProfileChange } from './profileRules.ts'
import { changesGivenTags, lockTags, replaceTags } from './tags.ts'

const KEPT_HISTORY = 10

/**
 * Changes what is given of a person's account and profile, all of it or nothing. E-mail, password and names need the
 * current password. Throws `invalid` with the field at fault, `conflict` when a name is taken.
 */
export async function updateUser(scope: SignedScope, id: UserId, change: ProfileChange): Promise<void> {
  mayChangeUser(scope, id)
  checkProfile(scope, change)
  if (scope.viewer.id === id) await mayChangeAccount(scope, change)
  const passwordHash = change.password === undefined ? null : await scope.passwords.hash(change.password)
  const mail = await transact(scope, (open) => apply(open, id, { ...change, passwordHash }))
  if (mail) await mailConfirmation(scope, mail)
}

/** Admins need neither the password of the account they mend nor patience. */
async function mayChangeAccount(scope: SignedScope, change: ProfileChange): Promise<void> {
  if (needsPassword(change)) await proveOneself(scope, change.currentPassword)
  if (change.email !== undefined) await limitConfirmations(scope)
}

const throwTaken =
  (field: string) =>
  (error: unknown): never => {
    throw isDuplicate(error) ? new Failure('conflict', `${field}: this name is taken`, { field }) : error
  }

type Checked = ProfileChange & { readonly passwordHash: string | null }

async function apply(open: SignedScope & Open, id: UserId, change: Checked): Promise<ConfirmationMail | null> {
  await lockAccount(open, id)
  await lockTags(open, id)
  const user = await open.db.user.findUniqueOrThrow({ where: { id } })
  if (change.password !== undefined) checkNewPassword(change.password, namesAfter(user, change))
  const tags = replaceTags(open, user.tags, change.tags ?? user.tags)
  const isAdmins = open.viewer.id !== id || changesGivenTags(user.tags, tags)
  await auditIf(open, isAdmins, { act: 'updateUser', subjectId: id, details: { fields: fieldsOf(change) } })
  await open.db.user.update({ where: { id }, data: { ...profileOf(user, change), tags, updatedAt: open.now } })
  await changeNames(open, user, change)
  await changeAccount(open, id, change)
  if (change.passwordHash) await changePassword(open, id, change.passwordHash)
  open.emit(userChanged(id))
  if (isSeen(user.status) !== isSeen(change.status ?? user.status)) open.emit(appearanceChanged(id))
  else if (isOpen(user.status) !== isOpen(change.status ?? user.status)) open.emit(whereaboutsChanged(id))
  return change.email === undefined ? null : changeEmail(open, id, change.email)
}

/** The names of what is changed: its values are nobody else's business. */
const fieldsOf = ({ passwordHash: _, ...change }: Checked) =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]))

const namesAfter = (user: User, { username, displayName }: ProfileChange) => [
  username ?? user.username,
  displayName ?? user.displayName,
]

function profileOf(user: User, change: ProfileChange): Prisma.UserUpdateInput {
  const statusDescription = change.statusDescription ?? user.statusDescription
  const pronouns = change.pronouns ?? user.pronouns
  return {
    bio: change.bio ?? user.bio,
    bioLinks: change.bioLinks ?? user.bioLinks,
    pronouns,
    pronounsHistory: history(user.pronounsHistory, user.pronouns, pronouns),
    status: change.status ?? user.status,
    statusDescription,
    statusHistory: history(user.statusHistory, user.statusDescription, statusDescription),
    statusFirstTime: user.statusFirstTime && change.status === undefined && change.statusDescription === undefined,
    userIcon: change.userIcon ?? user.userIcon,
  }
}

/** What stood before comes first; each text once. */
function history(past: readonly string[], before: string, after: string): string[] {
  if (before === '' || before === after) return [...past]
  return [before, ...past.filter((text) => text !== before)].slice(0, KEPT_HISTORY)
}

async function changeNames(open: SignedScope & Open, user: User, change: ProfileChange): Promise<void> {
  if (change.username !== undefined) {
    const username = change.username.trim()
    const data = { username, usernameKey: nameKey(username) }
    await open.db.user.update({ where: { id: user.id }, data }).catch(throwTaken('username'))
  }
  if (change.revertDisplayName) await revertDisplayName(open, user)
  else if (change.displayName !== undefined && change.displayName.trim() !== user.displayName) {
    const past = { id: newUuid(open.now), userId: user.id, displayName: user.displayName, updatedAt: open.now }
    await open.db.pastDisplayName.create({ data: past })
    await setDisplayName(open, user.id, change.displayName.trim())
  }
}

/** Back to the name before this one, which is then no past name any more. */
async function revertDisplayName(open: SignedScope & Open, user: User): Promise<void> {
  const last = await open.db.pastDisplayName.findFirst({ where: { userId: user.id }, orderBy: { updatedAt: 'desc' } })
  if (!last) throw invalid('revertDisplayName', 'revertDisplayName: there is no earlier name')
  await open.db.pastDisplayName.delete({ where: { id: last.id } })
  await setDisplayName(open, user.id, last.displayName)
}

const setDisplayName = (open: Open, id: string, displayName: string) =>
  open.db.user
    .update({ where: { id }, data: { displayName, displayNameKey: nameKey(displayName) } })
    .catch(throwTaken('displayName'))

async function changeAccount(open: Open, userId: UserId, change: ProfileChange): Promise<void> {
  const account = await open.db.account.findUniqueOrThrow({ where: { userId } })
  await open.db.account.update({
    where: { userId },
    data: {
      acceptedTOSVersion: Math.max(account.acceptedTOSVersion, change.acceptedTOSVersion ?? 0),
      birthday: change.birthday === undefined ? account.birthday : new Date(`${change.birthday}T00:00:00.000Z`),
      contentFilters: change.contentFilters ?? account.contentFilters,
      hasDiscordFriendsOptOut: change.hasDiscordFriendsOptOut ?? account.hasDiscordFriendsOptOut,
      hasSharedConnectionsOptOut: change.hasSharedConnectionsOptOut ?? account.hasSharedConnectionsOptOut,
      isBoopingEnabled: change.isBoopingEnabled ?? account.isBoopingEnabled,
      unsubscribe: change.unsubscribe ?? account.unsubscribe,
    },
  })
}

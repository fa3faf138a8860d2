import type { Prisma, User } from '../../../generated/prisma/client.ts'
import { invalid, notOwn } from '../../../kernel/failure.ts'
import { SYSTEM_USER_IDS, type UserId } from '../../../kernel/ids.ts'
import { assertEntries, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { isWebUrl } from '../../../kernel/webUrls.ts'
import { EMPTY_PROFILE } from '../../accounts/account/deletion.ts'
import { assertValidEmail, changeEmail, limitConfirmationMails } from '../../accounts/account/email.ts'
import { assertValidName } from '../../accounts/account/names.ts'
import { assertAcceptablePassword, changePassword } from '../../accounts/account/passwords.ts'
import { isOldEnough, parseBirthday } from '../../accounts/account/registration.ts'
import { appearanceChanged, userChanged, whereaboutsChanged } from '../../accounts/events.ts'
import { lockAccount } from '../../accounts/locks.ts'
import { assertCurrentPassword, assertPasswordGiven } from '../../accounts/login/signIn.ts'
import { isStatusVisible, sharesLocation } from '../../accounts/policy.ts'
import { confirmIdentity } from '../../accounts/sessions/confirmation.ts'
import { assertSessionLive } from '../../accounts/sessions/sessions.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import type { WriteNewFiles } from '../../files/uploads/newFiles.ts'
import { lockTags } from '../locks.ts'
import { assertCanChangeUser } from '../policy.ts'
import { type AppearanceChange, appearanceData, assertOwnTheme } from './appearance.ts'
import { limitRenames, updateNames } from './displayNames.ts'
import { assertCanShowPictures, assertCanStartAt, pictureRules, withStoredPictures } from './pictures.ts'
import { changesPlatformTags, PROFILE_CHANGE_LIMIT, replaceTags } from './tags.ts'

/** Changes of an account and profile; fields left out stay as they are. */
interface ProfileChange extends AppearanceChange {
  readonly acceptedTOSVersion?: number | undefined
  readonly allowAvatarCopying?: boolean | undefined
  readonly bio?: string | undefined
  readonly bioLinks?: string[] | undefined
  /** YYYY-MM-DD. */
  readonly birthday?: string | undefined
  readonly contentFilters?: string[] | undefined
  readonly currentPassword?: string | undefined
  readonly displayName?: string | undefined
  readonly email?: string | undefined
  readonly hasDiscordFriendsOptOut?: boolean | undefined
  readonly hasSharedConnectionsOptOut?: boolean | undefined
  /** Id of a world; empty for none. */
  readonly homeLocation?: string | undefined
  readonly isBoopingEnabled?: boolean | undefined
  readonly password?: string | undefined
  readonly profilePicOverride?: string | undefined
  readonly pronouns?: string | undefined
  readonly revertDisplayName?: boolean | undefined
  readonly status?: string | undefined
  readonly statusDescription?: string | undefined
  readonly tags?: string[] | undefined
  readonly unsubscribe?: boolean | undefined
  readonly userIcon?: string | undefined
  readonly username?: string | undefined
  /** Writes files that the pictures of the change name. */
  readonly writeNewFiles?: WriteNewFiles | undefined
}

const needsCurrentPassword = ({ email, password, displayName, revertDisplayName, username }: ProfileChange) =>
  [email, password, displayName, username].some((text) => text !== undefined) || revertDisplayName === true

/** Throws `invalid` for the first field with an invalid value. */
function assertValidProfileChange(scope: ViewerScope, change: ProfileChange): void {
  assertValidName('displayName', change.displayName)
  assertValidName('username', change.username)
  if (change.birthday !== undefined) assertValidBirthday(change.birthday, scope.now)
  assertWebLinks(change.bioLinks ?? [])
}

function assertWebLinks(links: readonly string[]): void {
  assertEntries(links, {
    field: 'bioLinks',
    isValid: (link) => link === '' || isWebUrl(link),
    message: 'bioLinks: each must be an http or https address',
    reason: 'not_a_url',
  })
}

/** The rules for changes of a profile, apart from those for names that others have and for a wrong current password. */
export async function profileRules(scope: ViewerScope, id: UserId, change: ProfileChange): Promise<InputRule[]> {
  assertCanChangeUser(scope, id)
  const user = await scope.db.user.findUnique({ where: { id } })
  if (!user) return []
  const { displayName, username, birthday, email, bioLinks = [], homeLocation = '' } = change
  return [
    () => assertValidName('displayName', displayName),
    () => assertValidName('username', username),
    () => birthday !== undefined && assertValidBirthday(birthday, scope.now),
    () => assertWebLinks(bioLinks),
    () => email !== undefined && assertValidEmail(email),
    () => assertAcceptableIfGiven(user, change),
    () => scope.viewer.id === id && needsCurrentPassword(change) && assertPasswordGiven(change.currentPassword),
    () => replaceTags(scope, user.tags, change.tags ?? user.tags),
    // Pictures that are written with the change are not there yet.
    ...(change.writeNewFiles ? [] : pictureRules(scope, user, change)),
    () => transact(scope, (tx) => assertCanStartAt(tx, homeLocation)),
    () => assertOwnTheme(scope, id, change.themeId),
  ]
}

function assertAcceptableIfGiven(user: User, change: ProfileChange): void {
  if (change.password !== undefined) assertAcceptablePassword(change.password, namesAfter(user, change))
}

function assertValidBirthday(text: string, now: Date): void {
  const birthday = parseBirthday(text)
  if (!birthday || birthday > now) throw invalid('birthday', 'birthday: not a date of birth', 'not_a_date')
  if (!isOldEnough(birthday, now)) throw invalid('birthday', 'birthday: you must be at least 13 years old', 'too_young')
}

const MAX_HISTORY_LENGTH = 10

/**
 * Updates an account and profile in one transaction. Who changes e-mail, password or names needs the own current password;
 * an admin who changes somebody else's can confirm the own identity by it. Throws `invalid` with the field at fault,
 * `forbidden` for an admin without a confirmed identity, `conflict` when a name is taken.
 */
export const updateUser = (scope: ViewerScope, id: UserId, change: ProfileChange): Promise<void> =>
  tellingAllFaults(
    () => profileRules(scope, id, change),
    () => updateValidUser(scope, id, change),
  )

async function updateValidUser(scope: ViewerScope, id: UserId, change: ProfileChange): Promise<void> {
  assertCanChangeUser(scope, id)
  await scope.limits.take(PROFILE_CHANGE_LIMIT, scope.viewer.id)
  assertValidProfileChange(scope, change)
  if (needsCurrentPassword(change)) await assertProven(scope, id, change)
  if (scope.viewer.id === id) await limitRenames(scope, change)
  if (scope.viewer.id === id && change.email !== undefined) await limitConfirmationMails(scope)
  const passwordHash = change.password === undefined ? null : await scope.passwords.hash(change.password)
  await ownerOrAdminAct(scope, 'updateUser', (tx) => applyProfileChange(tx, id, { ...change, passwordHash }))
}

async function assertProven(scope: ViewerScope, id: UserId, { currentPassword }: ProfileChange): Promise<void> {
  if (scope.viewer.id === id) await assertCurrentPassword(scope, currentPassword)
  else if (currentPassword !== undefined) await confirmIdentity(scope, { password: currentPassword })
}

type HashedProfileChange = ProfileChange & { readonly passwordHash: string | null }

async function applyProfileChange(tx: ViewerScope & InTransaction, id: UserId, change: HashedProfileChange) {
  await lockAccount(tx, id)
  if (needsCurrentPassword(change)) await assertSessionLive(tx)
  await lockTags(tx, id)
  await change.writeNewFiles?.(tx)
  const user = await tx.db.user.findUniqueOrThrow({ where: { id } })
  assertAcceptableIfGiven(user, change)
  const tags = replaceTags(tx, user.tags, change.tags ?? user.tags)
  const { isForeign } = await assertCanShowPictures(tx, user, change)
  await assertCanStartAt(tx, change.homeLocation ?? '')
  await assertOwnTheme(tx, id, change.themeId)
  const stored = withStoredPictures(tx, change)
  const columns = { ...profileData(user, stored), ...appearanceData(user, stored), tags }
  await tx.db.user.update({ where: { id }, data: { ...columns, updatedAt: tx.now } })
  await updateNames(tx, user, change)
  await updateAccount(tx, id, change)
  if (change.passwordHash) await changePassword(tx, id, change.passwordHash)
  tx.emit(userChanged(id))
  emitStatusChange(tx, id, user.status, change.status ?? user.status)
  if (change.email !== undefined) await changeEmail(tx, id, change.email)
  const needsAdmin = isForeign || changesPlatformTags(user.tags, tags)
  return { subjectId: id, ownerId: id, needsAdmin, details: { fields: changedFields(change) } }
}

/** Tells friends when the status shows or hides the presence or the location. */
function emitStatusChange(tx: InTransaction, id: UserId, before: string, after: string): void {
  if (isStatusVisible(before) !== isStatusVisible(after)) tx.emit(appearanceChanged(id))
  else if (sharesLocation(before) !== sharesLocation(after)) tx.emit(whereaboutsChanged(id))
}

/** Names of the changed fields, without their values, which are private. */
const changedFields = ({ passwordHash: _, currentPassword: __, writeNewFiles: ___, ...change }: HashedProfileChange) =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]))

const namesAfter = (user: User, { username, displayName }: ProfileChange) => [
  username ?? user.username,
  displayName ?? user.displayName,
]

function profileData(user: User, change: ProfileChange): Prisma.UserUncheckedUpdateInput {
  const statusDescription = change.statusDescription ?? user.statusDescription
  const pronouns = change.pronouns ?? user.pronouns
  return {
    allowAvatarCopying: change.allowAvatarCopying ?? user.allowAvatarCopying,
    bio: change.bio ?? user.bio,
    bioLinks: change.bioLinks ?? user.bioLinks,
    homeLocation: change.homeLocation ?? user.homeLocation,
    profilePicOverride: change.profilePicOverride ?? user.profilePicOverride,
    pronouns,
    pronounsHistory: prependHistory(user.pronounsHistory, user.pronouns, pronouns),
    status: change.status ?? user.status,
    statusDescription,
    statusHistory: prependHistory(user.statusHistory, user.statusDescription, statusDescription),
    statusFirstTime: user.statusFirstTime && change.status === undefined && change.statusDescription === undefined,
    userIcon: change.userIcon ?? user.userIcon,
  }
}

/** Adds the former text to the front of the history; each text occurs once. */
function prependHistory(past: readonly string[], before: string, after: string): string[] {
  if (before === '' || before === after) return [...past]
  return [before, ...past.filter((text) => text !== before)].slice(0, MAX_HISTORY_LENGTH)
}

async function updateAccount(tx: InTransaction, userId: UserId, change: ProfileChange): Promise<void> {
  const account = await tx.db.account.findUniqueOrThrow({ where: { userId } })
  await tx.db.account.update({
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

/**
 * Empties the texts and images of a profile; the names stay. Throws `forbidden` for system users, `missing` for an unknown
 * or erased person.
 */
export async function resetProfile(tx: ViewerScope & InTransaction, id: UserId): Promise<void> {
  if (SYSTEM_USER_IDS.includes(id)) throw notOwn()
  await lockTags(tx, id)
  await tx.db.user.update({ where: { id }, data: { ...EMPTY_PROFILE, updatedAt: tx.now } })
  tx.emit(userChanged(id))
}

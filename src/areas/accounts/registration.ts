import { Failure, invalid } from '../../kernel/failure.ts'
import { newId, type UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isDuplicate, type Open, transact } from '../../kernel/transaction.ts'
import { auditCommand } from './audit.ts'
import { mailConfirmation, prepareConfirmation } from './emailConfirmation.ts'
import { arrive } from './login.ts'
import { isEmail, isName, nameKey } from './names.ts'
import { checkNewPassword } from './passwordRules.ts'
import { promoteUser } from './ranks.ts'
import { createSession, type NewSession } from './sessions.ts'

export interface Registration {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly year: string
  readonly month: string
  readonly day: string
  readonly acceptedTOSVersion: number
  readonly subscribe: boolean
}

const YOUNGEST = 13
const OF_ADDRESS: Limit = { name: 'register-address', points: 1_000, window: 60 * 60 }
const FIRST_AVATAR = 'avtr_00000000-0000-4000-8000-000000000001'

/**
 * Creates an account and logs it in. Throws `forbidden` when registration is closed, `invalid` with the field at fault,
 * also for a name or address that is taken: the unique keys decide, so parallel tries end with one account.
 */
export async function registerUserAccount(
  scope: Scope,
  wanted: Registration,
): Promise<{ userId: UserId; session: NewSession }> {
  if (!scope.rules.registrationOpen)
    throw new Failure('forbidden', 'Registration is closed', { code: 'registration_closed' })
  await scope.limits.take(OF_ADDRESS, scope.origin.address)
  const birthday = checkRegistration(scope, wanted)
  const passwordHash = await scope.passwords.hash(wanted.password)
  const userId = newId('user', scope.now)
  const { session, mail } = await transact(scope, async (open) => {
    await createUser(open, {
      id: userId,
      username: wanted.username.trim(),
      email: wanted.email.trim(),
      passwordHash,
      birthday,
      wanted,
    })
    const opened = await createSession(open, userId, [])
    await arrive(open, userId)
    return { session: opened, mail: await prepareConfirmation(open, userId, wanted.email.trim()) }
  }).catch((error: unknown) => throwTaken(scope, error, wanted))
  await mailConfirmation(scope, mail)
  return { userId, session }
}

type Identity = Pick<Registration, 'username' | 'email' | 'password'>

/**
 * Creates an account for somebody else, in the name of whoever runs the server: also while registration is closed. No
 * mail is sent, the address is not confirmed. Throws as registering does for what is invalid or taken.
 */
export async function enrolUser(scope: Scope, wanted: Identity & { readonly admin: boolean }): Promise<UserId> {
  checkIdentity(wanted)
  const passwordHash = await scope.passwords.hash(wanted.password)
  const id = newId('user', scope.now)
  await transact(scope, async (open) => {
    await createUser(open, {
      id,
      username: wanted.username.trim(),
      email: wanted.email.trim(),
      passwordHash,
      birthday: null,
    })
    if (wanted.admin) await promoteUser(open, id, { admin: true })
    await auditCommand(open, { act: 'user create', subjectId: id, details: { admin: wanted.admin } })
  }).catch((error: unknown) => throwTaken(scope, error, wanted))
  return id
}

function checkIdentity({ username, email, password }: Identity): void {
  if (!isName(username.trim()))
    throw invalid('username', 'username: 4 to 15 letters, digits, spaces, dots, dashes or underscores')
  if (!isEmail(email.trim())) throw invalid('email', 'email: not an e-mail address')
  checkNewPassword(password, [username, email])
}

function checkRegistration(scope: Scope, wanted: Registration): Date {
  checkIdentity(wanted)
  const birthday = readBirthday(`${wanted.year}-${wanted.month.padStart(2, '0')}-${wanted.day.padStart(2, '0')}`)
  if (!birthday || birthday > scope.now) throw invalid('year', 'year, month, day: not a date of birth')
  if (!isOldEnough(birthday, scope.now)) throw invalid('year', `year: you must be at least ${YOUNGEST} years old`)
  return birthday
}

/** A day that exists, from `YYYY-MM-DD`; null for anything else. */
export function readBirthday(text: string): Date | null {
  const day = new Date(`${text}T00:00:00.000Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime())) return null
  return day.toISOString().startsWith(text) && day.getUTCFullYear() >= 1900 ? day : null
}

export function isOldEnough(birthday: Date, now: Date): boolean {
  const birthdayThen = new Date(birthday)
  birthdayThen.setUTCFullYear(birthday.getUTCFullYear() + YOUNGEST)
  return birthdayThen <= now
}

interface NewUser {
  id: UserId
  username: string
  email: string | null
  passwordHash: string | null
  birthday: Date | null
  wanted?: Pick<Registration, 'acceptedTOSVersion' | 'subscribe'>
}

/** Writes the rows of a new person. Throws Prisma's unique violation when a name or address is taken. */
export async function createUser(
  open: Scope & Open,
  { id, username, email, passwordHash, birthday, wanted }: NewUser,
): Promise<void> {
  const names = { username, usernameKey: nameKey(username), displayName: username, displayNameKey: nameKey(username) }
  await open.db.user.create({
    data: { id, ...names, createdAt: open.now, updatedAt: open.now, currentAvatar: FIRST_AVATAR },
  })
  await open.db.account.create({
    data: {
      userId: id,
      email,
      emailKey: email && nameKey(email),
      passwordHash,
      birthday,
      acceptedTOSVersion: wanted?.acceptedTOSVersion ?? 0,
      unsubscribe: !wanted?.subscribe,
    },
  })
}

async function throwTaken(scope: Scope, error: unknown, wanted: Identity): Promise<never> {
  if (!isDuplicate(error)) throw error
  const email = await scope.client.account.count({ where: { emailKey: nameKey(wanted.email) } })
  if (email > 0) throw new Failure('conflict', 'email: an account with this address exists already', { field: 'email' })
  throw new Failure('conflict', 'username: this name is taken', { field: 'username' })
}

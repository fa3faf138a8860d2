import { Failure, invalid } from '../../../kernel/failure.ts'
import { newId, type UserId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import { keyedMutex } from '../../../kernel/keyedSlots.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { typedCode } from '../../../kernel/texts.ts'
import { type InTransaction, isUniqueViolation, transact } from '../../../kernel/transaction.ts'
import { cliAct } from '../../audit/staffAct.ts'
import { completeLogin } from '../login/signIn.ts'
import { createSession } from '../sessions/sessions.ts'
import { defaultAvatarColumns } from './currentUser.ts'
import { assertValidEmail, mailboxKey, releaseUnconfirmedEmail, sendEmailConfirmation } from './email.ts'
import {
  assertValidName,
  cleanName,
  displayNameFields,
  isValidName,
  nameKey,
  nameSkeleton,
  usernameFields,
} from './names.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { updateUserRole } from './roles.ts'

export interface RegistrationInput {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly year: string
  readonly month: string
  readonly day: string
  readonly acceptedTOSVersion: number
  readonly subscribe: boolean
}

const MIN_AGE = 13
/** Registrations of a network in an hour; the setting REGISTRATIONS_PER_HOUR says how many. */
const NETWORK_LIMIT: RateLimit = { name: 'register-address', points: 10, window: 60 * 60 }
/** Registrations with addresses of one mailbox: each sends it a mail, whoever owns it. */
const MAILBOX_LIMIT: RateLimit = { name: 'register-mailbox', points: 3, window: 60 * 60 }
/** Forms ask while a name is typed. */
const EXISTS_LIMIT: RateLimit = { name: 'user-exists', points: 60, window: 60 }

/**
 * Creates an account and logs in to it. Throws `forbidden` when registration is closed, `invalid` with the field at
 * fault, `conflict` when the name or address is taken: unique keys decide, so parallel calls create one account; `exhausted`
 * beyond REGISTRATIONS_PER_HOUR of a network or 3 of a mailbox in an hour.
 */
export async function registerUserAccount(scope: Scope, input: RegistrationInput) {
  if (!scope.rules.registrationOpen)
    throw new Failure('forbidden', 'Registration is closed', { reason: 'registration_closed' })
  const { registrationsPerHour } = scope.rules
  if (registrationsPerHour > 0)
    await scope.limits.take({ ...NETWORK_LIMIT, points: registrationsPerHour }, scope.clientInfo.network)
  const birthday = await tellingAllFaults(
    () => registrationRules(scope, input),
    async () => validateRegistration(scope, input),
  )
  const email = input.email.trim()
  return runExclusive(mailboxKey(email), () => registerInMailbox(scope, input, { email, birthday }))
}

const runExclusive = keyedMutex()

/** Counts a registration against its mailbox, unless it fails: then no mail is sent. */
async function registerInMailbox(scope: Scope, input: RegistrationInput, valid: { email: string; birthday: Date }) {
  await releaseUnconfirmedEmail(scope, valid.email)
  await assertEmailIsFree(scope, valid.email)
  const mailbox = mailboxKey(valid.email)
  await scope.limits.take(MAILBOX_LIMIT, mailbox)
  return createAccount(scope, input, valid).catch(async (error: unknown) => {
    await scope.limits.refund(MAILBOX_LIMIT, mailbox)
    return rethrowDuplicate(scope, error, input)
  })
}

async function createAccount(scope: Scope, input: RegistrationInput, valid: { email: string; birthday: Date }) {
  const passwordHash = await scope.passwords.hash(input.password)
  const userId = newId('user', scope.now)
  const session = await transact(scope, async (tx) => {
    await insertUser(tx, { id: userId, username: input.username, ...valid, passwordHash, consents: input })
    const opened = await createSession(tx, { userId, owes: [] })
    await completeLogin(tx, userId)
    await sendEmailConfirmation(tx, userId, valid.email)
    return opened
  })
  return { userId, session }
}

export type Identity = Pick<RegistrationInput, 'username' | 'email' | 'password'>

/**
 * Creates an account by the command line, also while registration is closed. No mail is sent, and the address is not
 * confirmed. Throws `invalid` with the field at fault, `conflict` when the name or address is taken.
 */
export async function createUserForOperator(scope: Scope, input: Identity & { readonly admin: boolean }) {
  const user = await prepareUser(scope, input)
  await cliAct(scope, 'user create', async (tx) => {
    await insertUser(tx, user)
    if (input.admin) await updateUserRole(tx, user.id, { admin: true })
    return { subjectId: user.id, details: { admin: input.admin } }
  }).catch((error: unknown) => rethrowDuplicate(scope, error, input))
  return user.id
}

/** A user whose date of birth is not known, to be inserted. Throws `invalid` with the field at fault. */
export async function prepareUser(scope: Scope, input: Identity): Promise<NewUser> {
  assertValidIdentity(input)
  const passwordHash = await scope.passwords.hash(input.password)
  const [username, email] = [cleanName(input.username), input.email.trim()]
  return { id: newId('user', scope.now), username, email, passwordHash, birthday: null }
}

function assertValidIdentity({ username, email, password }: Identity): void {
  assertValidName('username', username)
  assertValidEmail(email.trim())
  assertAcceptablePassword(password, [username, email])
}

/** The rules for an account, apart from those that would tell who has one. Fields that are absent are not checked. */
export function registrationRules(scope: Scope, input: Partial<RegistrationInput>): InputRule[] {
  const { username, email, password, year, month, day } = input
  return [
    () => assertValidName('username', username),
    () => email !== undefined && assertValidEmail(email.trim()),
    () => password !== undefined && assertAcceptablePassword(password, [username ?? '', email ?? '']),
    () => year !== undefined && parseBirthDate(scope, { year, month: month ?? '', day: day ?? '' }),
  ]
}

/** Answers the date of birth. */
function validateRegistration(scope: Scope, input: RegistrationInput): Date {
  assertValidIdentity(input)
  return parseBirthDate(scope, input)
}

type BirthDate = Pick<RegistrationInput, 'year' | 'month' | 'day'>

function parseBirthDate(scope: Scope, { year, month, day }: BirthDate): Date {
  const [yyyy = '', mm = '', dd = ''] = [year, month, day].map(typedCode)
  const birthday = parseBirthday(`${yyyy}-${mm.padStart(2, '0')}-${dd.padStart(2, '0')}`)
  if (!birthday || birthday > scope.now) throw invalid('year', 'year, month, day: not a date of birth', 'not_a_date')
  if (!isOldEnough(birthday, scope.now))
    throw invalid('year', `year: you must be at least ${MIN_AGE} years old`, 'too_young')
  return birthday
}

/** Parses `YYYY-MM-DD`; null for anything else, for days that do not exist and for years before 1900. */
export function parseBirthday(text: string): Date | null {
  const day = new Date(`${text}T00:00:00.000Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime())) return null
  return day.toISOString().startsWith(text) && day.getUTCFullYear() >= 1900 ? day : null
}

/** Whether a person born on this day has this age. */
export function isOldEnough(birthday: Date, now: Date, minAge = MIN_AGE): boolean {
  const comingOfAge = new Date(birthday)
  comingOfAge.setUTCFullYear(birthday.getUTCFullYear() + minAge)
  return comingOfAge <= now
}

interface NewUser {
  id: UserId
  username: string
  email: string | null
  passwordHash: string | null
  birthday: Date | null
  consents?: Pick<RegistrationInput, 'acceptedTOSVersion' | 'subscribe'>
}

/** Writes the rows of a new person. Throws Prisma's unique violation when a name or address is taken. */
export async function insertUser(tx: Scope & InTransaction, user: NewUser): Promise<void> {
  const { id, username, email, passwordHash, birthday, consents } = user
  const names = { ...usernameFields(username), ...displayNameFields(username) }
  const data = { id, ...names, createdAt: tx.now, updatedAt: tx.now, ...(await defaultAvatarColumns(tx)) }
  await tx.db.user.create({ data })
  const settings = { acceptedTOSVersion: consents?.acceptedTOSVersion ?? 0, unsubscribe: !consents?.subscribe }
  const emailKey = email && nameKey(email)
  await tx.db.account.create({ data: { userId: id, email, emailKey, passwordHash, birthday, ...settings } })
}

/** Throws `conflict` in place of Prisma's unique violation, and any other error as it is. */
export async function rethrowDuplicate(scope: Scope, error: unknown, identity: Identity): Promise<never> {
  if (!isUniqueViolation(error)) throw error
  await assertEmailIsFree(scope, identity.email)
  throw new Failure('conflict', 'username: this name is taken', { reason: 'username_taken', field: 'username' })
}

async function assertEmailIsFree(scope: Scope, email: string): Promise<void> {
  const holders = await scope.client.account.count({ where: { emailKey: nameKey(email) } })
  if (holders > 0)
    throw new Failure('conflict', 'email: an account with this address exists already', {
      reason: 'email_taken',
      field: 'email',
    })
}

interface UserExistsQuery {
  readonly email?: string | undefined
  readonly displayName?: string | undefined
  readonly username?: string | undefined
  readonly excludeUserId?: string | undefined
}

/**
 * Whether one account has all given values, or names that look like them, and whether the given names have a valid form. Throws `invalid` when neither
 * email, displayName nor username is given, in a text that clients know, including its quotes; `exhausted` after 60
 * questions of a network in a minute, as the answers tell who has an account.
 */
export async function checkUserExists(scope: Scope, { email, displayName, username, excludeUserId }: UserExistsQuery) {
  if (!email && !displayName && !username)
    throw invalid('username', '"username, email, or displayName required"', 'required')
  await scope.limits.take(EXISTS_LIMIT, scope.clientInfo.network)
  const found = await scope.db.user.count({
    where: {
      erasedAt: null,
      AND: [
        username ? { OR: [{ usernameKey: nameKey(username) }, { usernameSkeleton: nameSkeleton(username) }] } : {},
        displayName
          ? { OR: [{ displayNameKey: nameKey(displayName) }, { displayNameSkeleton: nameSkeleton(displayName) }] }
          : {},
      ],
      ...(email && { account: { emailKey: nameKey(email) } }),
      ...(excludeUserId && { id: { not: excludeUserId } }),
    },
  })
  const names = [username, displayName].filter((name) => name !== undefined && name !== '')
  return { userExists: found > 0, nameOk: names.every((name) => isValidName(name ?? '')) }
}

import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { nameKey } from '../areas/accounts/account/names.ts'
import { createUserForOperator } from '../areas/accounts/account/registration.ts'
import { type UserRoleChange, updateUserRole } from '../areas/accounts/account/roles.ts'
import { removeTotp } from '../areas/accounts/login/totp.ts'
import { endSessions } from '../areas/accounts/sessions/sessions.ts'
import { cliAct } from '../areas/audit/staffAct.ts'
import { searchableUsers } from '../areas/users/policy.ts'
import { DeveloperType } from '../contract/shapes/user.ts'
import { Failure } from '../kernel/failure.ts'
import { isId, trusted, type UserId } from '../kernel/ids.ts'
import type { Scope } from '../kernel/scope.ts'
import { transact } from '../kernel/transaction.ts'
import type { Settings } from '../settings.ts'
import {
  type Command,
  type CommandAction,
  type CommandContext,
  EXIT_CODE,
  singleArgument,
  withSettings,
} from './command.ts'
import { withServerScope } from './serverDatabase.ts'

/** A password; a generated one must be printed, because nobody knows it. */
interface ChosenPassword {
  readonly text: string
  readonly made: boolean
}

/** Asks for a password on a terminal; generates one without a terminal or for an empty answer. */
async function askPassword(): Promise<ChosenPassword> {
  const answer = process.stdin.isTTY ? await askHidden('Password (leave it empty to have one made): ') : ''
  return answer === '' ? { text: randomBytes(15).toString('base64url'), made: true } : { text: answer, made: false }
}

/** Reads a line without echo. */
async function askHidden(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  process.stderr.write(question)
  const interrupted = new Promise<never>((_, reject) => terminal.once('SIGINT', () => reject(new Error('Given up.'))))
  try {
    return await Promise.race([terminal.question(''), interrupted])
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

interface NamedUser {
  readonly id: UserId
  readonly username: string
}

/** Finds a user by username. Throws `missing` for unknown and erased users and for the platform's own account. */
export async function findUserByUsername(scope: Scope, username: string): Promise<NamedUser> {
  const where = { ...searchableUsers, usernameKey: nameKey(username) }
  const found = await scope.db.user.findFirst({ where, select: { id: true, username: true } })
  if (!found)
    throw new Failure('missing', `There is nobody with the username ${username}.`, { reason: 'user_not_found' })
  return { id: trusted<'user'>(found.id), username: found.username }
}

/** Finds a user by username, or by id if nobody has such a username. Throws `missing` like `findUserByUsername`. */
export async function findUserByNameOrId(scope: Scope, text: string): Promise<NamedUser> {
  const isName = (await scope.db.user.count({ where: { ...searchableUsers, usernameKey: nameKey(text) } })) > 0
  if (isName || !isId('user', text)) return findUserByUsername(scope, text)
  const user = await scope.db.user.findFirst({ where: { ...searchableUsers, id: text }, select: { username: true } })
  return findUserByUsername(scope, user?.username ?? text)
}

/** Makes a command whose result is printed. */
const printingResult = (act: (settings: Settings) => Promise<string>): CommandAction =>
  withSettings(async (settings, print) => {
    print(await act(settings))
    return EXIT_CODE.done
  })

/** Makes a command that takes only a username; `act` returns the line to print. */
const singleUserCommand = (
  name: string,
  help: readonly string[],
  act: (scope: Scope, person: NamedUser) => Promise<string>,
): Command => ({
  name,
  takes: '<username>',
  help,
  read(args) {
    const username = singleArgument(parseArgs({ args, allowPositionals: true, options: {} }).positionals, 'username')
    return printingResult((settings) =>
      withServerScope(settings, 'found', async (scope) => act(scope, await findUserByUsername(scope, username))),
    )
  },
})

export const disable2FACommand = singleUserCommand(
  'user disable-2fa',
  ['Takes time-based codes away, with recovery codes and trusted devices: for people who lost theirs.'],
  (scope, { id, username }) =>
    transact(scope, async (tx) => {
      if (!(await removeTotp(tx, id))) return `${username} has no time-based codes; nothing has changed.`
      await cliAct(tx, 'user disable-2fa', async () => ({ subjectId: id }))
      return `${username} logs in without a time-based code from now on.`
    }),
)

export const revokeSessionsCommand = singleUserCommand(
  'user revoke-sessions',
  ['Ends every session of a person at once, and closes their sockets.'],
  async (scope, { id, username }) => {
    const sessions = await cliAct(scope, 'user revoke-sessions', async (tx) => {
      const { length } = await endSessions(tx, id, 'session_revoked')
      return { subjectId: id, details: { sessions: length }, result: length }
    })
    await scope.presence.forget(id)
    return `Ended ${sessions} session${sessions === 1 ? '' : 's'} of ${username}.`
  },
)

export const createUserCommand: Command = {
  name: 'user create',
  takes: '<username> --email <address> [--password <password>] [--admin]',
  help: [
    'Creates an account, also while registration is closed. The address is not confirmed, no mail is sent.',
    'The password is NEW_USER_PASSWORD, or is asked for, or made and printed once; as --password, every user of the machine',
    'sees it.',
  ],
  read(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: { type: 'string' }, password: { type: 'string' }, admin: { type: 'boolean', default: false } },
    })
    const username = singleArgument(positionals, 'username')
    const { email, password, admin } = values
    if (!email) throw new Error('--email is missing.')
    return (context: CommandContext) => {
      const wanted = { username, email, password: password ?? (context.env.NEW_USER_PASSWORD || undefined), admin }
      return printingResult((settings) => runCreateUser(settings, wanted))(context)
    }
  },
}

interface RequestedUser {
  readonly username: string
  readonly email: string
  readonly password: string | undefined
  readonly admin: boolean
}

async function runCreateUser(settings: Settings, { password: given, ...wanted }: RequestedUser): Promise<string> {
  const password = given === undefined ? await askPassword() : { text: given, made: false }
  const id = await withServerScope(settings, 'made', (scope) =>
    createUserForOperator(scope, { ...wanted, password: password.text }),
  )
  const shown = password.made ? `\nPassword, shown only now: ${password.text}` : ''
  return `Created ${wanted.admin ? 'the admin ' : ''}${wanted.username.trim()} (${id}).${shown}`
}

const DEVELOPER_TYPES = DeveloperType.options.join('|')

export const promoteUserCommand: Command = {
  name: 'user promote',
  takes: `<username> [--admin] [--developer-type ${DEVELOPER_TYPES}] [--demote]`,
  help: [
    'Makes somebody an admin (also when nothing else is said), or gives a developer type.',
    '--demote takes both away. Whoever is logged in feels it with the next request.',
  ],
  read(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { admin: { type: 'boolean' }, 'developer-type': { type: 'string' }, demote: { type: 'boolean' } },
    })
    const username = singleArgument(positionals, 'username')
    const rank = requestedRole({ ...values, developerType: values['developer-type'] })
    return printingResult((settings) => runPromoteUser(settings, username, rank))
  },
}

interface PromoteOptions {
  readonly admin?: boolean | undefined
  readonly developerType?: string | undefined
  readonly demote?: boolean | undefined
}

function requestedRole({ admin, developerType, demote }: PromoteOptions): UserRoleChange {
  if (demote && (admin || developerType)) throw new Error('--demote takes everything away: give it alone.')
  if (demote) return { admin: false, developerType: 'none' }
  if (developerType === undefined) return { admin: true }
  const { data } = DeveloperType.safeParse(developerType)
  if (!data) throw new Error(`--developer-type is one of ${DEVELOPER_TYPES}.`)
  return { ...(admin && { admin }), developerType: data }
}

async function runPromoteUser(settings: Settings, username: string, rank: UserRoleChange): Promise<string> {
  const person = await withServerScope(settings, 'found', (scope) =>
    cliAct(scope, 'user promote', async (tx) => {
      const found = await findUserByUsername(tx, username)
      await updateUserRole(tx, found.id, rank)
      return { subjectId: found.id, details: { ...rank }, result: found }
    }),
  )
  return `${person.username} (${person.id}) is ${describeRole(rank)}.`
}

function describeRole({ admin, developerType }: UserRoleChange): string {
  const parts = [
    admin !== undefined && `${admin ? 'an' : 'no'} admin`,
    developerType && `of developer type ${developerType}`,
  ]
  return parts.filter(Boolean).join(' and ')
}

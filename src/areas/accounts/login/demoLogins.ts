import type { Scope } from '../../../kernel/scope.ts'
import { readUsernamesByEmailKey } from '../queries.ts'

/** Usernames of the demo accounts that can log in; the first is an admin. */
export const DEMO_LOGINS = ['demo_admin', 'demo_ada', 'demo_grace', 'demo_linus'] as const
const ADMIN: (typeof DEMO_LOGINS)[number] = 'demo_admin'
/** The documented password of the demo accounts. */
export const DEMO_PASSWORD = 'plaza-demo-1'

/** Nobody else can have an address in this domain, which is reserved for documentation. */
export const demoEmail = (username: string) => `${username}@plaza.example`

const DEMO_NAMES: ReadonlySet<string> = new Set(DEMO_LOGINS)
const DEMO_EMAILS: ReadonlySet<string> = new Set(DEMO_LOGINS.map(demoEmail))

/** Usernames of the accounts that have the e-mail address of a demo account, in alphabetical order. */
export async function demoAccountNames({ sql }: Pick<Scope, 'sql'>): Promise<string[]> {
  const found = await readUsernamesByEmailKey(sql, [...DEMO_EMAILS])
  return found.map(({ username }) => username).sort()
}

export interface DemoLogin {
  readonly username: string
  readonly password: string
}

const loginOf = (username: string): DemoLogin => ({ username, password: DEMO_PASSWORD })

/** A demo account that can log in and is no admin; null if there is none. */
export async function demoLoginOf({ sql, rules }: Pick<Scope, 'sql' | 'rules'>): Promise<DemoLogin | null> {
  if (rules.demoLogins === 'nowhere') return null
  const names = await demoAccountNames({ sql })
  const username = DEMO_LOGINS.find((name) => name !== ADMIN && names.includes(name))
  return username === undefined ? null : loginOf(username)
}

/** The demo accounts that can log in from the client of a scope. */
export async function demoLoginsFor(scope: Scope): Promise<DemoLogin[]> {
  if (!canUseDemoLogin(scope)) return []
  const names = await demoAccountNames(scope)
  return DEMO_LOGINS.filter((name) => names.includes(name)).map(loginOf)
}

interface DemoAttempt {
  readonly account: { readonly emailKey: string | null; readonly user: { readonly username: string } }
  readonly passwords: readonly string[]
}

const isDemoAttempt = ({ account: { emailKey, user }, passwords }: DemoAttempt) =>
  DEMO_EMAILS.has(emailKey ?? '') || (DEMO_NAMES.has(user.username.toLowerCase()) && passwords.includes(DEMO_PASSWORD))

const canUseDemoLogin = ({ clientInfo, rules }: Scope) =>
  rules.demoLogins === 'anywhere' || (rules.demoLogins === 'local' && clientInfo.local)

const REASON = 'demo accounts log in from this machine only, from others with DEMO_REMOTE=on, never in production'

/**
 * Whether a login is refused because everybody knows the password: that of a demo account, from another machine or in
 * production. Only the log tells the reason.
 */
export function isRefusedDemoLogin(scope: Scope, attempt: DemoAttempt): boolean {
  if (!isDemoAttempt(attempt) || canUseDemoLogin(scope)) return false
  scope.log.warn({ username: attempt.account.user.username, address: scope.clientInfo.address }, REASON)
  return true
}

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Access } from '../../src/contract/operation.ts'

const Documented = z.array(
  z.object({
    name: z.string(),
    method: z.enum(['get', 'post', 'put', 'delete']),
    path: z.string(),
    auth: z.enum(['session', 'none', 'login', 'unspecified']),
  }),
)

/** The operations of the documented interface. Frozen: the interface is not ours to change. */
export const documented = Documented.parse(
  JSON.parse(readFileSync(new URL('./documented.json', import.meta.url), 'utf8')),
)

/** Who may call an operation for which the interface names no scheme, where a session alone is not the answer. */
const DECIDED: Readonly<Record<string, Access>> = {
  // These finish or end a session that may still owe its second factor.
  getRecoveryCodes: 'unfinished',
  logout: 'unfinished',
  verify2FA: 'unfinished',
  verify2FAEmailCode: 'unfinished',
  verifyAuthToken: 'unfinished',
  verifyRecoveryCode: 'unfinished',
  // The interface's list of errors asks for admin credentials.
  getUserByName: 'admin',
}

const ACCESS = { session: 'session', none: 'optional', login: 'login', unspecified: 'session' } as const

export const accessOf = ({ name, auth }: (typeof documented)[number]): Access =>
  (auth === 'unspecified' ? DECIDED[name] : undefined) ?? ACCESS[auth]

/** The operations that are served by now. */
export const served = [
  // Authentication and account
  'cancelPending2FA',
  'checkUserExists',
  'confirmEmail',
  'deleteUser',
  'disable2FA',
  'enable2FA',
  'getCurrentUser',
  'getRecoveryCodes',
  'logout',
  'registerUserAccount',
  'resendEmailConfirmation',
  'verify2FA',
  'verify2FAEmailCode',
  'verifyAuthToken',
  'verifyLoginPlace',
  'verifyPending2FA',
  'verifyRecoveryCode',
  // Users
  'addTags',
  'getUser',
  'getUserByName',
  'getUserNote',
  'getUserNotes',
  'removeTags',
  'searchUsers',
  'updateBadge',
  'updateUser',
  'updateUserNote',
  // Miscellaneous
  'getAssignedPermissions',
  'getCSS',
  'getConfig',
  'getCurrentOnlineUsers',
  'getHealth',
  'getInfoPush',
  'getJavaScript',
  'getPermission',
  'getSystemTime',
]

import {
  BULK_ACTS,
  isStaffAct,
  OWNER_OR_ADMIN_ACTS,
  type OwnerOrAdminAct,
  type StaffAct,
} from '../areas/audit/actNames.ts'
import { HARMLESS_ACTS, needsConfirmation } from '../areas/audit/staffAct.ts'
import { contract } from '../areas/index.ts'
import type { Access, Operation } from '../contract/operation.ts'
import { graphSchema } from '../edges/graphql/schema.ts'

/** The proofs of identity that a request can need, with what they are and why they are enough. */
export const PROOFS = {
  none: {
    text: 'none',
    why: 'Open to everybody; a session at most shows more.',
  },
  credentials: { text: 'name and password', why: 'The login itself, which a second factor may have to finish.' },
  link: { text: 'token of a mailed link', why: 'Only who reads the mailbox has it; it works once.' },
  unfinished: {
    text: 'session that may owe its second factor',
    why: 'It tells or ends the session itself and nothing of the account.',
  },
  code: { text: 'session that may owe its second factor, and a code', why: 'The code finishes the login.' },
  session: {
    text: 'session',
    why: 'What the person may do or see as such; it takes over no account.',
  },
  password: {
    text: 'session, and the current password',
    why: 'Whoever has taken over a session must not be able to keep the account.',
  },
  confirmed: {
    text: 'confirmed session',
    why: 'A second factor decides who gets in: a session alone must neither set, show nor remove it.',
  },
  ownerOrAdmin: {
    text: 'session of the owner, or confirmed session of an admin',
    why: 'Owners act on what is theirs. The rights of an admin reach everybody, and a stolen session must not have them.',
  },
  admin: { text: 'session of an admin', why: 'Shows what admins see and changes nothing.' },
  confirmedAdmin: {
    text: 'confirmed session of an admin',
    why: 'It changes what is not the own, and a stolen session must not be able to.',
  },
} as const
export type Proof = keyof typeof PROOFS

/** The proof that an operation or root field needs. */
export interface IdentityRow {
  readonly name: string
  readonly proof: Proof
  readonly why: string
}

interface Special {
  readonly proof: Proof
  readonly why?: string
}

const WHOLE_ACCOUNT = 'The archive holds all that is kept about a person, which a stolen session must not get.'
const OWN_CREDENTIALS: Special = {
  proof: 'ownerOrAdmin',
  why: 'The own e-mail address, password and names need the current password, too: whoever has taken over a session must not be able to keep the account.',
}
const OWN_ACCOUNT: Special = {
  proof: 'ownerOrAdmin',
  why: 'For the own account a session is enough: it is erased after 14 days, and any request of the owner until then cancels that.',
}

/** What neither the access of an operation nor the act that it runs tells. */
const SPECIAL: Readonly<Record<string, Special>> = {
  getCurrentUser: {
    proof: 'credentials',
    why: 'Without a session it is the login; with one it shows the own account, or the factors it owes.',
  },
  signIn: { proof: 'credentials' },
  registerUserAccount: {
    proof: 'none',
    why: 'It creates a new account and its first session, and touches no other account.',
  },
  requestPasswordReset: {
    proof: 'none',
    why: 'It mails a link to the owner, and answers alike whether an account has the address.',
  },
  getGroupCalendarEventICS: {
    proof: 'none',
    why: 'A signed link shows what its person could see; without it the event must be public.',
  },
  verifyLoginPlace: { proof: 'link' },
  confirmEmail: { proof: 'link' },
  resetPassword: {
    proof: 'link',
    why: 'It sets a password but starts no session and leaves the second factor as it is: a mailbox alone opens no account that has one.',
  },
  verify2FA: { proof: 'code' },
  verifyRecoveryCode: { proof: 'code' },
  verify2FAEmailCode: { proof: 'code' },
  confirmIdentity: {
    proof: 'password',
    why: 'Or a code of a factor, or a recovery code, that is older than the session. The session is confirmed for 10 minutes.',
  },
  enable2FA: { proof: 'confirmed' },
  verifyPending2FA: { proof: 'confirmed' },
  cancelPending2FA: { proof: 'confirmed' },
  disable2FA: { proof: 'confirmed' },
  updateUser: OWN_CREDENTIALS,
  updateAccount: OWN_CREDENTIALS,
  deleteUser: OWN_ACCOUNT,
  deleteAccount: OWN_ACCOUNT,
  requestDataExport: { proof: 'confirmed', why: WHOLE_ACCOUNT },
  downloadDataExport: { proof: 'confirmed', why: WHOLE_ACCOUNT },
  getRecoveryCodes: {
    proof: 'confirmed',
    why: 'Recovery codes replace the second factor. A session that owes it is told the factors, and no codes.',
  },
}

/** Acts of operations and mutations that have another name. */
const ACTS: Readonly<Record<string, StaffAct | OwnerOrAdminAct>> = {
  deleteAccount: 'deleteUser',
  deleteProduct: 'archiveProduct',
  deleteProductListingDirect: 'archiveListing',
  deleteWorldPersistence: 'deleteUserPersistence',
  updateAccount: 'updateUser',
  updateProductListingDirect: 'updateListing',
  updateProfile: 'updateUser',
}

/** What is written by hand here: each must be the name of an operation or field. */
export const NAMED_BY_HAND: readonly string[] = [...Object.keys(SPECIAL), ...Object.keys(ACTS)]

const isOwnerOrAdminAct = (name: string): name is OwnerOrAdminAct => OWNER_OR_ADMIN_ACTS.some((act) => act === name)

/** The proof by the act that an operation or mutation runs; undefined for none. */
function proofByAct(name: string): Special | undefined {
  const act = ACTS[name] ?? BULK_ACTS[name] ?? name
  if (!isStaffAct(act) && !isOwnerOrAdminAct(act)) return undefined
  const why = HARMLESS_ACTS[act]
  if (needsConfirmation(act) || why === undefined) return { proof: isStaffAct(act) ? 'confirmedAdmin' : 'ownerOrAdmin' }
  return { proof: isStaffAct(act) ? 'admin' : 'session', why }
}

function rowOf(name: string, byAccess: Proof): IdentityRow {
  const { proof, why = PROOFS[proof].why }: Special = SPECIAL[name] ?? proofByAct(name) ?? { proof: byAccess }
  return { name, proof, why }
}

const PROOF_BY_ACCESS: Readonly<Record<Access, Proof>> = {
  optional: 'none',
  login: 'none',
  unfinished: 'unfinished',
  session: 'session',
  admin: 'admin',
}

/** The rows of all REST operations. */
export const restIdentity = (): readonly IdentityRow[] =>
  Object.entries<Operation>(contract).map(([name, { access }]) => rowOf(name, PROOF_BY_ACCESS[access]))

type RootType = 'Query' | 'Mutation' | 'Subscription'

/** The rows of all fields of a root type. */
export function graphIdentity(type: RootType): readonly IdentityRow[] {
  const fields = graphSchema().getType(type)
  if (!fields || !('getFields' in fields)) throw new Error(`the schema has no ${type}`)
  return Object.values(fields.getFields())
    .map(({ name, extensions }) => rowOf(name, proofByScopes(extensions.pothosOptions)))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Root fields need a session, unless their options say otherwise. */
function proofByScopes(options: unknown): Proof {
  const { authScopes = {}, skipTypeScopes = false }: { authScopes?: object; skipTypeScopes?: boolean } = Object(options)
  if ('admin' in authScopes) return 'admin'
  if ('unfinished' in authScopes) return 'unfinished'
  return skipTypeScopes ? 'none' : 'session'
}

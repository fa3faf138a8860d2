import { aName } from '../support/users.ts'
import type { Things } from './fixtures.ts'
import { ADMIN, type GraphAccessTable } from './graphOutcomes.ts'

const entrusted = ({ userId }: Things) => `input: { userId: "${userId}", permission: CONTENT }`
const grant = ({ permissionId, userId }: Things) => `input: { permissionId: "${permissionId}", userId: "${userId}" }`

const help = ({ helpedId }: Pick<Things, 'helpedId'>, more = '') =>
  `input: { userId: "${helpedId}", reason: "Asked for by mail" ${more} }`

export const staffQueries: GraphAccessTable = {
  networkLocks: [() => 'networkLocks(address: "192.0.2.1") { kind }', ADMIN],
  staff: [() => 'staff { isAdmin }', ADMIN],
}

/** In test order. */
export const staffMutations: GraphAccessTable = {
  grantPermission: [(things) => `grantPermission(${grant(things)}) { permission { id } }`, ADMIN],
  revokePermission: [(things) => `revokePermission(${grant(things)}) { permission { id } }`, ADMIN],
  grantStaffPermission: [(things) => `grantStaffPermission(${entrusted(things)}) { user { id } }`, ADMIN],
  revokeStaffPermission: [(things) => `revokeStaffPermission(${entrusted(things)}) { user { id } }`, ADMIN],
  renameUser: [(things) => `renameUser(${help(things, `displayName: "${aName()}"`)}) { user { id } }`, ADMIN],
  restoreUser: [(things) => `restoreUser(${help(things)}) { user { id } }`, ADMIN],
  liftAccountLock: [(things) => `liftAccountLock(${help(things)}) { user { id } }`, ADMIN],
  liftNetworkLock: [
    () => 'liftNetworkLock(input: { address: "192.0.2.1", reason: "Asked for by mail" }) { locks { kind } }',
    ADMIN,
  ],
  resetSecondFactor: [(things) => `resetSecondFactor(${help(things)}) { user { id } }`, ADMIN],
  endSessions: [(things) => `endSessions(${help(things)}) { deletedSessionIds }`, ADMIN],
  markEmailConfirmed: [
    ({ waitingUserId }) => `markEmailConfirmed(${help({ helpedId: waitingUserId })}) { user { id } }`,
    ADMIN,
  ],
  eraseUser: [
    ({ erasedId, erasedName }) =>
      `eraseUser(${help({ helpedId: erasedId }, `displayName: "${erasedName}"`)}) { clientMutationId }`,
    ADMIN,
  ],
}

import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { forStaff, staffOnly } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { type StaffPermission as Permission, STAFF_PERMISSIONS } from '../../../kernel/staff.ts'
import {
  grantStaffPermission,
  inOrder,
  type StaffMember as Member,
  readStaff,
  revokeStaffPermission,
} from '../../accounts/account/staffGrants.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Account } from './account.ts'
import { userRef } from './user.ts'

export const StaffPermission = enumOf(
  'StaffPermission',
  'What an admin entrusts to a person of the staff; admins may do all of it.',
  {
    reports: 'Reads reports, and acts upon what is reported.',
    people: 'Reads accounts, suspends and helps their owners, awards badges and grants permissions.',
    content: 'Reads what is hidden, hides and shows content, runs jams and reviews.',
    economy: 'Reads wallets and payments, grants tokens and items, keeps the catalogue of the platform.',
    configuration: 'Sets what clients read, and defines permissions and badges.',
    operations: 'Reads the state of the servers, jobs and mails, and sends broadcasts and notices.',
  } satisfies Record<Permission, string>,
)

const StaffMember = builder.objectRef<Member>('StaffMember').implement({
  description: 'An admin, or a person with permissions of the staff.',
  fields: (t) => ({
    user: t.field(userRef('userId', 'The person; null after the account was erased.')),
    isAdmin: t.exposeBoolean('isAdmin', { description: 'Whether the person is an admin, who has all permissions.' }),
    permissions: t.expose('permissions', { type: [StaffPermission], description: 'What the person may do.' }),
  }),
})

builder.queryField('staff', (t) =>
  t.field({
    type: [StaffMember],
    ...forStaff(...STAFF_PERMISSIONS),
    description: `Admins and people with permissions of the staff, by name. ${staffOnly(STAFF_PERMISSIONS)}`,
    resolve: (_root, _args, { viewerScope }) => readStaff(viewerScope),
  }),
)

builder.prismaObjectFields(Viewer, (t) => ({
  staffPermissions: t.field({
    type: [StaffPermission],
    description: 'What the person may do as one of the staff: of admins all.',
    select: { user: { select: { admin: true, staffGrants: { select: { permission: true } } } } },
    resolve: ({ user: { admin, staffGrants } }) => (admin ? [...STAFF_PERMISSIONS] : inOrder(staffGrants)),
  }),
}))

builder.objectFields(Account, (t) => ({
  staffPermissions: t.field({
    type: [StaffPermission],
    description: 'What the person may do as one of the staff: of admins all.',
    resolve: ({ user: { admin, staffGrants } }) => (admin ? [...STAFF_PERMISSIONS] : inOrder(staffGrants)),
  }),
}))

const Entrusted = z.object({
  userId: UserId.describe('The person.'),
  permission: z.enum(STAFF_PERMISSIONS).describe('The permission.'),
})
const entrusted = { user: userRef('userId', 'The person.') }

mutation('grantStaffPermission', {
  description: 'Gives a person a permission of the staff, who may have it already.',
  input: Entrusted,
  types: { permission: StaffPermission },
  run: async (scope, given) => {
    await grantStaffPermission(scope, given)
    return given
  },
  payload: (t) => ({ user: t.field(entrusted.user) }),
})

mutation('revokeStaffPermission', {
  description: 'Takes a permission of the staff from a person.',
  input: Entrusted,
  types: { permission: StaffPermission },
  run: async (scope, given) => {
    await revokeStaffPermission(scope, given)
    return given
  },
  payload: (t) => ({ user: t.field(entrusted.user) }),
})

import { ALL_PERMISSIONS, EVERYONE_ORDER, type GroupPermission, hasManagementPermission } from './permissions.ts'

/** A role that a group begins with. */
export interface TemplateRole {
  readonly name: string
  readonly description: string
  readonly basePermissions: readonly GroupPermission[]
  readonly isAddedOnJoin: boolean
}

/** The roles that a group begins with, beside the owner's role and Everyone. */
export interface RoleTemplate {
  readonly name: string
  readonly description: string
  /** The permissions of Everyone. */
  readonly basePermissions: readonly GroupPermission[]
  readonly roles: readonly TemplateRole[]
  /** Who can join unless the request says so. */
  readonly joinState: 'open' | 'invite' | 'request'
}

const OWNER_ROLE = { name: 'Group Owner', description: 'The owner of this group.' } as const
const EVERYONE_ROLE = { name: 'Everyone', description: 'Permissions applied to all group members.' } as const

const member = (basePermissions: readonly GroupPermission[]): TemplateRole => ({
  name: 'Member',
  description: 'A member of the group.',
  basePermissions,
  isAddedOnJoin: true,
})

const staff = (name: string, basePermissions: readonly GroupPermission[]): TemplateRole => ({
  name,
  description: name === 'Admin' ? 'An administrator of the group.' : 'A moderator of the group.',
  basePermissions,
  isAddedOnJoin: false,
})

const MODERATOR = staff('Moderator', ['group-instance-moderate'])
const ADMIN = staff('Admin', ['group-galleries-manage', 'group-announcement-manage', 'group-instance-moderate'])
const MANAGED_MEMBER = member([
  'group-instance-restricted-create',
  'group-instance-open-create',
  'group-instance-plus-create',
  'group-instance-public-create',
  'group-instance-join',
])

/** The templates by the names that requests use. */
export const ROLE_TEMPLATES = {
  default: {
    name: 'Default',
    description: 'All members can create instances and see each other.',
    basePermissions: [],
    joinState: 'open',
    roles: [
      member([
        'group-instance-open-create',
        'group-instance-plus-create',
        'group-instance-public-create',
        'group-instance-join',
        'group-members-viewall',
      ]),
    ],
  },
  managedFree: {
    name: 'Managed, open',
    description: 'Everybody can join; admins and moderators run the group.',
    basePermissions: [],
    joinState: 'open',
    roles: [ADMIN, MODERATOR, member(['group-instance-join'])],
  },
  managedInvite: {
    name: 'Managed, by invite',
    description: 'People join by invite; admins and moderators run the group.',
    basePermissions: [],
    joinState: 'invite',
    roles: [ADMIN, MODERATOR, MANAGED_MEMBER],
  },
  managedRequest: {
    name: 'Managed, by request',
    description: 'People ask to join; admins and moderators run the group.',
    basePermissions: [],
    joinState: 'request',
    roles: [
      staff('Admin', ['group-members-manage', 'group-galleries-manage', 'group-announcement-manage']),
      MODERATOR,
      MANAGED_MEMBER,
    ],
  },
} as const satisfies Readonly<Record<string, RoleTemplate>>

export type RoleTemplateName = keyof typeof ROLE_TEMPLATES

/** A role of a new group. */
interface StartingRole {
  readonly name: string
  readonly description: string
  readonly permissions: string[]
  readonly order: number
  readonly kind: 'owner' | 'everyone' | null
  readonly isAddedOnJoin: boolean
}

/** The roles that a group begins with, in their order: the owner's, management roles, others, Everyone. */
export function startingRoles({ roles, basePermissions }: RoleTemplate): StartingRole[] {
  const tierOf = (role: TemplateRole) => (hasManagementPermission(role.basePermissions) ? 0 : 1)
  const own = [...roles].sort((a, b) => tierOf(a) - tierOf(b))
  return [
    { ...OWNER_ROLE, permissions: [ALL_PERMISSIONS], order: 0, kind: 'owner', isAddedOnJoin: false },
    ...own.map((role, at) => ({
      name: role.name,
      description: role.description,
      permissions: [...role.basePermissions],
      order: at + 1,
      kind: null,
      isAddedOnJoin: role.isAddedOnJoin,
    })),
    {
      ...EVERYONE_ROLE,
      permissions: [...basePermissions],
      order: EVERYONE_ORDER,
      kind: 'everyone',
      isAddedOnJoin: false,
    },
  ]
}

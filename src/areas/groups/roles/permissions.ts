import { lookUp } from '../../../kernel/maps.ts'

/** What owners have: every permission. */
export const ALL_PERMISSIONS = '*'

/** A permission as clients show it. */
interface PermissionText {
  readonly displayName: string
  readonly help: string
  readonly isManagement?: true
  /** A permission beside which alone this one counts. */
  readonly needs?: string
}

/** Every permission that a role can have. Its management permissions make a role a management role. */
export const GROUP_PERMISSIONS = {
  'group-announcement-manage': {
    displayName: 'Manage Group Announcement',
    help: 'Can set and clear the announcement, write posts and notify members.',
    isManagement: true,
  },
  'group-audit-view': { displayName: 'View Audit log', help: 'Can read the audit log.', isManagement: true },
  'group-bans-manage': {
    displayName: 'Manage Group Bans',
    help: 'Can ban and unban people, and list bans. Needs Manage Group Member Data.',
    isManagement: true,
    needs: 'group-members-manage',
  },
  'group-calendar-manage': {
    displayName: 'Manage Group Calendar',
    help: 'Can create, change and delete events.',
    isManagement: true,
  },
  'group-data-manage': {
    displayName: 'Manage Group Data',
    help: 'Can change the details of the group.',
    isManagement: true,
  },
  'group-default-role-manage': {
    displayName: 'Manage Default Role',
    help: 'Can change the permissions of everyone. Needs Manage Group Roles.',
    isManagement: true,
    needs: 'group-roles-manage',
  },
  'group-galleries-manage': {
    displayName: 'Manage Group Galleries',
    help: 'Can create, change and delete galleries, and approve images.',
    isManagement: true,
  },
  'group-instance-age-gated-create': {
    displayName: 'Create Age-Gated Instances',
    help: 'Can create instances for people whose age is verified.',
  },
  'group-instance-announcement-create': {
    displayName: 'Announce in Instances',
    help: 'Can send announcements to an instance.',
  },
  'group-instance-bypass-avatar-performance': {
    displayName: 'Bypass Avatar Performance',
    help: 'Can wear any avatar in instances that limit their cost.',
  },
  'group-instance-calendar-link': {
    displayName: 'Link Instances to Events',
    help: 'Can create instances that belong to an event.',
  },
  'group-instance-join': { displayName: 'Join Group Instances', help: 'Can enter instances of the group.' },
  'group-instance-manage': {
    displayName: 'Manage Group Instances',
    help: 'Can rename and close instances.',
    isManagement: true,
  },
  'group-instance-moderate': {
    displayName: 'Moderate Group Instances',
    help: 'Can warn people in instances and remove them.',
    isManagement: true,
  },
  'group-instance-open-create': {
    displayName: 'Create Members-Only Instances',
    help: 'Can create instances for members.',
  },
  'group-instance-plus-create': {
    displayName: 'Create Group+ Instances',
    help: 'Can create instances for members and friends of those inside.',
  },
  'group-instance-plus-portal': {
    displayName: 'Open Portals to Group+ Instances',
    help: 'Can open portals to Group+ instances.',
  },
  'group-instance-plus-portal-unlocked': {
    displayName: 'Open Unlocked Portals',
    help: 'Can open portals that everybody can use. Needs Open Portals to Group+ Instances.',
    needs: 'group-instance-plus-portal',
  },
  'group-instance-public-create': {
    displayName: 'Create Public Instances',
    help: 'Can create instances for everybody; not in private groups.',
  },
  'group-instance-queue-priority': {
    displayName: 'Queue Priority',
    help: 'Comes before others in the queue of a full instance.',
  },
  'group-instance-restricted-create': {
    displayName: 'Create Role-Restricted Instances',
    help: 'Can create instances for holders of roles.',
  },
  'group-invites-manage': {
    displayName: 'Manage Group Invites',
    help: 'Can invite people, and answer requests to join.',
    isManagement: true,
  },
  'group-members-manage': {
    displayName: 'Manage Group Member Data',
    help: 'Can read and write notes about members.',
    isManagement: true,
  },
  'group-members-remove': {
    displayName: 'Remove Group Members',
    help: 'Can remove members. Needs Manage Group Member Data.',
    isManagement: true,
    needs: 'group-members-manage',
  },
  'group-members-viewall': { displayName: 'View All Members', help: 'Can see all members.' },
  'group-roles-assign': {
    displayName: 'Assign Group Roles',
    help: 'Can give roles to members and take them. Needs Manage Group Member Data.',
    isManagement: true,
    needs: 'group-members-manage',
  },
  'group-roles-manage': {
    displayName: 'Manage Group Roles',
    help: 'Can create, change and delete roles.',
    isManagement: true,
  },
} as const satisfies Readonly<Record<string, PermissionText>>

export type GroupPermission = keyof typeof GROUP_PERMISSIONS
/** A permission as roles hold it: one of them, or all. */
export type HeldPermission = GroupPermission | typeof ALL_PERMISSIONS

const texts: Readonly<Record<string, PermissionText>> = GROUP_PERMISSIONS

export const isGroupPermission = (text: string): text is GroupPermission => Object.hasOwn(texts, text)

/** Whether a role with these permissions is a management role. */
export const hasManagementPermission = (permissions: readonly string[]): boolean =>
  permissions.some((permission) => permission === ALL_PERMISSIONS || lookUp(texts, permission)?.isManagement === true)

export const isManagementPermission = (permission: GroupPermission): boolean =>
  lookUp(texts, permission)?.isManagement === true

/** A role as it counts for its holder. */
export interface CountedRole {
  readonly permissions: readonly string[]
  readonly requiresTwoFactor: boolean
}

/**
 * The permissions that roles give together. Roles that require time-based codes count only while their holder has enabled
 * them, and some permissions only beside another one, whichever roles the two come from.
 */
export function effectivePermissions(
  roles: readonly CountedRole[],
  hasTwoFactor: boolean,
): ReadonlySet<HeldPermission> {
  const counted = roles.filter((role) => hasTwoFactor || !role.requiresTwoFactor)
  const held = new Set(counted.flatMap(({ permissions }) => permissions))
  if (held.has(ALL_PERMISSIONS)) return new Set([ALL_PERMISSIONS])
  return new Set([...held].filter(isGroupPermission).filter((permission) => isSupported(permission, held)))
}

function isSupported(permission: GroupPermission, held: ReadonlySet<string>): boolean {
  const needed = lookUp(texts, permission)?.needs
  return needed === undefined || held.has(needed)
}
/** Order of the role Everyone, and so the rank of members without another role. */
export const EVERYONE_ORDER = 99_999_997

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

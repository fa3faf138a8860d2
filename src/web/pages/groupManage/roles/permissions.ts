import type { GroupPermission, ManageRolesFragment } from '../../../generated/graphql.ts'

/** Everything that roles can allow, by what it is about. */
export const PERMISSION_GROUPS = {
  people: [
    ...(['MEMBERS_VIEWALL', 'MEMBERS_MANAGE', 'ROLES_ASSIGN'] as const),
    ...(['MEMBERS_REMOVE', 'BANS_MANAGE', 'INVITES_MANAGE'] as const),
  ],
  group: ['DATA_MANAGE', 'ROLES_MANAGE', 'DEFAULT_ROLE_MANAGE', 'AUDIT_VIEW'],
  content: ['ANNOUNCEMENT_MANAGE', 'CALENDAR_MANAGE', 'GALLERIES_MANAGE'],
  instances: [
    ...(['INSTANCE_JOIN', 'INSTANCE_OPEN_CREATE', 'INSTANCE_PLUS_CREATE', 'INSTANCE_PUBLIC_CREATE'] as const),
    ...(['INSTANCE_RESTRICTED_CREATE', 'INSTANCE_AGE_GATED_CREATE', 'INSTANCE_CALENDAR_LINK'] as const),
    ...(['INSTANCE_QUEUE_PRIORITY', 'INSTANCE_PLUS_PORTAL', 'INSTANCE_PLUS_PORTAL_UNLOCKED'] as const),
    'INSTANCE_BYPASS_AVATAR_PERFORMANCE',
  ],
  order: ['INSTANCE_MODERATE', 'INSTANCE_MANAGE', 'INSTANCE_ANNOUNCEMENT_CREATE'],
} as const satisfies Readonly<Record<string, readonly GroupPermission[]>>

export const PERMISSION_GROUP_NAMES = ['people', 'group', 'content', 'instances', 'order'] as const

export type PermissionInfo = NonNullable<ManageRolesFragment['permissions']>[number]

/** Whether a role with these permissions helps to lead the group. */
export const hasManagement = (permissions: readonly GroupPermission[], infos: readonly PermissionInfo[]): boolean =>
  infos.some(({ permission, isManagement }) => isManagement && permissions.includes(permission))

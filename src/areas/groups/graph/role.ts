import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { GroupRole as Row } from '../../../generated/prisma/client.ts'
import type { GroupAccess } from '../access.ts'
import { canSeeInside, hasPermission } from '../policy.ts'
import {
  GROUP_PERMISSIONS,
  hasManagementPermission,
  isGroupPermission,
  isManagementPermission,
  ROLE_TEMPLATES,
  type RoleTemplate,
  type RoleTemplateName,
  type TemplateRole,
} from '../roles/permissions.ts'
import { GroupJoinState, GroupPermission, GroupRoleKind, GroupTemplate, knownPermissions } from './enums.ts'
import { accessTo, Group, loadGroup } from './group.ts'
import { createThingLoader } from './loaders.ts'

const rolesByIds = createThingLoader<Row>(
  ({ db }, ids) => db.groupRole.findMany({ where: { id: { in: [...ids] } } }),
  canSeeInside,
)

/** Whether the viewer may change a role: the owner that of the owner and others, managers those below their own rank. */
function canUpdateRole(access: GroupAccess, { kind, order }: Row): boolean {
  if (kind === 'owner') return access.isOwner
  if (!hasPermission(access, 'group-roles-manage')) return false
  return kind === 'everyone' ? hasPermission(access, 'group-default-role-manage') : order > access.rank
}

/** Whether the viewer may give a role to members below their own rank, or take it. */
const canAssignRole = (access: GroupAccess, { kind, order, requiresPurchase }: Row): boolean =>
  kind === null && !requiresPurchase && order > access.rank && hasPermission(access, 'group-roles-assign')

const canTakeRole = ({ status, hasTwoFactor }: GroupAccess, role: Row): boolean =>
  status === 'member' && role.isSelfAssignable && !role.requiresPurchase && (hasTwoFactor || !role.requiresTwoFactor)

const right = (description: string, can: (access: GroupAccess, role: Row) => boolean) => ({
  description,
  resolve: async (role: Row, _args: unknown, context: GraphContext) => {
    const access = await accessTo(context, role.groupId)
    return access !== null && can(access, role)
  },
})

const kindOf = ({ kind }: Row) => (['owner', 'everyone'] as const).find((known) => known === kind) ?? 'custom'

export const GroupRole = builder.objectRef<Row>('GroupRole')

/** A role by id; null for one that the viewer can't see. */
export const loadRole = (context: GraphContext, id: string) => rolesByIds(context).load(id)

builder.node(GroupRole, {
  description: 'A set of permissions that members of a group hold.',
  ...nodeBy(rolesByIds),
  fields: (t) => ({
    group: t.field({
      type: Group,
      description: 'Group of the role.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    kind: t.field({ type: GroupRoleKind, description: 'What the role is in its group.', resolve: kindOf }),
    ...columns(t, 'GroupRole', {
      name: 'Name.',
      order: 'Position among the roles of the group: those of a smaller one stand above.',
      isSelfAssignable: 'Whether members can take and return the role themselves.',
      isAddedOnJoin: 'Whether people who join get the role.',
      requiresTwoFactor: 'Whether it counts only while its holder has time-based codes enabled.',
      requiresPurchase: 'Whether it is sold.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description; null for none.',
      resolve: ({ description }) => description || null,
    }),
    permissions: t.field({
      type: [GroupPermission],
      description: 'What the role allows.',
      resolve: ({ permissions }) => knownPermissions(permissions),
    }),
    isManagement: t.boolean({
      description: 'Whether it has a permission of management.',
      resolve: ({ permissions }) => hasManagementPermission(permissions),
    }),
    viewerCanUpdate: t.boolean(right('Whether the viewer can change the role.', canUpdateRole)),
    viewerCanDelete: t.boolean(
      right(
        'Whether the viewer can delete the role.',
        (access, role) => role.kind === null && !role.requiresPurchase && canUpdateRole(access, role),
      ),
    ),
    viewerCanAssign: t.boolean(
      right('Whether the viewer can give the role to members of a lower rank, and take it.', canAssignRole),
    ),
    viewerCanTake: t.boolean(right('Whether the viewer, as a member, can take the role for themselves.', canTakeRole)),
  }),
})

export const BY_ROLE_ORDER = byListKey<Row>(({ order, id }) => [order, id])
export const GroupRoleEdge = builder.edgeObject({ type: GroupRole, name: 'GroupRoleEdge' })
const GroupRoleConnection = builder.connectionObject({ type: GroupRole, name: 'GroupRoleConnection' }, GroupRoleEdge)

interface PermissionEntry {
  readonly permission: keyof typeof GROUP_PERMISSIONS
  readonly isGrantable: boolean
}

const GroupPermissionInfo = builder.objectRef<PermissionEntry>('GroupPermissionInfo').implement({
  description: 'A permission that roles can have, for editors of roles.',
  fields: (t) => ({
    permission: t.field({
      type: GroupPermission,
      description: 'The permission.',
      resolve: ({ permission }) => permission,
    }),
    displayName: t.string({
      description: 'Name for people.',
      resolve: ({ permission }) => GROUP_PERMISSIONS[permission].displayName,
    }),
    description: t.string({
      description: 'What it allows.',
      resolve: ({ permission }) => GROUP_PERMISSIONS[permission].help,
    }),
    isManagement: t.boolean({
      description: 'Whether it makes its role a management role.',
      resolve: ({ permission }) => isManagementPermission(permission),
    }),
    viewerCanGrant: t.boolean({
      description: 'Whether the viewer has it, and so can give it to roles.',
      resolve: ({ isGrantable }) => isGrantable,
    }),
  }),
})

const permissionsFor = (access: GroupAccess): PermissionEntry[] =>
  Object.keys(GROUP_PERMISSIONS)
    .filter(isGroupPermission)
    .map((permission) => ({ permission, isGrantable: hasPermission(access, permission) }))

builder.objectFields(Group, (t) => ({
  roles: t.connection(
    {
      type: GroupRole,
      nullable: true,
      description: 'Roles in their order, at most 50; null for a private group of others.',
      resolve: ({ access }, args) =>
        canSeeInside(access) ? listConnection(args, BY_ROLE_ORDER, access.group.groupRoles) : null,
    },
    GroupRoleConnection,
  ),
  permissions: t.field({
    type: [GroupPermissionInfo],
    ...atMost(50),
    nullable: true,
    description: 'All permissions that roles can have, for editors of roles; null for everybody but members.',
    resolve: ({ access }) => (access.status === 'member' || access.isPlatformAdmin ? permissionsFor(access) : null),
  }),
}))

const TemplateRoleRef = builder.objectRef<TemplateRole>('GroupTemplateRole').implement({
  description: 'A role that a group begins with.',
  fields: (t) => ({
    ...columns(t, 'Permission', {
      name: 'Name.',
      description: 'Description.',
    }),
    permissions: t.field({
      type: [GroupPermission],
      description: 'What the role allows.',
      resolve: ({ basePermissions }) => knownPermissions(basePermissions),
    }),
    isAddedOnJoin: t.exposeBoolean('isAddedOnJoin', { description: 'Whether people who join get the role.' }),
  }),
})

interface TemplateEntry extends RoleTemplate {
  readonly template: RoleTemplateName
}

const TemplateRef = builder.objectRef<TemplateEntry>('GroupRoleTemplate').implement({
  description: 'A set of roles that a group can begin with, beside the role of the owner and that of all members.',
  fields: (t) => ({
    template: t.expose('template', { type: GroupTemplate, description: 'The template, as `createGroup` takes it.' }),
    ...columns(t, 'Permission', {
      name: 'Name for people.',
      description: 'What groups of the template are like.',
    }),
    joinState: t.expose('joinState', { type: GroupJoinState, description: 'Who can join by default.' }),
    everyonePermissions: t.field({
      type: [GroupPermission],
      description: 'What the role that all members have allows.',
      resolve: ({ basePermissions }) => knownPermissions(basePermissions),
    }),
    roles: t.field({ type: [TemplateRoleRef], description: 'Its roles.', resolve: ({ roles }) => [...roles] }),
  }),
})

const TEMPLATES = ['default', 'managedFree', 'managedInvite', 'managedRequest'] as const

builder.queryFields((t) => ({
  groupRoleTemplates: t.field({
    type: [TemplateRef],
    description: 'Sets of roles that a group can begin with.',
    resolve: () => TEMPLATES.map((template): TemplateEntry => ({ template, ...ROLE_TEMPLATES[template] })),
  }),
}))

import type { AssignableRolesFragment } from '../../../generated/graphql.ts'

export interface AssignableRole {
  readonly id: string
  readonly name: string
  /** Why the viewer cannot give it; null if they can. */
  readonly obstacle: 'rank' | 'sold' | 'permissions' | null
  readonly requiresTwoFactor: boolean
}

type Role = NonNullable<AssignableRolesFragment['roles']>['edges'][number]['node']

/** What the viewer may give to roles, as the group tells its members. */
const grantedOf = ({ permissions }: AssignableRolesFragment): ReadonlySet<string> =>
  new Set(permissions?.filter(({ viewerCanGrant }) => viewerCanGrant).map(({ permission }) => permission))

function obstacleOf(role: Role, granted: ReadonlySet<string>): AssignableRole['obstacle'] {
  if (role.requiresPurchase) return 'sold'
  if (!role.viewerCanAssign) return 'rank'
  return role.permissions.every((permission) => granted.has(permission)) ? null : 'permissions'
}

/** The roles that members hold beside the one of all members, in their order. */
export function assignableRoles(group: AssignableRolesFragment | null | undefined): AssignableRole[] {
  if (!group) return []
  const granted = grantedOf(group)
  const roles = group.roles?.edges.map(({ node }) => node).filter(({ kind }) => kind === 'CUSTOM') ?? []
  return [...roles]
    .sort((one, other) => one.order - other.order)
    .map((role) => ({
      ...{ id: role.id, name: role.name, requiresTwoFactor: role.requiresTwoFactor },
      obstacle: obstacleOf(role, granted),
    }))
}

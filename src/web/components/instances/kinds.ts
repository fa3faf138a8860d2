import type { CreateInstanceInput, GroupInstanceAccess, InstanceType } from '../../generated/graphql.ts'

/** Kinds of instances, as people tell them apart. */
export const KINDS = ['PUBLIC', 'HIDDEN', 'FRIENDS', 'PRIVATE_REQUESTS', 'PRIVATE', 'GROUP'] as const
export type Kind = (typeof KINDS)[number]

/** Who can enter an instance of a group. */
export const GROUP_ACCESSES = ['MEMBERS', 'ROLES', 'INVITE', 'PLUS', 'PUBLIC'] as const
export type GroupAccess = (typeof GROUP_ACCESSES)[number]

interface InstanceKind {
  readonly type: InstanceType
  readonly allowsInviteRequests: boolean
}

export const kindOf = ({ type, allowsInviteRequests }: InstanceKind): Kind =>
  type === 'PRIVATE' && allowsInviteRequests ? 'PRIVATE_REQUESTS' : type

interface GroupInstanceKind {
  readonly groupAccess?: GroupInstanceAccess | null | undefined
  readonly isInviteOnly: boolean
  readonly roleIds: readonly string[]
}

export function groupAccessOf({ groupAccess, isInviteOnly, roleIds }: GroupInstanceKind): GroupAccess {
  if (isInviteOnly) return roleIds.length > 0 ? 'ROLES' : 'INVITE'
  return groupAccess ?? 'MEMBERS'
}

/** The part of the input that makes an instance of a kind. */
export const inputOfKind = (kind: Kind): Pick<CreateInstanceInput, 'type' | 'allowsInviteRequests'> =>
  kind === 'PRIVATE_REQUESTS' ? { type: 'PRIVATE', allowsInviteRequests: true } : { type: kind }

/** The part of the input that says who can enter an instance of a group. */
export function inputOfGroupAccess(
  access: GroupAccess,
  roleIds: string[],
): Pick<CreateInstanceInput, 'groupAccess' | 'isInviteOnly' | 'roleIds'> {
  if (access === 'ROLES') return { groupAccess: 'MEMBERS', roleIds }
  if (access === 'INVITE') return { groupAccess: 'MEMBERS', isInviteOnly: true }
  return { groupAccess: access }
}

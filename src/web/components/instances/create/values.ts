import type { CreateInstanceInput, GroupPermission, GroupPrivacy, InstanceRegion } from '../../../generated/graphql.ts'
import { type GroupAccess, inputOfGroupAccess, inputOfKind, type Kind } from '../kinds.ts'

export const REGIONS = ['EU', 'US', 'USE', 'JP'] as const satisfies readonly InstanceRegion[]

/** What the form of a new instance asks for. */
export interface NewInstanceValues extends Record<string, unknown> {
  readonly kind: Kind
  /** Id of the group of a group instance; empty for none. */
  readonly ownerId: string
  readonly groupAccess: GroupAccess
  readonly roleIds: string[]
  readonly displayName: string
  readonly region: InstanceRegion
  readonly queueEnabled: boolean
  readonly ageGate: boolean
}

export const NEW_INSTANCE: NewInstanceValues = {
  kind: 'PUBLIC',
  ownerId: '',
  groupAccess: 'MEMBERS',
  roleIds: [],
  displayName: '',
  region: 'EU',
  queueEnabled: true,
  ageGate: false,
}

export function inputOf(worldId: string, values: NewInstanceValues): CreateInstanceInput {
  const { kind, ownerId, groupAccess, roleIds, displayName, region, queueEnabled, ageGate } = values
  return {
    ...{ worldId, region, queueEnabled, ageGate },
    ...inputOfKind(kind),
    ...(displayName.trim() !== '' && { displayName: displayName.trim() }),
    ...(kind === 'GROUP' && { ownerId, ...inputOfGroupAccess(groupAccess, roleIds) }),
  }
}

/** The permission that each kind of access takes. */
const NEEDED: Readonly<Record<GroupAccess, GroupPermission>> = {
  MEMBERS: 'INSTANCE_OPEN_CREATE',
  ROLES: 'INSTANCE_RESTRICTED_CREATE',
  INVITE: 'INSTANCE_RESTRICTED_CREATE',
  PLUS: 'INSTANCE_PLUS_CREATE',
  PUBLIC: 'INSTANCE_PUBLIC_CREATE',
}

interface HostGroup {
  readonly privacy: GroupPrivacy
  readonly viewerPermissions: readonly GroupPermission[]
}

const isPermitted = ({ viewerPermissions: held }: HostGroup, needed: GroupPermission) =>
  held.includes('ALL') || held.includes(needed)

/** Whether the viewer may make an instance of a group that these can enter. */
export const canMake = (group: HostGroup, access: GroupAccess): boolean =>
  isPermitted(group, NEEDED[access]) && !(access === 'PUBLIC' && group.privacy === 'PRIVATE')

export const canMakeAgeGated = (group: HostGroup): boolean => isPermitted(group, 'INSTANCE_AGE_GATED_CREATE')

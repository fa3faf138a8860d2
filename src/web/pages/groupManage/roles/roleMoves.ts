import type { ManageRoleFragment } from '../../../generated/graphql.ts'

/** Ids of roles between which a role can be moved; the order that it has then. */
export interface RoleMoves {
  /** Undefined where it cannot go there. */
  readonly up: number | undefined
  readonly down: number | undefined
}

const inTier = (role: ManageRoleFragment, other: ManageRoleFragment | undefined) =>
  other?.kind === 'CUSTOM' && other.isManagement === role.isManagement

/** Where the viewer can move a role of a sorted list: among those of its kind, and below their own rank. */
export function movesOf(roles: readonly ManageRoleFragment[], role: ManageRoleFragment): RoleMoves {
  const at = roles.findIndex(({ id }) => id === role.id)
  const [above, below] = [roles[at - 1], roles[at + 1]]
  if (role.kind !== 'CUSTOM' || !role.viewerCanUpdate) return { up: undefined, down: undefined }
  return {
    up: inTier(role, above) && above?.viewerCanUpdate ? above.order : undefined,
    down: inTier(role, below) ? below?.order : undefined,
  }
}

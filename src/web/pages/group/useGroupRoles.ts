import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { GROUP_ROLE_CHOICES, GROUP_ROLES } from './documents.ts'

interface RoleChoice {
  readonly value: string
  readonly label: string
}

/** The roles of a group to choose from, as a rule without that of all members; empty until they are read. */
export function useGroupRoles(groupId: string, options: { readonly withEveryone?: boolean } = {}): RoleChoice[] {
  const { data } = usePanel(GROUP_ROLES, { groupId })
  const roles = getFragmentData(GROUP_ROLE_CHOICES, data?.group)?.roles?.edges ?? []
  return roles
    .filter(({ node: { kind } }) => options.withEveryone || kind !== 'EVERYONE')
    .map(({ node: { id, name } }) => ({ value: id, label: name }))
}

import { Box, Skeleton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { type ManageSectionProps, NEW_ROLE } from '../search.ts'
import { MANAGE_ROLE, MANAGE_ROLES, MANAGE_ROLES_CHANGES, MANAGE_ROLES_QUERY } from './documents.ts'
import { NewRole } from './NewRole.tsx'
import { RoleEditor } from './RoleEditor.tsx'
import { RoleList } from './RoleList.tsx'

/** The roles of the group in their order, and one of them to edit where the address names it. */
export function RolesSection({ groupId, isAllowed }: ManageSectionProps) {
  const { role: chosen } = useSearch({ from: '/shell/groups/$groupId/manage/$section' })
  const { data, refusal, reload } = usePanel(MANAGE_ROLES_QUERY, { groupId })
  useLive(MANAGE_ROLES_CHANGES, isAllowed ? { groupId } : null)
  const content = useFocusAfterChange(chosen)
  const group = getFragmentData(MANAGE_ROLES, data?.group)
  if (refusal && !group) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!group) return <Skeleton h={240} radius="lg" aria-hidden />
  const read = getFragmentData(MANAGE_ROLE, group.roles?.edges.map(({ node }) => node) ?? [])
  const roles = [...read].sort((one, other) => one.order - other.order)
  const permissions = group.permissions ?? []
  return (
    <Box ref={content} tabIndex={-1} style={{ outline: 'none' }}>
      {chosen === undefined && <RoleList groupId={groupId} roles={roles} />}
      {chosen === NEW_ROLE && <NewRole groupId={groupId} permissions={permissions} />}
      {chosen !== undefined && chosen !== NEW_ROLE && (
        <RoleEditor
          key={chosen}
          role={roles.find(({ id }) => id === chosen)}
          groupId={groupId}
          permissions={permissions}
        />
      )}
    </Box>
  )
}

/** What gets the focus when something else is shown in it than at first, as the link that was followed is gone. */
function useFocusAfterChange(shown: string | undefined) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown) content.current?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
  return content
}

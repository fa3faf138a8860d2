import { Box, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Count } from '../../../components/Count.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RouteButton } from '../../../components/RouteLink.tsx'
import type { ManageRoleFragment } from '../../../generated/graphql.ts'
import { NEW_ROLE } from '../search.ts'
import { RoleRow } from './RoleRow.tsx'
import { movesOf } from './roleMoves.ts'

interface RoleListProps {
  readonly groupId: string
  /** In their order. */
  readonly roles: readonly ManageRoleFragment[]
}

/** All roles, the highest first, and the way to change each of them. */
export function RoleList({ groupId, roles }: RoleListProps) {
  const { t } = useTranslation('groupManage')
  const [moved, setMoved] = useState('')
  return (
    <Stack gap="md">
      <Box>
        <RouteButton
          to="/groups/$groupId/manage/$section"
          params={{ groupId, section: 'roles' }}
          search={{ role: NEW_ROLE }}
        >
          {t('roles.create')}
        </RouteButton>
      </Box>
      <Panel title={t('roles.title')} aside={<Count value={roles.length} />}>
        <Text size="sm" c="dimmed">
          {t('roles.hint')}
        </Text>
        <Stack component="ol" className="plainList" gap="sm">
          {roles.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              groupId={groupId}
              moves={movesOf(roles, role)}
              onMoved={(position) => setMoved(t('roles.moved', { name: role.name, position }))}
            />
          ))}
        </Stack>
        <VisuallyHidden role="status">{moved}</VisuallyHidden>
      </Panel>
    </Stack>
  )
}

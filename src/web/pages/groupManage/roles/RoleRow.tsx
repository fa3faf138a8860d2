import { ActionIcon, Badge, Box, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteButton } from '../../../components/RouteLink.tsx'
import type { ManageRoleFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { UPDATE_ROLE } from './documents.ts'
import type { RoleMoves } from './roleMoves.ts'

interface RoleRowProps {
  readonly role: ManageRoleFragment
  readonly groupId: string
  readonly moves: RoleMoves
  /** Called with the new position. */
  readonly onMoved: (position: number) => void
}

/** A role with what it is, and the buttons that move it. */
export function RoleRow({ role, groupId, moves, onMoved }: RoleRowProps) {
  const { t } = useTranslation('groupManage')
  const { id, name, description, viewerCanUpdate, kind } = role
  const act = viewerCanUpdate ? t('roles.edit') : t('roles.view')
  return (
    <Paper component="li" withBorder radius="md" px="sm" py="xs">
      <Group gap="xs" align="start">
        <Stack gap={4} flex="1 1 200px" miw={0}>
          <Text fw={600} size="sm">
            {name}
          </Text>
          {description && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
          <RoleBadges role={role} />
        </Stack>
        <Group gap={4} wrap="nowrap">
          {kind === 'CUSTOM' && <MoveButtons role={role} moves={moves} onMoved={onMoved} />}
          <RouteButton
            to="/groups/$groupId/manage/$section"
            params={{ groupId, section: 'roles' }}
            search={{ role: id }}
            size="xs"
            variant="default"
            aria-label={t('actOn', { act, name })}
          >
            {act}
          </RouteButton>
        </Group>
      </Group>
    </Paper>
  )
}

function RoleBadges({ role }: Pick<RoleRowProps, 'role'>) {
  const { t } = useTranslation('groupManage')
  const facts = [
    role.kind === 'OWNER' ? t('roles.badges.owner') : t('roles.badges.permissions', { count: role.permissions.length }),
    role.kind === 'EVERYONE' && t('roles.badges.everyone'),
    role.kind === 'CUSTOM' && role.isManagement && t('roles.badges.management'),
    role.isAddedOnJoin && t('roles.badges.onJoin'),
    role.isSelfAssignable && t('roles.badges.selfAssignable'),
    role.requiresTwoFactor && t('roles.badges.twoFactor'),
    role.requiresPurchase && t('roles.badges.sold'),
  ].filter((fact) => fact !== false)
  return (
    <Group gap={6}>
      {facts.map((fact) => (
        <Badge key={fact} variant="default" tt="none" fw={500} size="sm">
          {fact}
        </Badge>
      ))}
    </Group>
  )
}

/** One place up or down; the button that was used keeps the focus. */
function MoveButtons({ role, moves, onMoved }: Omit<RoleRowProps, 'groupId'>) {
  const { t } = useTranslation('groupManage')
  const update = useAct(UPDATE_ROLE)
  const buttons = useRef<HTMLDivElement>(null)
  const move = async (direction: 'up' | 'down') => {
    const order = moves[direction]
    if (order === undefined || !(await update.act({ input: { roleId: role.id, order } }))) return
    onMoved(order)
    buttons.current?.querySelector<HTMLButtonElement>(`[data-direction=${direction}]`)?.focus()
  }
  return (
    <Box ref={buttons} style={{ display: 'flex', gap: 4 }}>
      {(['up', 'down'] as const).map((direction) => (
        <ActionIcon
          key={direction}
          variant="default"
          size={30}
          data-direction={direction}
          aria-label={t(`roles.${direction}`, { name: role.name })}
          aria-disabled={moves[direction] === undefined}
          {...(moves[direction] === undefined && { 'data-disabled': true })}
          onClick={() => void move(direction)}
        >
          {direction === 'up' ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
        </ActionIcon>
      ))}
    </Box>
  )
}

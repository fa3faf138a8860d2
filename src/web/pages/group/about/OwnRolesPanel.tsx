import { Checkbox, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { OwnGroupRolesFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { OWN_ROLES, OWN_ROLES_QUERY, RETURN_ROLE, ROLE_CHANGES, TAKE_ROLE } from './ownRoles.ts'

type Role = NonNullable<OwnGroupRolesFragment['roles']>['edges'][number]['node']

/** The roles that members take and return by themselves; nothing where a group has none. */
export function OwnRolesPanel({ groupId }: { readonly groupId: string }) {
  const { t } = useTranslation('groups')
  const { data, refusal, reload } = usePanel(OWN_ROLES_QUERY, { groupId })
  useLive(ROLE_CHANGES, data?.group ? { groupId } : null)
  const group = getFragmentData(OWN_ROLES, data?.group)
  const roles = group?.roles?.edges.map(({ node }) => node).filter(({ isSelfAssignable }) => isSelfAssignable) ?? []
  if (refusal && !group)
    return (
      <Panel title={t('ownRoles.title')}>
        <RefusalAlert refusal={refusal} onRetry={reload} />
      </Panel>
    )
  if (group?.viewerStatus !== 'MEMBER' || roles.length === 0) return null
  const held = new Set(group.viewerMembership?.roles.map(({ id }) => id))
  const inOrder = [...roles].sort((one, other) => one.order - other.order)
  return (
    <Panel title={t('ownRoles.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('ownRoles.hint')}
        </Text>
        {inOrder.map((role) => (
          <RoleCheckbox key={role.id} role={role} isHeld={held.has(role.id)} userId={data?.viewer?.user.id ?? ''} />
        ))}
      </Stack>
    </Panel>
  )
}

interface RoleCheckboxProps {
  readonly role: Role
  readonly isHeld: boolean
  /** The viewer's. */
  readonly userId: string
}

function RoleCheckbox({ role, isHeld, userId }: RoleCheckboxProps) {
  const { t } = useTranslation('groups')
  const take = useAct(TAKE_ROLE)
  const give = useAct(RETURN_ROLE)
  const input = { roleId: role.id, userId }
  const canChange = isHeld || role.viewerCanTake
  const obstacle = canChange ? null : t(role.requiresPurchase ? 'ownRoles.sold' : 'ownRoles.twoFactor')
  const description = [role.description, obstacle].filter(Boolean).join(' ')
  return (
    <Checkbox
      label={role.name}
      description={description || undefined}
      checked={isHeld}
      disabled={!canChange}
      onChange={() => void (isHeld ? give.act({ input }) : take.act({ input }))}
    />
  )
}

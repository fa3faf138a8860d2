import { Checkbox, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import type { ManageMemberRowFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import type { AssignableRole } from './assignableRoles.ts'
import { GIVE_ROLE, TAKE_ROLE } from './documents.ts'

interface MemberRolesDialogProps {
  readonly member: ManageMemberRowFragment
  readonly roles: readonly AssignableRole[]
  readonly onClose: () => void
}

/** Gives roles to a member, and takes them; each at once. */
export function MemberRolesDialog({ member, roles, onClose }: MemberRolesDialogProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Dialog title={t('members.rolesOf', { name: member.user?.displayName ?? '' })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {roles.length > 0 ? t('members.rolesHint') : t('members.noRoles')}
        </Text>
        {roles.map((role) => (
          <RoleCheckbox key={role.id} member={member} role={role} />
        ))}
      </Stack>
    </Dialog>
  )
}

interface RoleCheckboxProps {
  readonly member: ManageMemberRowFragment
  readonly role: AssignableRole
}

function RoleCheckbox({ member, role }: RoleCheckboxProps) {
  const { t } = useTranslation('groupManage')
  const give = useAct(GIVE_ROLE)
  const take = useAct(TAKE_ROLE)
  const isHeld = member.roles.some(({ id }) => id === role.id)
  const input = { roleId: role.id, userId: member.user?.id ?? '' }
  // A role with permissions that one lacks can be taken, but not given.
  const obstacle = role.obstacle === 'permissions' && isHeld ? null : role.obstacle
  const hint = obstacle ? t(`members.obstacles.${obstacle}`) : role.requiresTwoFactor && t('members.needsTwoFactor')
  return (
    <Checkbox
      label={role.name}
      description={hint || undefined}
      checked={isHeld}
      disabled={obstacle !== null}
      onChange={() => void (isHeld ? take.act({ input }) : give.act({ input }))}
    />
  )
}

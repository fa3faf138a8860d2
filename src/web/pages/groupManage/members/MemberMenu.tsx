import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconDots, IconNote, IconShield, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import type { ManageMemberRowFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { BAN_MEMBER, REMOVE_MEMBER } from './documents.ts'
import { MemberNotesDialog } from './MemberNotesDialog.tsx'
import { MemberRolesDialog } from './MemberRolesDialog.tsx'
import type { MemberRowProps } from './MemberRow.tsx'

interface MemberMenuProps extends Pick<MemberRowProps, 'groupId' | 'roles' | 'list'> {
  readonly member: ManageMemberRowFragment
}

/** What the viewer may do to a member; nothing is shown where that is nothing. */
export function MemberMenu({ member, groupId, roles, list }: MemberMenuProps) {
  const { t } = useTranslation('groupManage')
  const [dialog, setDialog] = useState<'roles' | 'notes' | null>(null)
  const { remove, ban, isBusy } = useMemberActs({ member, groupId, list })
  const { viewerCanAssignRoles, viewerCanWriteNotes, viewerCanRemove, viewerCanBan, user } = member
  const name = user?.displayName ?? ''
  if (![viewerCanAssignRoles, viewerCanWriteNotes, viewerCanRemove, viewerCanBan].includes(true)) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t('members.manage', { name })} loading={isBusy}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {viewerCanAssignRoles && (
            <Menu.Item leftSection={<IconShield size={16} aria-hidden />} onClick={() => setDialog('roles')}>
              {t('members.roles')}
            </Menu.Item>
          )}
          {viewerCanWriteNotes && (
            <Menu.Item leftSection={<IconNote size={16} aria-hidden />} onClick={() => setDialog('notes')}>
              {t('members.notes')}
            </Menu.Item>
          )}
          {viewerCanRemove && (
            <Menu.Item leftSection={<IconUserMinus size={16} aria-hidden />} onClick={() => void remove()}>
              {t('members.remove')}
            </Menu.Item>
          )}
          {viewerCanBan && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={() => void ban()}
            >
              {t('members.ban')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'roles' && <MemberRolesDialog member={member} roles={roles} onClose={() => setDialog(null)} />}
      {dialog === 'notes' && <MemberNotesDialog member={member} groupId={groupId} onClose={() => setDialog(null)} />}
    </>
  )
}

/** Removes and bans a member, once the person has confirmed it. */
function useMemberActs({ member, groupId, list }: Pick<MemberMenuProps, 'member' | 'groupId' | 'list'>) {
  const { t } = useTranslation(['groupManage', 'common'])
  const removal = useAct(REMOVE_MEMBER)
  const banning = useAct(BAN_MEMBER)
  const name = member.user?.displayName ?? ''
  const variables = { input: { groupId, userId: member.user?.id ?? '' }, ...list }
  const ask = (act: 'remove' | 'ban') =>
    askFirst({
      title: t(`members.${act}Title`, { name }),
      text: t(`members.${act}Text`),
      confirm: t(`members.${act}`),
      cancel: t('common:cancel'),
    })
  return {
    isBusy: removal.isBusy || banning.isBusy,
    remove: async () => (await ask('remove')) && removal.act(variables),
    ban: async () => (await ask('ban')) && banning.act(variables),
  }
}

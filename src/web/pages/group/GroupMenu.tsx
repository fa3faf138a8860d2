import { ActionIcon, Menu } from '@mantine/core'
import { IconBan, IconDoorExit, IconDots, IconFlag, IconId, IconIdOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { GROUP_STANDING } from '../../components/groups/membership.ts'
import { useMembershipActs } from '../../components/groups/useMembershipActs.ts'
import { RED_TEXT } from '../../components/redText.ts'
import { openReportDialog } from '../../components/report/openReportDialog.tsx'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'

interface GroupMenuProps {
  readonly group: FragmentType<typeof GROUP_STANDING>
  /** Id of the viewer's user. */
  readonly viewerId: string
}

/** All else that the viewer can do about a group: representing it, leaving, blocking and reporting it. */
export function GroupMenu({ group, viewerId }: GroupMenuProps) {
  const { t } = useTranslation('groups')
  const data = getFragmentData(GROUP_STANDING, group)
  const acts = useMembershipActs(data, viewerId)
  const { id, name, viewerCanRepresent, viewerCanLeave, viewerCanBlock, viewerCanReport, viewerMembership } = data
  const isRepresenting = viewerMembership?.isRepresenting ?? false
  if (!(viewerCanRepresent || viewerCanLeave || viewerCanBlock || viewerCanReport)) return null
  return (
    <Menu position="bottom-end" width={250} shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('acts.more', { name })} loading={acts.isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {viewerCanRepresent && (
          <Menu.Item
            leftSection={isRepresenting ? <IconIdOff size={16} aria-hidden /> : <IconId size={16} aria-hidden />}
            onClick={() => acts.represent(!isRepresenting)}
          >
            {t(isRepresenting ? 'acts.representNot' : 'acts.represent')}
          </Menu.Item>
        )}
        {viewerCanReport && (
          <Menu.Item
            leftSection={<IconFlag size={16} aria-hidden />}
            onClick={() => openReportDialog({ type: 'group', contentId: id, name })}
          >
            {t('acts.report')}
          </Menu.Item>
        )}
        {viewerCanLeave && (
          <Menu.Item c={RED_TEXT} leftSection={<IconDoorExit size={16} aria-hidden />} onClick={acts.leave}>
            {t('acts.leave')}
          </Menu.Item>
        )}
        {viewerCanBlock && (
          <Menu.Item c={RED_TEXT} leftSection={<IconBan size={16} aria-hidden />} onClick={acts.block}>
            {t('acts.block')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

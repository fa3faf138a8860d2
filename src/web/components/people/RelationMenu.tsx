import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBan,
  IconDots,
  IconFlag,
  IconMicrophone,
  IconMicrophoneOff,
  IconUserMinus,
  IconUserX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData } from '../../generated/index.ts'
import { RED_TEXT } from '../redText.ts'
import { openReportDialog } from '../report/openReportDialog.tsx'
import { FavoriteItems } from './FavoriteItems.tsx'
import { PERSON_RELATION } from './relation.ts'
import type { MeetAct } from './useMeetActs.ts'
import { useRelationActs } from './useRelationActs.ts'

interface RelationMenuProps {
  readonly person: FragmentType<typeof PERSON_RELATION>
  /** Acts that stand beside the menu where there is room, and in it on a phone. */
  readonly meetActs?: readonly MeetAct[]
}

/** All else that the viewer can do about a person. */
export function RelationMenu({ person, meetActs = [] }: RelationMenuProps) {
  const { t } = useTranslation('people')
  const data = getFragmentData(PERSON_RELATION, person)
  const acts = useRelationActs(data)
  const { id, displayName: name, isFriend, viewerHasBlocked, viewerHasMuted, viewerCanReport, favorite } = data
  return (
    <Menu position="bottom-end" width={250} shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('relation.more', { name })} loading={acts.isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MeetItems name={name} acts={meetActs} />
        {isFriend && !viewerHasBlocked && <FavoriteItems personId={id} current={favorite?.group.name ?? null} />}
        <Menu.Item
          leftSection={
            viewerHasMuted ? <IconMicrophone size={16} aria-hidden /> : <IconMicrophoneOff size={16} aria-hidden />
          }
          onClick={acts.toggleMute}
        >
          {t(viewerHasMuted ? 'relation.unmute' : 'relation.mute')}
        </Menu.Item>
        {viewerCanReport && (
          <Menu.Item
            leftSection={<IconFlag size={16} aria-hidden />}
            onClick={() => openReportDialog({ type: 'user', contentId: id, name })}
          >
            {t('relation.report')}
          </Menu.Item>
        )}
        <Menu.Divider />
        {isFriend && (
          <Menu.Item c={RED_TEXT} leftSection={<IconUserMinus size={16} aria-hidden />} onClick={acts.unfriend}>
            {t('relation.unfriend')}
          </Menu.Item>
        )}
        {viewerHasBlocked ? (
          <Menu.Item leftSection={<IconUserX size={16} aria-hidden />} onClick={acts.unblock}>
            {t('relation.unblock')}
          </Menu.Item>
        ) : (
          <Menu.Item c={RED_TEXT} leftSection={<IconBan size={16} aria-hidden />} onClick={acts.block}>
            {t('relation.block')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface MeetItemsProps {
  readonly name: string
  readonly acts: readonly MeetAct[]
}

function MeetItems({ name, acts }: MeetItemsProps) {
  const { t } = useTranslation()
  if (acts.length === 0) return null
  return (
    <>
      {acts.map(({ name: act, Icon, run }) => (
        <Menu.Item key={act} hiddenFrom="sm" leftSection={<Icon size={16} aria-hidden />} onClick={run}>
          {t(`acts.${act}`, { name })}
        </Menu.Item>
      ))}
      <Menu.Divider hiddenFrom="sm" />
    </>
  )
}

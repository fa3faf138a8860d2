import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBan, IconDots, IconFlag, IconHanger, IconLifebuoy, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { useWearActs } from '../../components/avatars/useWearActs.ts'
import { FavoriteAvatar } from '../../components/favorites/FavoriteAvatar.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { RED_TEXT } from '../../components/redText.ts'
import { openReportDialog } from '../../components/report/openReportDialog.tsx'
import type { AvatarPageFragment, WornAvatarsFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { BLOCK_AVATAR } from './documents.ts'

interface AvatarActsProps {
  readonly avatar: AvatarPageFragment
  /** What the viewer wears; null while it is unknown. */
  readonly worn: WornAvatarsFragment | null
}

/** Wearing an avatar, keeping it, changing it, and not wanting to see it. */
export function AvatarActs({ avatar, worn }: AvatarActsProps) {
  const { t } = useTranslation('avatars')
  const { isBusy, wear, standIn } = useWearActs(avatar)
  const canWear = avatar.viewerCanWear && worn?.currentAvatar?.id !== avatar.id
  const canStandIn = avatar.viewerCanWearAsFallback && worn?.fallbackAvatar?.id !== avatar.id
  return (
    <Group gap="xs" mt="auto">
      {canWear && (
        <Button leftSection={<IconHanger size={18} aria-hidden />} loading={isBusy} onClick={() => void wear()}>
          {t('wear.act')}
        </Button>
      )}
      {canStandIn && (
        <Button
          variant="light"
          leftSection={<IconLifebuoy size={18} aria-hidden />}
          disabled={isBusy}
          onClick={() => void standIn()}
        >
          {t('wear.fallback')}
        </Button>
      )}
      <FavoriteAvatar avatar={avatar} />
      {avatar.viewerCanUpdate && (
        <RouteButton
          to="/avatars/$avatarId/edit"
          params={{ avatarId: avatar.id }}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('editAct')}
        </RouteButton>
      )}
      <MoreMenu avatar={avatar} />
    </Group>
  )
}

function MoreMenu({ avatar }: Pick<AvatarActsProps, 'avatar'>) {
  const { t } = useTranslation(['avatars', 'common'])
  const { id, name, viewerCanReport, viewerHasBlocked } = avatar
  const block = useAct(BLOCK_AVATAR)
  const ask = async () => {
    const question = { title: t('block.title', { name }), text: t('block.question') }
    if (!(await askFirst({ ...question, confirm: t('block.act'), cancel: t('common:cancel') }))) return
    if (await block.act({ input: { avatarId: id } })) notifications.show({ message: t('block.done', { name }) })
  }
  if (viewerHasBlocked && !viewerCanReport) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('more', { name })} loading={block.isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!viewerHasBlocked && (
          <Menu.Item c={RED_TEXT} leftSection={<IconBan size={16} aria-hidden />} onClick={() => void ask()}>
            {t('block.act')}
          </Menu.Item>
        )}
        {viewerCanReport && (
          <Menu.Item
            leftSection={<IconFlag size={16} aria-hidden />}
            onClick={() => openReportDialog({ type: 'avatar', contentId: id, name })}
          >
            {t('report')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

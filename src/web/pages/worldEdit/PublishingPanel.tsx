import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import { releaseStateOf, WORLD_RELEASE } from '../../components/worlds/release.ts'
import { formatDate } from '../../formats.ts'
import type { WorldEditFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { PUBLISH_WORLD, UNPUBLISH_WORLD } from './documents.ts'

/** Whether everybody finds the world, and why it can not be published where it can not. */
export function PublishingPanel({ world }: { readonly world: WorldEditFragment }) {
  const { t, i18n } = useTranslation('ownWorlds')
  const release = getFragmentData(WORLD_RELEASE, world)
  const state = releaseStateOf(release)
  const { id, labsPublishedAt, viewerCanPublish } = release
  const isPublic = state === 'PUBLIC' || state === 'LABS'
  const isWaiting = state === 'PRIVATE' && !viewerCanPublish
  return (
    <Panel title={t(`states.${state}`)}>
      <Stack gap="sm" aria-live="polite">
        <Text size="sm">{t(`publishing.texts.${state}`)}</Text>
        {isWaiting && <Text size="sm">{t('publishing.tooEarly')}</Text>}
        {labsPublishedAt && (
          <Text size="sm" c="dimmed">
            {t('publishing.last', { date: formatDate(i18n.language, labsPublishedAt) })}
          </Text>
        )}
        <Group>
          {viewerCanPublish && <PublishButton worldId={id} />}
          {isPublic && <UnpublishButton worldId={id} />}
        </Group>
      </Stack>
    </Panel>
  )
}

interface WorldButtonProps {
  readonly worldId: string
}

function PublishButton({ worldId }: WorldButtonProps) {
  const { t } = useTranslation('ownWorlds')
  const publish = useAct(PUBLISH_WORLD)
  const run = async () => {
    if (await publish.act({ input: { worldId } })) notifications.show({ message: t('publishing.published') })
  }
  return (
    <Button loading={publish.isBusy} onClick={() => void run()}>
      {t('publishing.publish')}
    </Button>
  )
}

function UnpublishButton({ worldId }: WorldButtonProps) {
  const { t } = useTranslation(['ownWorlds', 'common'])
  const unpublish = useAct(UNPUBLISH_WORLD)
  const run = async () => {
    const texts = { title: t('publishing.unpublishTitle'), text: t('publishing.unpublishText') }
    if (!(await askFirst({ ...texts, confirm: t('publishing.unpublishConfirm'), cancel: t('common:cancel') }))) return
    if (await unpublish.act({ input: { worldId } })) notifications.show({ message: t('publishing.unpublished') })
  }
  return (
    <Button variant="default" loading={unpublish.isBusy} onClick={() => void run()}>
      {t('publishing.unpublish')}
    </Button>
  )
}

import { Badge, Button, Group, Title } from '@mantine/core'
import { IconEdit, IconFlag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DetailHead } from '../../components/DetailHead.tsx'
import { FavoriteWorld } from '../../components/favorites/FavoriteWorld.tsx'
import { NewInstanceButton } from '../../components/instances/create/NewInstanceButton.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { openReportDialog } from '../../components/report/openReportDialog.tsx'
import type { WorldPageFragment } from '../../generated/graphql.ts'
import { FeedbackButton } from './FeedbackButton.tsx'

/** Picture, name, author, and what one can do. */
export function WorldHead({ world }: { readonly world: WorldPageFragment }) {
  const { t } = useTranslation('worlds')
  const { author } = world
  return (
    <DetailHead pictureUrl={world.imageUrl}>
      <Group gap="xs">
        <Title order={1} size="h2">
          {world.name}
        </Title>
        {world.releaseStatus !== 'PUBLIC' && <Badge color="gray">{t(`status.${world.releaseStatus}`)}</Badge>}
      </Group>
      {author && <PersonChip person={author} below={t('author')} />}
      <Group gap="xs" mt="auto">
        {world.viewerCanCreateInstance && <NewInstanceButton worldId={world.id} worldName={world.name} />}
        <FavoriteWorld world={world} />
        {world.viewerCanUpdate && (
          <RouteButton
            to="/worlds/$worldId/edit/$section"
            params={{ worldId: world.id, section: 'details' }}
            variant="default"
            leftSection={<IconEdit size={18} aria-hidden />}
          >
            {t('edit')}
          </RouteButton>
        )}
        {!author?.isViewer && <FeedbackButton worldId={world.id} name={world.name} />}
        {world.viewerCanReport && (
          <Button
            variant="default"
            leftSection={<IconFlag size={18} aria-hidden />}
            onClick={() => openReportDialog({ type: 'world', contentId: world.id, name: world.name })}
          >
            {t('report')}
          </Button>
        )}
      </Group>
    </DetailHead>
  )
}

import { Badge, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../../components/Picture.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { CardLink } from '../../../components/RouteLink.tsx'
import type { GroupGalleriesFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { GROUP_GALLERIES, GROUP_GALLERY_CHANGES, GROUP_GALLERY_LIST } from './documents.ts'
import { NewGallery } from './NewGallery.tsx'
import { OneGallery } from './OneGallery.tsx'

interface GalleriesTabProps {
  readonly groupId: string
}

/** The galleries of a group, or the one that the address names. */
export function GalleriesTab({ groupId }: GalleriesTabProps) {
  const { gallery } = useSearch({ from: '/shell/groups/$groupId' })
  return gallery ? <OneGallery key={gallery} groupId={groupId} galleryId={gallery} /> : <Galleries groupId={groupId} />
}

function Galleries({ groupId }: GalleriesTabProps) {
  const { t } = useTranslation('groups')
  const { data, refusal, reload } = usePanel(GROUP_GALLERY_LIST, { groupId })
  useLive(GROUP_GALLERY_CHANGES, data?.group ? { groupId } : null)
  const [isMade, making] = useDisclosure(false)
  const group = getFragmentData(GROUP_GALLERIES, data?.group)
  const galleries = group?.galleries
  if (refusal && !group) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!galleries) return <Skeleton h={220} radius="lg" aria-hidden />
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {galleries.totalCount === 0
            ? t(group.viewerCanCreateGalleries ? 'galleries.createFirst' : 'galleries.empty')
            : t('galleries.count', { count: galleries.totalCount })}
        </Text>
        {group.viewerCanCreateGalleries && (
          <Button leftSection={<IconPhotoPlus size={16} aria-hidden />} onClick={making.open}>
            {t('galleries.new')}
          </Button>
        )}
      </Group>
      <SimpleGrid component="ul" className="plainList" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" aria-live="polite">
        {galleries.edges.map(({ node }) => (
          <GalleryCard key={node.id} gallery={node} groupId={groupId} />
        ))}
      </SimpleGrid>
      {isMade && <NewGallery groupId={groupId} onClose={making.close} />}
    </Stack>
  )
}

interface GalleryCardProps extends GalleriesTabProps {
  readonly gallery: NonNullable<GroupGalleriesFragment['galleries']>['edges'][number]['node']
}

function GalleryCard({ gallery: { id, name, description, membersOnly, images }, groupId }: GalleryCardProps) {
  const { t } = useTranslation('groups')
  const [cover] = images.edges
  return (
    <Card component="li" withBorder radius="lg" padding="sm" pos="relative">
      <Card.Section>
        <Picture url={cover?.node.thumbnailUrl} ratio={16 / 10} />
      </Card.Section>
      <CardLink
        to="/groups/$groupId"
        params={{ groupId }}
        search={{ tab: 'galleries', gallery: id }}
        resetScroll={false}
        mt="xs"
        truncate
      >
        {name}
      </CardLink>
      {description && (
        <Text size="sm" lineClamp={2}>
          {description}
        </Text>
      )}
      <Group gap={6} mt="auto" pt="xs">
        <Text size="xs" c="dimmed">
          {t('galleries.pictures', { count: images.totalCount })}
        </Text>
        {membersOnly && (
          <Badge size="sm" variant="default">
            {t('galleries.membersOnly')}
          </Badge>
        )}
      </Group>
    </Card>
  )
}

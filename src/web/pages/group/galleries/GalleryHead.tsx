import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { GalleryFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { DELETE_GALLERY } from './documents.ts'
import { EditGallery } from './EditGallery.tsx'

interface GalleryHeadProps {
  readonly gallery: GalleryFragment
  readonly groupId: string
}

/** Name and text of a gallery, and what managers can do with it. */
export function GalleryHead({ gallery, groupId }: GalleryHeadProps) {
  const { t } = useTranslation('groups')
  const [isEdited, editing] = useDisclosure(false)
  const { name, description, membersOnly, images, viewerCanUpdate } = gallery
  return (
    <Group justify="space-between" align="start" gap="sm">
      <Stack gap={4} flex={1} miw={200}>
        <Group gap="xs">
          <Title order={2} size="h3">
            {name}
          </Title>
          {membersOnly && <Badge variant="default">{t('galleries.membersOnly')}</Badge>}
        </Group>
        {description && <WrittenText text={description} />}
        <Text size="sm" c="dimmed" role="status">
          {images.totalCount === 0 ? t('galleries.noPictures') : t('galleries.pictures', { count: images.totalCount })}
        </Text>
      </Stack>
      <Group gap="xs">
        {viewerCanUpdate && (
          <Button size="xs" variant="default" onClick={editing.open}>
            {t('galleries.edit')}
          </Button>
        )}
        <DeleteButton gallery={gallery} />
      </Group>
      {isEdited && <EditGallery gallery={gallery} groupId={groupId} onClose={editing.close} />}
    </Group>
  )
}

function DeleteButton({ gallery: { id, name, viewerCanDelete } }: Pick<GalleryHeadProps, 'gallery'>) {
  const { t } = useTranslation(['groups', 'common'])
  const remove = useAct(DELETE_GALLERY)
  const navigate = useNavigate({ from: '/groups/$groupId' })
  if (!viewerCanDelete) return null
  const ask = async () => {
    const question = { title: t('galleries.ask.title', { name }), text: t('galleries.ask.text') }
    if (!(await askFirst({ ...question, confirm: t('galleries.delete'), cancel: t('common:cancel') }))) return
    if (await remove.act({ input: { galleryId: id } })) await navigate({ search: { tab: 'galleries' } })
  }
  return (
    <Button size="xs" variant="default" loading={remove.isBusy} onClick={() => void ask()}>
      {t('galleries.delete')}
    </Button>
  )
}

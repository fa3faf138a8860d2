import { Button, Group, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { CREATE_GALLERY } from './documents.ts'
import { GalleryFields, type GalleryValues, galleryInput, galleryValues } from './GalleryFields.tsx'

interface NewGalleryProps {
  readonly groupId: string
  readonly onClose: () => void
}

/** Creates a gallery, and opens it. */
export function NewGallery({ groupId, onClose }: NewGalleryProps) {
  const { t } = useTranslation(['groups', 'common'])
  const create = useAct(CREATE_GALLERY)
  const navigate = useNavigate({ from: '/groups/$groupId' })
  const { form, refusal, isBusy, onSubmit } = useGraphForm<GalleryValues>(
    { mode: 'controlled', initialValues: galleryValues(null) },
    async ({ name, ...values }) => {
      const { createGroupGallery } = await create.attempt({ input: { groupId, name, ...galleryInput(values) } })
      onClose()
      await navigate({ search: { tab: 'galleries', gallery: createGroupGallery.groupGallery.id }, resetScroll: false })
    },
  )
  return (
    <Dialog title={t('galleries.new')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <GalleryFields form={form} groupId={groupId} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group gap="xs">
            <Button type="submit" loading={isBusy}>
              {t('galleries.create')}
            </Button>
            <Button variant="subtle" color="gray" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

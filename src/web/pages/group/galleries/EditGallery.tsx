import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { GalleryFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { UPDATE_GALLERY } from './documents.ts'
import { GalleryFields, type GalleryValues, galleryInput, galleryValues } from './GalleryFields.tsx'

interface EditGalleryProps {
  readonly gallery: GalleryFragment
  readonly groupId: string
  readonly onClose: () => void
}

/** Changes what a gallery is, and which roles can do what with it. */
export function EditGallery({ gallery, groupId, onClose }: EditGalleryProps) {
  const { t } = useTranslation('groups')
  const update = useAct(UPDATE_GALLERY)
  const edit = useEditForm<GalleryValues>(
    { name: 'group-gallery', current: galleryValues(gallery), updatedAt: gallery.updatedAt },
    async ({ name, ...changes }, guard) => {
      await update.attempt({
        input: { galleryId: gallery.id, ...(name !== undefined && { name }), ...galleryInput(changes), ...guard },
      })
      onClose()
    },
  )
  const { form, onSubmit } = edit
  return (
    <Dialog title={t('galleries.edit')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <GalleryFields form={form} groupId={groupId} />
          <EditFormFooter
            edit={edit}
            labelOf={(field) => t(`galleries.fields.${labelled(field)}`)}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

const FIELDS = [
  ...(['name', 'description', 'membersOnly', 'roleIdsToView', 'roleIdsToSubmit', 'roleIdsToAutoApprove'] as const),
  'roleIdsToManage',
] as const
const labelled = (field: string | number) => FIELDS.find((one) => one === field) ?? 'name'

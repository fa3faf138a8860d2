import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { AnnouncementFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { SET_ANNOUNCEMENT } from './documents.ts'
import { NOTHING_WRITTEN, NotifyField, WrittenFields, type WrittenValues } from './PostFields.tsx'
import { usePicture } from './usePicture.ts'

interface AnnouncementDialogProps {
  readonly groupId: string
  /** The one that stands, which the new one replaces; null for none. */
  readonly announcement: AnnouncementFragment['announcement'] | null
  readonly onClose: () => void
}

/** Writes the announcement, or changes it. */
export function AnnouncementDialog({ groupId, announcement, onClose }: AnnouncementDialogProps) {
  const { t } = useTranslation('groups')
  const set = useAct(SET_ANNOUNCEMENT)
  const pictureOf = usePicture()
  const current = { ...NOTHING_WRITTEN, title: announcement?.title ?? '', text: announcement?.text ?? '' }
  const options = { name: 'announcement', current, updatedAt: announcement?.updatedAt ?? null }
  const edit = useEditForm<WrittenValues>(options, async (changes, guard) => {
    const { imageId = '', removesImage = false, ...texts } = changes
    const picture = await pictureOf({ imageId, removesImage })
    // The new one stands in place of the old one: what was not changed goes along.
    const { text, ...input } = { title: current.title, text: current.text, ...texts }
    const kept = picture === undefined ? announcement?.imageId : picture
    await set.attempt({ input: { groupId, ...input, ...(text !== '' && { text }), imageId: kept, ...guard } })
    onClose()
  })
  const { form, onSubmit } = edit
  return (
    <Dialog title={t(announcement ? 'announcement.edit' : 'announcement.write')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <WrittenFields form={form} imageUrl={announcement?.imageUrl ?? null} needsText={false} />
          <NotifyField form={form} />
          <EditFormFooter
            edit={edit}
            labelOf={(field) => t(field === 'title' ? 'posts.fields.title' : 'posts.fields.text')}
            submit={t('posts.publish')}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import type { GroupPostItemFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { UPDATE_GROUP_POST } from './documents.ts'
import { NOTHING_WRITTEN, PostFields, type PostValues } from './PostFields.tsx'
import { usePicture } from './usePicture.ts'

interface EditPostProps {
  readonly post: GroupPostItemFragment
  readonly groupId: string
  readonly onClose: () => void
}

const valuesOf = ({ title, text, visibility, roles }: GroupPostItemFragment): PostValues => ({
  ...NOTHING_WRITTEN,
  ...{ title, text, visibility, roleIds: roles.map(({ id }) => id) },
})

/** Changes a post. */
export function EditPost({ post, groupId, onClose }: EditPostProps) {
  const { t } = useTranslation('groups')
  const update = useAct(UPDATE_GROUP_POST)
  const pictureOf = usePicture()
  const edit = useEditForm<PostValues>(
    { name: 'group-post', current: valuesOf(post), updatedAt: post.updatedAt },
    async ({ imageId, removesImage, ...changes }, guard) => {
      const picture = await pictureOf({ imageId: imageId ?? '', removesImage: removesImage ?? false })
      await update.attempt({ input: { postId: post.id, ...changes, imageId: picture, ...guard } })
      onClose()
    },
  )
  const { form, onSubmit } = edit
  return (
    <Dialog title={t('posts.editTitle')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <PostFields form={form} imageUrl={post.imageUrl ?? null} groupId={groupId} />
          <EditFormFooter edit={edit} labelOf={(field) => t(`posts.fields.${labelled(field)}`)} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** Fields that another device can change. */
const FIELDS = ['title', 'text', 'visibility', 'roleIds'] as const
const labelled = (field: string | number) => FIELDS.find((one) => one === field) ?? 'imageId'

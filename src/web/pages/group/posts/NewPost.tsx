import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { ADD_GROUP_POST } from './documents.ts'
import { NOTHING_WRITTEN, PostFields, type PostValues } from './PostFields.tsx'
import { usePicture } from './usePicture.ts'

interface NewPostProps {
  readonly groupId: string
  readonly onClose: () => void
}

const START: PostValues = { ...NOTHING_WRITTEN, visibility: 'PUBLIC', roleIds: [] }

/** Writes a post. */
export function NewPost({ groupId, onClose }: NewPostProps) {
  const { t } = useTranslation(['groups', 'common'])
  const add = useAct(ADD_GROUP_POST)
  const pictureOf = usePicture()
  const { form, refusal, isBusy, onSubmit } = useGraphForm<PostValues>(
    { mode: 'controlled', initialValues: START },
    async ({ imageId, removesImage, ...post }) => {
      await add.attempt({ input: { groupId, ...post, imageId: await pictureOf({ imageId }) } })
      onClose()
    },
  )
  return (
    <Dialog title={t('posts.new')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <PostFields form={form} imageUrl={null} groupId={groupId} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group gap="xs">
            <Button type="submit" loading={isBusy}>
              {t('posts.publish')}
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

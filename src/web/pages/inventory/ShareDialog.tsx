import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { FriendsSelect } from '../../components/economy/FriendSelect.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { SHARE_ITEM } from './documents.ts'
import { DURATIONS } from './durations.ts'

interface ShareDialogProps {
  readonly itemId: string
  readonly name: string
  readonly onClose: () => void
}

/** Gives friends copies of an item for a time. */
export function ShareDialog({ itemId, name, onClose }: ShareDialogProps) {
  const { t } = useTranslation('inventory')
  const share = useAct(SHARE_ITEM)
  const userIds: string[] = []
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { name: 'share-item', mode: 'controlled', initialValues: { userIds, seconds: '3600' } },
    async (values) => {
      await share.attempt({ input: { itemId, userIds: values.userIds, seconds: Number(values.seconds) } })
      notifications.show({ message: t('share.done', { count: values.userIds.length }) })
      onClose()
    },
  )
  const { onChange, error } = form.getInputProps('userIds')
  return (
    <Dialog title={t('share.title', { name })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Text size="sm">{t('share.text')}</Text>
          <FriendsSelect
            label={t('share.friends')}
            value={form.values.userIds}
            onChange={onChange}
            error={error}
            data-path="share-item-userIds"
          />
          <NativeSelect
            label={t('share.seconds')}
            data={DURATIONS.map((value) => ({ value, label: t(`durations.${value}`) }))}
            {...form.getInputProps('seconds')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group>
            <Button type="submit" loading={isBusy}>
              {t('share.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

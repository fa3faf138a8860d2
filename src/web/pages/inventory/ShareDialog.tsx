import { Button, Group, MultiSelect, NativeSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { SHARE_ITEM } from './documents.ts'
import { DURATIONS } from './durations.ts'

const FRIENDS_TO_SHARE_WITH = graphql(`
  query FriendsToShareWith {
    viewer {
      id
      friends(first: 100) {
        edges {
          cursor
          node {
            id
            displayName
          }
        }
      }
    }
  }
`)

interface ShareDialogProps {
  readonly itemId: string
  readonly name: string
  readonly onClose: () => void
}

/** Gives friends copies of an item for a time. */
export function ShareDialog({ itemId, name, onClose }: ShareDialogProps) {
  const { t } = useTranslation('inventory')
  const { data, refusal: unread, reload } = usePanel(FRIENDS_TO_SHARE_WITH, {})
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
  const friends = data?.viewer?.friends.edges.map(({ node }) => node)
  return (
    <Dialog title={t('share.title', { name })} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {unread && <RefusalAlert refusal={unread} onRetry={reload} />}
          <Text size="sm">{t('share.text')}</Text>
          {friends?.length === 0 && <Text size="sm">{t('share.noFriends')}</Text>}
          <MultiSelect
            label={t('share.friends')}
            required
            searchable
            hidePickedOptions
            data={friends?.map(({ id, displayName }) => ({ value: id, label: displayName })) ?? []}
            nothingFoundMessage={t('share.nobody')}
            {...form.getInputProps('userIds')}
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

import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DELETE_NOTIFICATION, MARK_NOTIFICATION_AS_READ } from './documents.ts'

export const TIDY_ACTS = graphql(`
  fragment TidyActs on Notification {
    id
    seenAt
    viewerCanDelete
  }
`)

/** Marks a notification as read, and takes it away. */
export function TidyActs({ notification }: { readonly notification: FragmentType<typeof TIDY_ACTS> }) {
  const { id: notificationId, seenAt, viewerCanDelete } = getFragmentData(TIDY_ACTS, notification)
  const { t } = useTranslation('notifications')
  const markAsRead = useAct(MARK_NOTIFICATION_AS_READ)
  const remove = useAct(DELETE_NOTIFICATION)
  const forget = useForget('Notification')
  const read = () =>
    void markAsRead.act({ input: { notificationId } }, (cache) => {
      const seenAt = () => new Date().toISOString()
      cache.modify({ id: `Notification:${notificationId}`, fields: { seenAt } })
    })
  const dismiss = async () => {
    const done = await remove.act({ input: { notificationId } }, (cache) => {
      cache.evict({ id: `Notification:${notificationId}` })
    })
    forget(done?.deleteNotification.deletedNotificationId)
  }
  return (
    <Group gap={4} wrap="nowrap">
      {seenAt === null && (
        <Tooltip label={t('markAsRead')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('markAsRead')}
            loading={markAsRead.isBusy}
            onClick={read}
          >
            <IconCheck size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {viewerCanDelete && (
        <Tooltip label={t('dismiss')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('dismiss')}
            loading={remove.isBusy}
            onClick={() => void dismiss()}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  )
}

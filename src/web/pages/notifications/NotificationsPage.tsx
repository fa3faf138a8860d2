import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { NotificationRow } from '../../components/notifications/NotificationRow.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { feedPosition, useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DELETE_ALL_NOTIFICATIONS, NOTIFICATION_CHANGES, NOTIFICATION_LIST, NOTIFICATION_PAGE } from './documents.ts'

const TABS = ['all', 'unread'] as const

/** All notifications, or those that the viewer has not read. */
export function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const { show = 'all' } = useSearch({ from: '/shell/notifications' })
  const navigate = useNavigate({ from: '/notifications' })
  const tabs = TABS.map((name) => ({ name, label: t(`lists.${name}`) }))
  const open = (next: (typeof TABS)[number]) =>
    void navigate({ search: next === 'all' ? {} : { show: next }, replace: true })
  return (
    <Stack gap="md" maw={760}>
      <PageHead title={t('title')} windowTitle={t('pageTitle')}>
        <DismissAll />
      </PageHead>
      <PageTabs label={t('lists.label')} tabs={tabs} active={show} onOpen={open}>
        <NotificationList isUnread={show === 'unread'} />
      </PageTabs>
    </Stack>
  )
}

function NotificationList({ isUnread }: { readonly isUnread: boolean }) {
  const { t } = useTranslation('notifications')
  const variables = { filter: isUnread ? { isUnseen: true } : {} }
  const { data, refusal, reload, fetchMore } = usePanel(NOTIFICATION_PAGE, variables)
  const position = feedPosition(data?.viewer)
  useLive(NOTIFICATION_CHANGES, position && { ...variables, ...position })
  const list = getFragmentData(NOTIFICATION_LIST, data?.viewer?.notifications)
  if (refusal && !list) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!list) return <Skeleton h={240} radius="lg" aria-hidden />
  if (list.edges.length === 0) return <Text size="sm">{t(isUnread ? 'empty.unread' : 'empty.all')}</Text>
  return (
    <>
      <Stack component="ul" gap="sm" className="plainList" aria-live="polite">
        {list.edges.map(({ node }) => (
          <Paper component="li" key={node.id} withBorder p="md" radius="lg">
            <NotificationRow notification={node} />
          </Paper>
        ))}
      </Stack>
      <LoadMore pageInfo={list.pageInfo} onMore={(after) => fetchMore({ ...variables, cursor: after })} />
    </>
  )
}

function DismissAll() {
  const { t } = useTranslation(['notifications', 'common'])
  const dismiss = useAct(DELETE_ALL_NOTIFICATIONS)
  const forget = useForget('Notification')
  const ask = async () => {
    const isWanted = await askFirst({
      title: t('dismissAll.title'),
      text: t('dismissAll.text'),
      confirm: t('dismissAll.confirm'),
      cancel: t('common:cancel'),
    })
    if (!isWanted) return
    const done = await dismiss.act({ input: {} })
    done?.deleteAllNotifications.deletedNotificationIds.forEach(forget)
  }
  return (
    <Button variant="default" size="compact-sm" loading={dismiss.isBusy} onClick={() => void ask()}>
      {t('dismissAll.open')}
    </Button>
  )
}

import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NotificationRow } from '../../components/notifications/NotificationRow.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { feedPosition, useLive, usePanel } from '../../graph/hooks.ts'

const HOME_NOTIFICATIONS = graphql(`
  fragment HomeNotifications on Viewer {
    id
    unreadNotificationCount
    notifications(first: 8) {
      edges {
        cursor
        node {
          id
          ...NotificationRow
        }
      }
    }
  }
`)

const NOTIFICATIONS = graphql(`
  query HomeNotificationList {
    viewer {
      notificationFeedCursor
      notificationFeedSequence
      ...HomeNotifications
    }
  }
`)

const CHANGES = graphql(`
  subscription HomeNotificationChanges($after: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      viewer {
        ...HomeNotifications
      }
    }
  }
`)

/** What waits for an answer. */
export function NotificationsPanel() {
  const { t } = useTranslation('home')
  const { data, refusal, isLoading, reload } = usePanel(NOTIFICATIONS, {})
  useLive(CHANGES, feedPosition(data?.viewer))
  const viewer = getFragmentData(HOME_NOTIFICATIONS, data?.viewer)
  const entries = viewer?.notifications.edges
  return (
    <Panel
      title={t('notifications.title')}
      aside={
        <RouteLink to="/notifications" size="sm">
          {t('notifications.all')}
        </RouteLink>
      }
      isLoading={isLoading && !entries}
      refusal={refusal}
      onRetry={reload}
      empty={entries?.length === 0 && t('notifications.empty')}
    >
      <Stack component="ul" gap="md" className="plainList" aria-live="polite">
        {entries?.map(({ node }) => (
          <li key={node.id}>
            <NotificationRow notification={node} />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}

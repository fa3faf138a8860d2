import { useNavigate } from '@tanstack/react-router'
import { NOTIFICATION_TEXT } from '../components/notifications/NotificationText.tsx'
import { useNotificationText } from '../components/notifications/useNotificationText.ts'
import { getFragmentData, graphql } from '../generated/index.ts'
import { type feedPosition, useLive } from '../graph/hooks.ts'
import { isAnyTabSeen } from './attention.ts'
import { showOnDevice } from './setting.ts'

const NEW_NOTIFICATIONS = graphql(`
  subscription NewNotifications($after: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      kind
      at
      notification {
        id
        seenAt
        ...NotificationText
      }
    }
  }
`)

/** Milliseconds. After a night of sleep, the device does not show all that has come meanwhile. */
const NEW_FOR = 5 * 60_000

const isNew = (at: string) => Date.now() - new Date(at).getTime() < NEW_FOR

/** Shows new notifications outside of the page while the person looks at no tab of the site. */
export function ShowDeviceNotifications({ position }: { readonly position: ReturnType<typeof feedPosition> }) {
  const textOf = useNotificationText()
  const navigate = useNavigate()
  useLive(NEW_NOTIFICATIONS, position, ({ notificationFeed: { kind, at, notification } }) => {
    const data = getFragmentData(NOTIFICATION_TEXT, notification)
    if (kind !== 'CREATED' || !data || notification?.seenAt || !isNew(at)) return
    void show({ id: data.id, text: textOf(data) }, () => void navigate({ to: '/notifications' }))
  })
  return null
}

async function show({ id, text }: { readonly id: string; readonly text: string }, onClick: () => void): Promise<void> {
  if (await isAnyTabSeen()) return
  const shown = showOnDevice(id, text)
  if (!shown) return
  shown.onclick = () => {
    window.focus()
    shown.close()
    onClick()
  }
  // They name people, and somebody else may use the browser after this page.
  addEventListener('pagehide', () => shown.close(), { once: true })
}

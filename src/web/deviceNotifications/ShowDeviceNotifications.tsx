import { useNavigate } from '@tanstack/react-router'
import { NOTIFICATION_TEXT } from '../components/notifications/NotificationText.tsx'
import { useNotificationText } from '../components/notifications/useNotificationText.ts'
import { getFragmentData, graphql } from '../generated/index.ts'
import { type feedPosition, useLive } from '../graph/hooks.ts'
import { isAnyTabSeen } from './attention.ts'

const NEW_NOTIFICATIONS = graphql(`
  subscription NewNotifications($after: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      kind
      notification {
        id
        seenAt
        ...NotificationText
      }
    }
  }
`)

/** Shows new notifications outside of the page while the person looks at no tab of the site. */
export function ShowDeviceNotifications({ position }: { readonly position: ReturnType<typeof feedPosition> }) {
  const textOf = useNotificationText()
  const navigate = useNavigate()
  useLive(NEW_NOTIFICATIONS, position, ({ notificationFeed: { kind, notification } }) => {
    const data = getFragmentData(NOTIFICATION_TEXT, notification)
    if (kind !== 'CREATED' || !data || notification?.seenAt) return
    void show({ id: data.id, text: textOf(data) }, () => void navigate({ to: '/notifications' }))
  })
  return null
}

/** Tabs that show the same one replace each other's. Browsers of phones that want a service worker for it show none. */
async function show({ id, text }: { readonly id: string; readonly text: string }, onClick: () => void): Promise<void> {
  if (await isAnyTabSeen()) return
  try {
    const shown = new Notification('Plaza', { body: text, tag: id, icon: '/icon-512.png' })
    shown.onclick = () => {
      window.focus()
      shown.close()
      onClick()
    }
  } catch {}
}

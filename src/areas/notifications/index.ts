import { notifications } from '../../contract/notifications.ts'
import { defineArea } from '../area.ts'
import { DELIVER_BROADCASTS, deliverBroadcasts } from './broadcasts.ts'
import { notificationEvents } from './events.ts'
import { purgeExpiredNotifications } from './feed/feed.ts'
import { notificationFrames } from './frames.ts'
import { notificationsRest } from './rest.ts'
import { eraseNotifications, purgeOpenNotifications } from './withdraw.ts'
import './graph/notification.ts'
import './graph/facts.ts'
import './graph/notificationList.ts'
import './graph/notificationMutations.ts'
import './graph/broadcast.ts'
import './graph/feed.ts'
import { personalData } from './personalData.ts'

export const notificationsArea = defineArea({
  tag: 'Notifications',
  contract: notifications,
  rest: notificationsRest,
  personalData,
  events: notificationEvents,
  nodeTypes: { notification: 'Notification', broadcast: 'Broadcast' },
  jobs: [
    { name: 'purge-expired-notifications', schedule: '40 * * * *', run: purgeExpiredNotifications },
    { name: 'purge-open-notifications', schedule: '10 3 * * *', run: purgeOpenNotifications },
    // Sending a broadcast also requests it at once.
    { name: DELIVER_BROADCASTS, schedule: '* * * * *', runsAtStart: true, run: deliverBroadcasts },
  ],
  accountErasure: { place: 110, erase: eraseNotifications },
  frames: { notification: notificationFrames },
})

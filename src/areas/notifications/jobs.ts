import { HOUR, later } from '../../kernel/clock.ts'
import type { Scope } from '../../kernel/scope.ts'
import { DELIVER_BROADCASTS, deliverBroadcasts } from './broadcasts.ts'
import { FEED_KEPT } from './cursors.ts'

/** Work that notifications need done from time to time; `schedule` is cron in UTC. */
export const notificationJobs = [
  { name: 'purge-expired-notifications', schedule: '40 * * * *', run: purgeExpiredNotifications },
  // Each broadcast also asks for it at once.
  { name: DELIVER_BROADCASTS, schedule: '* * * * *', run: deliverBroadcasts },
] as const

/** Takes away notifications whose time is over, and what feeds keep no longer. Answers how many rows. */
export async function purgeExpiredNotifications({ client, now }: Scope): Promise<number> {
  const notifications = await client.notification.deleteMany({ where: { expiresAt: { lte: now } } })
  // An entry is written a moment before its transaction commits.
  const entries = await client.feedEntry.deleteMany({ where: { at: { lte: later(now, -FEED_KEPT - HOUR) } } })
  return notifications.count + entries.count
}

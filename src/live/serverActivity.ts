import { occupancyChanged } from '../areas/instances/events.ts'
import { infoPushesChanged } from '../areas/system/events.ts'
import { SECOND } from '../kernel/clock.ts'
import { type DomainEventListener, defineEvent } from '../kernel/events.ts'
import { presenceChanged } from '../kernel/presence.ts'
import type { Services } from '../kernel/scope.ts'
import { throttle } from '../kernel/throttle.ts'
import type { ServerActivity } from './live.ts'
import { createSubscriberRegistry } from './subscriberRegistry.ts'

/** Milliseconds in which subscribers get at most one event. */
const INTERVAL = 5 * SECOND

/** Public figures may have changed: how many people are online, in which worlds they are, the announcements. It is sent to no bus. */
const serverActivity = defineEvent<'*'>('server.activity')

/** What changes the figures. */
const CAUSES = [presenceChanged, occupancyChanged, infoPushesChanged]

/**
 * Tells of changes of the public figures. All subscribers of a node get the same event object, so that their equal
 * selections without data of the viewer are executed once an event; others are executed for each session.
 */
export function openServerActivity({ events, log }: Services): ServerActivity & { close(): void } {
  const subscribers = createSubscriberRegistry(log)
  const { take, stop } = throttle(() => subscribers.deliverToAll(serverActivity('*')), INTERVAL)
  const stops = CAUSES.map((type) => events.listen(type, () => !subscribers.isEmpty() && take(undefined)))
  return {
    subscribe: (listener: DomainEventListener) => subscribers.add(serverActivity.topic, listener),
    close() {
      for (const end of [...stops, stop]) end()
    },
  }
}

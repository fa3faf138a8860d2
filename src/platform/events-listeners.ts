import { z } from 'zod'
import type { Announcement, EventBus, Listener } from '../kernel/events.ts'
import type { Log } from '../kernel/log.ts'

/** What listeners are told when announcements may have been missed: whatever was remembered has to be read again. */
export const GAP: Announcement = { topic: 'bus.gap', subject: '*' }

export const Announced = z.object({
  topic: z.string(),
  subject: z.string(),
  ids: z.record(z.string(), z.string()).exactOptional(),
})

/** An announcement on its way between nodes: `node` is the one that sent it, `id` is its own. */
export const Notice = z.object({ node: z.string(), id: z.string(), announcement: Announced })
export type Notice = z.output<typeof Notice>

/** The notice in a text that came from outside; null for what is none. */
export function readNotice(text: string): Notice | null {
  try {
    return Notice.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The listeners of this node. One that fails is logged and keeps no other from hearing. */
export function makeListeners(log: Log): Pick<EventBus, 'listen'> & { tell: Listener } {
  const byTopic = new Map<string, Set<Listener>>()
  const failed = (topic: string) => (error: unknown) => log.error({ err: error, topic }, 'a listener failed')

  const tellOne = (listener: Listener, announcement: Announcement) => {
    try {
      const done: unknown = listener(announcement)
      if (done instanceof Promise) done.catch(failed(announcement.topic))
    } catch (error) {
      failed(announcement.topic)(error)
    }
  }

  return {
    tell(announcement) {
      for (const listener of byTopic.get(announcement.topic) ?? []) tellOne(listener, announcement)
      for (const listener of byTopic.get('*') ?? []) tellOne(listener, announcement)
    },
    listen(topic, listener) {
      const listeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
  }
}

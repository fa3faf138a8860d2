import type { SocketResult } from './messages.ts'
import { cursorOf, sequenceOf, type Want, wantOf } from './wants.ts'

type Sink = (result: SocketResult) => void

interface Subscription {
  readonly sinks: Set<Sink>
  /** Entries of a feed that came for other tabs. */
  kept: SocketResult[]
  /** What this tab wants; null if only other tabs do. */
  want: Want | null
  /** Sequence of the last entry of a feed; 0 before the first. */
  last: number
}

interface TabSubscriptions {
  readonly wants: () => Want[]
  deliver(key: string, result: SocketResult): void
  /** `end` returns whether nobody in the tab wants the subscription any more. */
  add(query: string, variables: Want['variables'], sink: Sink): { readonly want: Want; readonly end: () => boolean }
}

/** Entries of a feed that are kept for this tab until it subscribes. */
const KEPT = 100

/** The subscriptions of this tab. Each entry of a feed reaches it once, whichever tab it came through. */
export function createTabSubscriptions(): TabSubscriptions {
  const subscriptions = new Map<string, Subscription>()
  const subscriptionOf = (key: string): Subscription => {
    const found = subscriptions.get(key) ?? { sinks: new Set(), kept: [], want: null, last: 0 }
    subscriptions.set(key, found)
    return found
  }
  return {
    wants: () => [...subscriptions.values()].flatMap(({ want }) => want ?? []),
    deliver(key, result) {
      const isFeed = sequenceOf(result.data) !== undefined
      const subscription = isFeed ? subscriptionOf(key) : subscriptions.get(key)
      if (subscription?.want) return pass(subscription, result)
      if (!isFeed || !subscription) return
      subscription.kept = [...subscription.kept, result].slice(-KEPT)
    },
    add(query, variables, sink) {
      const want = wantOf(query, variables)
      const subscription = subscriptionOf(want.key)
      subscription.sinks.add(sink)
      if (!subscription.want) begin(subscription, want)
      return {
        want: subscription.want ?? want,
        end() {
          subscription.sinks.delete(sink)
          if (subscription.sinks.size > 0) return false
          subscription.want = null
          return true
        },
      }
    },
  }
}

/** A feed goes on after the entry that the page has read last, which other tabs may have passed already. */
function begin(subscription: Subscription, want: Want): void {
  const { kept } = subscription
  subscription.want = want
  subscription.kept = []
  subscription.last = want.sequence
  for (const result of kept) pass(subscription, result)
}

function pass(subscription: Subscription, result: SocketResult): void {
  const sequence = sequenceOf(result.data)
  if (sequence !== undefined && sequence <= subscription.last) return
  subscription.last = sequence ?? subscription.last
  const after = cursorOf(result.data)
  if (subscription.want && after !== undefined)
    subscription.want = { ...subscription.want, variables: { ...subscription.want.variables, after } }
  for (const sink of subscription.sinks) sink(result)
}

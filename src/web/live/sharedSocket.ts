import { randomUuid } from '../randomUuid.ts'
import type { Leader } from './leader.ts'
import { createLeadership } from './leadership.ts'
import { canShare, holdForever } from './locks.ts'
import type { EndReason, Message, SocketResult } from './messages.ts'
import { createTabSubscriptions } from './tabSubscriptions.ts'

interface SocketListeners {
  /** The socket is open; `isNew` when it had been lost, so that changes may have been missed. */
  readonly onOpen: (isNew: boolean) => void
  readonly onLost: () => void
  /** The server refuses to go on, as the session has ended or belongs to somebody else. */
  readonly onEnded: (reason: EndReason) => void
}

export interface SharedSocket {
  /** Begins to receive events of a subscription. Returns what ends it. */
  subscribe(query: string, variables: Variables, sink: Sink): () => void
  /** Opens the socket for a viewer, by `Viewer.id`; only once. */
  start(viewerId: string): void
  /** Tells all tabs that the session has ended. */
  end(reason: EndReason): void
}

type Variables = Readonly<Record<string, unknown>>
type Sink = (result: SocketResult) => void

const tabLock = (tab: string) => `plaza.live.tab.${tab}`

/**
 * One socket for all tabs of a browser that show one viewer: the tab that leads holds it, and passes on to the others what
 * comes. Tabs of another viewer, as while somebody else has signed in, have a channel and a leader of their own.
 */
export function openSharedSocket(listeners: SocketListeners): SharedSocket {
  const tab = randomUuid()
  let channel: BroadcastChannel | null = null
  const subscriptions = createTabSubscriptions()
  const tell = (message: Message) => {
    channel?.postMessage(message)
    receive(message)
  }
  const repeatWants = () => {
    for (const want of subscriptions.wants()) tell({ kind: 'want', tab, want })
  }
  const leadership = createLeadership({ tab, tell })
  const receive = (message: Message) => {
    const leader = leadership.leader()
    if (leader) serve(leader, message, tell)
    if (message.kind === 'event') subscriptions.deliver(message.key, message.result)
    if (message.kind === 'lead') repeatWants()
    if (message.kind === 'pong') leadership.noteAnswer()
    report(listeners, message)
  }
  const openChannel = (viewerId: string) => {
    channel = new BroadcastChannel(`plaza.live.${viewerId}`)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))
    repeatWants()
  }
  let isStarted = false
  if (canShare) void holdForever(tabLock(tab), {}, () => {})

  return {
    subscribe(query, variables, sink) {
      const { want, end } = subscriptions.add(query, variables, sink)
      tell({ kind: 'want', tab, want })
      return () => {
        if (end()) tell({ kind: 'drop', tab, key: want.key })
      }
    },
    start(viewerId) {
      if (isStarted) return
      isStarted = true
      if (canShare) openChannel(viewerId)
      leadership.start(viewerId)
    },
    end: (reason) => tell({ kind: 'ended', reason }),
  }
}

function report(listeners: SocketListeners, message: Message): void {
  if (message.kind === 'ended') listeners.onEnded(message.reason)
  if (message.kind === 'open') listeners.onOpen(message.isNew)
  if (message.kind === 'lost') listeners.onLost()
}

/** What the leading tab does for the others. A tab that closes releases its lock, and is forgotten. */
function serve(leader: Leader, message: Message, tell: (message: Message) => void): void {
  if (message.kind === 'ping') tell({ kind: 'pong' })
  if (message.kind === 'drop') leader.drop(message.tab, message.key)
  if (message.kind !== 'want') return
  const { tab, want } = message
  const isNew = leader.want(tab, want)
  if (isNew && leader.isOpen()) tell({ kind: 'open', isNew: false })
  if (isNew && canShare) void navigator.locks.request(tabLock(tab), () => leader.forget(tab))
}

import { z } from 'zod'
import type { TestApp } from '../../support/app.ts'
import {
  aGraphSocket,
  type GraphSocket,
  isAcknowledged,
  sessionTokenOf,
  withCookie,
} from '../../support/graphSocket.ts'
import { untilSubscribed } from '../../support/graphSubscriptions.ts'
import { openPipelineSocket, type PipelineSocket } from '../../support/pipelineSocket.ts'
import type { TestUser } from '../../support/users.ts'
import { restTypeOf } from './model.ts'

/** A stream of live messages; each keeps the order of the events. */
export type DeliveryStream = 'frames' | 'activity' | 'feed'

/** A message that a user received by the legacy websocket or a subscription. */
export interface Delivery {
  readonly to: string
  readonly stream: DeliveryStream
  /** The id of the user whom the message is about, or empty. */
  readonly about: string
  /** The type of the frame, or the subscription and the kind of its event. */
  readonly kind: string
  /** Whether a block must suppress the message: all but the news that a user went offline or is no friend any more. */
  readonly reveals: boolean
}

/** Collects all live messages of one user. */
export interface Listener {
  readonly deliveries: readonly Delivery[]
  close(): Promise<unknown>
}

const ACTIVITY = 'subscription { friendActivity { kind userId user { id bio standing whereabouts { kind } } } }'
const FEED = 'subscription { notificationFeed { kind notification { type sender { id } } } }'

/** Connects a user to the legacy websocket and both subscriptions; calls `onDelivery` with each message. */
export async function aListener(
  app: TestApp,
  user: TestUser,
  onDelivery: (delivery: Delivery) => void,
): Promise<Listener> {
  const deliveries: Delivery[] = []
  const record = (found: Omit<Delivery, 'to'>) => {
    const delivery = { ...found, to: user.id }
    deliveries.push(delivery)
    onDelivery(delivery)
  }
  const [frames, graph] = await Promise.all([
    openPipelineSocket(app, `/?authToken=${sessionTokenOf(user)}`),
    aGraphSocket(app, withCookie(user)),
  ])
  frames.socket.on('message', (data) => record(deliveryOfFrame(String(data))))
  graph.socket.on('message', (data) => deliveriesOfMessage(String(data)).forEach(record))
  await subscribe(app, graph)
  return { deliveries, close: () => closeBoth(frames, graph) }
}

async function subscribe(app: TestApp, graph: GraphSocket): Promise<void> {
  await graph.until(isAcknowledged)
  const begin = () => {
    graph.subscribe('1', ACTIVITY)
    graph.subscribe('2', FEED)
  }
  await untilSubscribed(app, begin, 2)
}

function closeBoth(frames: PipelineSocket, graph: GraphSocket) {
  graph.socket.close()
  return frames.close()
}

const Frame = z.object({ type: z.string(), content: z.string().optional() })
const Content = z.object({ userId: z.string(), senderUserId: z.string(), type: z.string() }).partial()

const DEPARTURES = ['friend-offline', 'friend-delete']
const NOTIFICATIONS = ['notification', 'notification-v2']

function deliveryOfFrame(text: string): Omit<Delivery, 'to'> {
  const { type, content = 'null' } = Frame.parse(JSON.parse(text))
  const parsed = Content.safeParse(JSON.parse(content)).data ?? {}
  const stream = 'frames'
  if (NOTIFICATIONS.includes(type))
    return { stream, about: parsed.senderUserId ?? '', kind: `${type} ${parsed.type}`, reveals: true }
  if (type.startsWith('friend-'))
    return { stream, about: parsed.userId ?? '', kind: type, reveals: !DEPARTURES.includes(type) }
  return { stream, about: '', kind: type, reveals: false }
}

const Activity = z.object({
  kind: z.string(),
  userId: z.string(),
  user: z.object({ standing: z.string(), whereabouts: z.object({ kind: z.string() }) }).nullable(),
})
const Entry = z.object({
  kind: z.string(),
  notification: z.object({ type: z.string(), sender: z.object({ id: z.string() }).nullable() }).nullable(),
})
const Next = z.object({
  type: z.literal('next'),
  payload: z.object({ data: z.object({ friendActivity: Activity, notificationFeed: Entry }).partial() }),
})

function deliveriesOfMessage(text: string): Omit<Delivery, 'to'>[] {
  const { data } = Next.safeParse(JSON.parse(text))
  const { friendActivity, notificationFeed } = data?.payload.data ?? {}
  return [
    ...(friendActivity ? [deliveryOfActivity(friendActivity)] : []),
    ...(notificationFeed ? [deliveryOfEntry(notificationFeed)] : []),
  ]
}

function deliveryOfActivity({ kind, userId, user }: z.output<typeof Activity>): Omit<Delivery, 'to'> {
  const standing = user?.standing ?? 'OFFLINE'
  const isAway = standing === 'OFFLINE' && (user === null || user.whereabouts.kind === 'OFFLINE')
  const what = kind === 'PRESENCE' ? `${kind} ${standing}` : kind
  return {
    stream: 'activity',
    about: userId,
    kind: `activity ${what}`,
    reveals: !(isAway && (kind === 'PRESENCE' || kind === 'REMOVED')),
  }
}

const deliveryOfEntry = ({ kind, notification }: z.output<typeof Entry>): Omit<Delivery, 'to'> => ({
  stream: 'feed',
  about: notification?.sender?.id ?? '',
  kind: `feed ${kind} ${restTypeOf(notification?.type ?? '')}`.trim(),
  reveals: notification !== null,
})

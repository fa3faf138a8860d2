import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { openPipeline, type PipelineSocket } from '../../live/pipeline.ts'
import type { TestApp } from '../../support/app.ts'
import type { Person } from '../../support/people.ts'
import { aSocket, type GraphSocket, isAcknowledged, tokenOf, withCookie } from '../../support/socket.ts'

/** A stream of what somebody is told, each in the order of what happened. */
export type Stream = 'frames' | 'activity' | 'feed'

/** What somebody was told by one of the live doors. */
export interface Fact {
  readonly to: string
  readonly by: Stream
  /** Whom it is about; empty for nobody in particular. */
  readonly about: string
  /** The frame's type, or the subscription's field with what it says. */
  readonly kind: string
  /** Whether it tells what a block forbids: all but that somebody has gone. */
  readonly tells: boolean
}

/** Everything that one person hears. */
export interface Ear {
  readonly facts: readonly Fact[]
  close(): Promise<unknown>
}

const ACTIVITY = 'subscription { friendActivity { kind userId standing location user { id bio } } }'
const FEED = 'subscription { notificationFeed { kind notification { type sender { id } } } }'

/** Listens as a person on the legacy websocket and to both subscriptions; `judge` hears of each fact as it comes. */
export async function anEar(app: TestApp, person: Person, judge: (fact: Fact) => void): Promise<Ear> {
  const facts: Fact[] = []
  const hear = (found: Omit<Fact, 'to'>) => {
    const fact = { ...found, to: person.id }
    facts.push(fact)
    judge(fact)
  }
  const [frames, graph] = await Promise.all([
    openPipeline(app, `/?authToken=${tokenOf(person)}`),
    aSocket(app, withCookie(person)),
  ])
  frames.socket.on('message', (data) => hear(ofFrame(String(data))))
  graph.socket.on('message', (data) => ofMessage(String(data)).forEach(hear))
  await subscribe(graph)
  return { facts, close: () => closeBoth(frames, graph) }
}

async function subscribe(graph: GraphSocket): Promise<void> {
  await graph.until(isAcknowledged)
  graph.subscribe('1', ACTIVITY)
  graph.subscribe('2', FEED)
  await pause(100)
}

function closeBoth(frames: PipelineSocket, graph: GraphSocket) {
  graph.socket.close()
  return frames.close()
}

const Frame = z.object({ type: z.string(), content: z.string().optional() })
const Content = z.object({ userId: z.string(), senderUserId: z.string(), type: z.string() }).partial()

const PARTINGS = ['friend-offline', 'friend-delete']
const NOTIFICATIONS = ['notification', 'notification-v2']

function ofFrame(text: string): Omit<Fact, 'to'> {
  const { type, content = 'null' } = Frame.parse(JSON.parse(text))
  const said = Content.safeParse(JSON.parse(content)).data ?? {}
  const by = 'frames'
  if (NOTIFICATIONS.includes(type))
    return { by, about: said.senderUserId ?? '', kind: `${type} ${said.type}`, tells: true }
  if (type.startsWith('friend-')) return { by, about: said.userId ?? '', kind: type, tells: !PARTINGS.includes(type) }
  return { by, about: '', kind: type, tells: false }
}

const Activity = z.object({ kind: z.string(), userId: z.string(), standing: z.string(), location: z.string() })
const Entry = z.object({
  kind: z.string(),
  notification: z.object({ type: z.string(), sender: z.object({ id: z.string() }).nullable() }).nullable(),
})
const Next = z.object({
  type: z.literal('next'),
  payload: z.object({ data: z.object({ friendActivity: Activity, notificationFeed: Entry }).partial() }),
})

function ofMessage(text: string): Omit<Fact, 'to'>[] {
  const { data } = Next.safeParse(JSON.parse(text))
  const { friendActivity, notificationFeed } = data?.payload.data ?? {}
  return [
    ...(friendActivity ? [ofActivity(friendActivity)] : []),
    ...(notificationFeed ? [ofEntry(notificationFeed)] : []),
  ]
}

function ofActivity({ kind, userId, standing, location }: z.output<typeof Activity>): Omit<Fact, 'to'> {
  const isAway = standing === 'OFFLINE' && location === 'offline'
  const what = kind === 'PRESENCE' ? `${kind} ${standing}` : kind
  return {
    by: 'activity',
    about: userId,
    kind: `activity ${what}`,
    tells: !(isAway && (kind === 'PRESENCE' || kind === 'REMOVED')),
  }
}

const ofEntry = ({ kind, notification }: z.output<typeof Entry>): Omit<Fact, 'to'> => ({
  by: 'feed',
  about: notification?.sender?.id ?? '',
  kind: `feed ${kind} ${notification?.type ?? ''}`.trim(),
  tells: notification !== null,
})

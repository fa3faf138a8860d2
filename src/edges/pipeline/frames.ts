import { type OwnUser, readCurrentUser } from '../../areas/accounts/currentUser.ts'
import { isToldOf, type Sighted } from '../../areas/friends/seenFriends.ts'
import type { FeedChange } from '../../areas/notifications/feedReads.ts'
import type { SeenUser } from '../../areas/users/users.ts'
import type { Frame, FrameType } from '../../contract/shapes/frame.ts'
import type { Announcement } from '../../kernel/events.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type Outside, platformScope } from '../../kernel/scope.ts'
import type { Sightings } from '../live/live.ts'
import { patiently } from '../trying.ts'

/** What the areas make of events; they are given here what has to be read for it. */
export interface Presenters {
  readonly notificationFrames: (change: FeedChange) => readonly Frame[]
  readonly friendFrames: (announcement: Announcement, friendId: string, friend: SeenUser | null) => readonly Frame[]
  /** Of what a person is told of themself, the person has to be read first. */
  readonly tellsOneself: (topic: string) => boolean
  readonly ownFrames: (topic: string, own: OwnUser, now: Date) => readonly Frame[]
  /** What says by itself all there is to tell, by its topic. */
  readonly plainFrames: Readonly<Record<string, (announcement: Announcement) => Frame>>
}

/** A frame as it goes over the wire: made once, however many sockets it goes to. */
export interface Sent {
  readonly type: FrameType
  readonly data: Buffer
}

/** Makes the frames of one node. */
export interface Framing {
  ofChange(change: FeedChange): readonly Sent[]
  /** What an announcement is to one of those whom it concerns. Never fails: what can't be read is not told. */
  ofAnnouncement(user: UserId, announcement: Announcement): Promise<readonly Sent[]>
}

const NOTHING: readonly Sent[] = []

export interface FramingOptions {
  readonly outside: Outside
  readonly sightings: Sightings
  readonly presenters: Presenters
}

export function makeFraming({ outside, sightings, presenters }: FramingOptions): Framing {
  const toFriends = new WeakMap<Sighted, readonly Sent[]>()

  const ofOneself = async (user: UserId, announcement: Announcement) => {
    const { topic } = announcement
    const plain = presenters.plainFrames[topic]
    if (plain) return sentAll(outside, () => [plain(announcement)])
    if (!presenters.tellsOneself(topic)) return NOTHING
    const own = await patiently(outside.log, UNREAD, () => readOneself(outside, user))
    return own ? sentAll(outside, () => presenters.ownFrames(topic, own, outside.clock.now())) : NOTHING
  }
  const ofSighted = ({ announcement, friend }: Sighted) => {
    const friendId = announcement.ids?.friendId ?? announcement.subject
    return sentAll(outside, () => presenters.friendFrames(announcement, friendId, friend))
  }
  const ofFriend = async (user: UserId, announcement: Announcement) => {
    const sighted = await sightings.of(announcement)
    if (!sighted || !isToldOf(user, announcement, sighted)) return NOTHING
    return once(toFriends, sighted, () => ofSighted(sighted))
  }

  return {
    ofChange: (change) => sentAll(outside, () => presenters.notificationFrames(change)),
    ofAnnouncement: (user, announcement) =>
      isOwn(user, announcement) ? ofOneself(user, announcement) : ofFriend(user, announcement),
  }
}

/** Of a friendship each of the two hears as the subject. */
const isOwn = (user: UserId, { subject, ids }: Announcement) => subject === user && ids?.friendId === undefined

const UNREAD = 'the record of a person could not be read for websockets'

/** Null for somebody who was erased meanwhile. */
const readOneself = (outside: Outside, user: UserId): Promise<OwnUser | null> =>
  readCurrentUser(platformScope(outside), user).catch((error: unknown) => {
    if (error instanceof Failure) return null
    throw error
  })

function once<K extends object, V>(made: WeakMap<K, V>, key: K, make: () => V): V {
  const value = made.get(key) ?? make()
  made.set(key, value)
  return value
}

/** One change that can't be told keeps nobody from hearing of the next. */
function sentAll({ log }: Outside, make: () => readonly Frame[]): readonly Sent[] {
  try {
    return make().map(sent)
  } catch (error) {
    log.error({ err: error }, 'a change could not be told to websockets')
    return NOTHING
  }
}

/** The content is JSON within JSON. */
const sent = ({ type, content }: Frame): Sent => ({
  type,
  data: Buffer.from(JSON.stringify({ type, ...(content !== undefined && { content: JSON.stringify(content) }) })),
})

import type { Frame } from '../../contract/shapes/frame.ts'
import type { OwnUser } from './currentUser.ts'
import { currentUserWire } from './wire.ts'

/** Where people are and who is whose friend is told by other frames: here clients would take it for news. */
const UNTOLD: ReadonlySet<string> = new Set([
  'activeFriends',
  'developerType',
  'friendGroupNames',
  'friendKey',
  'friends',
  'isFriend',
  'last_platform',
  'offlineFriends',
  'onlineFriends',
  'presence',
  'state',
])

function ownUserWire(own: OwnUser, now: Date) {
  const fields = Object.entries(currentUserWire(own, now)).filter(([name]) => !UNTOLD.has(name))
  return Object.fromEntries(fields)
}

type Telling = (own: OwnUser, now: Date) => Frame

const TELLING: Readonly<Record<string, Telling>> = {
  'user.changed': (own, now) => ({ type: 'user-update', content: { userId: own.id, user: ownUserWire(own, now) } }),
  'whereabouts.changed': (own, now) => ({
    type: 'user-location',
    content: {
      userId: own.id,
      user: ownUserWire(own, now),
      location: own.occupies?.location ?? 'offline',
      instance: own.occupies?.instance.instanceId ?? 'offline',
      worldId: own.occupies?.instance.worldId ?? 'offline',
      travelingToLocation: '',
    },
  }),
}

/** Whether there is anything to tell a person of such an announcement about themself. */
export const tellsOneself = (topic: string): boolean => topic in TELLING

/** What the legacy websocket tells a person of themself: that their record has changed, or that they have moved. */
export function ownFrames(topic: string, own: OwnUser, now: Date): Frame[] {
  const telling = TELLING[topic]
  return telling ? [telling(own, now)] : []
}

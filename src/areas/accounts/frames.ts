import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { FrameOptions } from '../../edges/pipeline/frames.ts'
import type { CurrentUserRecord } from './account/currentUser.ts'
import { ownRecordChanged, userChanged, whereaboutsChanged } from './events.ts'
import { currentUserWire } from './wire.ts'

/** Fields that other frames report: clients would take them for changes. */
const OMITTED_FIELDS: ReadonlySet<string> = new Set([
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

const userUpdateWire = (options: FrameOptions, own: CurrentUserRecord) =>
  Object.fromEntries(Object.entries(currentUserWire(options, own)).filter(([name]) => !OMITTED_FIELDS.has(name)))

const userUpdateFrame = (options: FrameOptions, own: CurrentUserRecord): Frame => ({
  type: 'user-update',
  content: { userId: own.id, user: userUpdateWire(options, own) },
})

const userLocationFrame = (options: FrameOptions, own: CurrentUserRecord): Frame => ({
  type: 'user-location',
  content: {
    userId: own.id,
    user: userUpdateWire(options, own),
    location: own.occupies?.location ?? 'offline',
    instance: own.occupies?.instance.instanceId ?? 'offline',
    worldId: own.occupies?.instance.worldId ?? 'offline',
    travelingToLocation: '',
  },
})

/** Legacy websocket frames about the person's own record and location. */
export const currentUserFrames = [
  [userChanged, userUpdateFrame],
  [ownRecordChanged, userUpdateFrame],
  [whereaboutsChanged, userLocationFrame],
] as const

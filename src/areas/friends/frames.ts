import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import type { FriendChange } from '../../edges/pipeline/frames.ts'
import { byEventType } from '../../kernel/events.ts'
import type { UrlOptions } from '../../kernel/ownUrls.ts'
import { type PresenceStatus, presenceChanged } from '../../kernel/presence.ts'
import { appearanceChanged, userChanged, whereaboutsChanged } from '../accounts/events.ts'
import type { UserForViewer } from '../users/users.ts'
import { userWire } from '../users/wire.ts'
import { friendshipCreated, friendshipEnded, friendshipResumed, friendshipSuspended } from './events.ts'

/** User record without the fields that depend on the viewer. */
function friendUserWire(options: UrlOptions, friend: UserForViewer) {
  const { note: _note, friendKey: _key, ...user } = userWire(options, friend)
  return user
}

const locationFields = (
  { whereabouts }: UserForViewer,
  { location, travelingToLocation, worldId }: ReturnType<typeof friendUserWire>,
) => ({ location, travelingToLocation, worldId, canRequestInvite: whereabouts.canRequestInvite })

type FriendFrameBuilder = (friend: UserForViewer, options: UrlOptions) => Frame

const PRESENCE_FRAMES: Readonly<Record<PresenceStatus, FriendFrameBuilder>> = {
  online: (friend, options) => {
    const user = friendUserWire(options, friend)
    const { id: userId } = friend
    return {
      type: 'friend-online',
      content: { userId, platform: user.platform, ...locationFields(friend, user), user },
    }
  },
  // Clients read the id from either spelling.
  active: (friend, options) => {
    const { id } = friend
    return {
      type: 'friend-active',
      content: { userId: id, userid: id, platform: 'web', user: friendUserWire(options, friend) },
    }
  },
  offline: ({ id }) => ({ type: 'friend-offline', content: { userId: id, platform: '' } }),
}

const updateFrame: FriendFrameBuilder = (friend, options) => ({
  type: 'friend-update',
  content: { userId: friend.id, user: friendUserWire(options, friend) },
})

const presenceFrame: FriendFrameBuilder = (friend, options) => PRESENCE_FRAMES[friend.standing](friend, options)

/** Clients treat a friend with a location as online, so a friend without one gets a presence frame. */
const locationFrame: FriendFrameBuilder = (friend, options) => {
  if (friend.whereabouts.location === 'offline') return presenceFrame(friend, options)
  const user = friendUserWire(options, friend)
  return { type: 'friend-location', content: { userId: friend.id, ...locationFields(friend, user), user } }
}

const frameBuilderOf = byEventType<FriendFrameBuilder>([
  [
    friendshipCreated,
    (friend, options) => ({
      type: 'friend-add',
      content: { userId: friend.id, user: friendUserWire(options, friend) },
    }),
  ],
  // Changes of the profile were not sent while one of the two blocked the other.
  [
    friendshipResumed,
    (friend, options) => (friend.standing === 'offline' ? updateFrame : presenceFrame)(friend, options),
  ],
  [friendshipSuspended, PRESENCE_FRAMES.offline],
  [userChanged, updateFrame],
  [presenceChanged, presenceFrame],
  [appearanceChanged, presenceFrame],
  [whereaboutsChanged, locationFrame],
])

/** Legacy websocket frames of an event about a friend, equal for all friends. For an erased person: only that it ended. */
export function friendFrames(options: UrlOptions, { domainEvent, friendId, friend }: FriendChange): Frame[] {
  if (friendshipEnded.is(domainEvent)) return [{ type: 'friend-delete', content: { userId: friendId } }]
  const buildFrame = frameBuilderOf(domainEvent)
  return friend && buildFrame ? [buildFrame(friend, options)] : []
}

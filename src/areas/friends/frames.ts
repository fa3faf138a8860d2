import type { Frame } from '../../contract/shapes/pipelineFrame.ts'
import { byEventType, type DomainEvent } from '../../kernel/events.ts'
import { type PresenceStatus, presenceChanged } from '../../kernel/presence.ts'
import { appearanceChanged, userChanged, whereaboutsChanged } from '../accounts/events.ts'
import type { UserForViewer } from '../users/users.ts'
import { userWire } from '../users/wire.ts'
import { friendshipCreated, friendshipEnded, friendshipResumed, friendshipSuspended } from './events.ts'

/** User record without the fields that depend on the viewer. */
function friendUserWire(friend: UserForViewer) {
  const { note: _note, friendKey: _key, ...user } = userWire(friend)
  return user
}

const locationFields = (
  { whereabouts }: UserForViewer,
  { location, travelingToLocation, worldId }: ReturnType<typeof friendUserWire>,
) => ({ location, travelingToLocation, worldId, canRequestInvite: whereabouts.canRequestInvite })

type FriendFrameBuilder = (friend: UserForViewer) => Frame

const PRESENCE_FRAMES: Readonly<Record<PresenceStatus, FriendFrameBuilder>> = {
  online: (friend) => {
    const user = friendUserWire(friend)
    const { id: userId } = friend
    return {
      type: 'friend-online',
      content: { userId, platform: user.platform, ...locationFields(friend, user), user },
    }
  },
  // Clients read the id from either spelling.
  active: (friend) => {
    const { id } = friend
    return { type: 'friend-active', content: { userId: id, userid: id, platform: 'web', user: friendUserWire(friend) } }
  },
  offline: ({ id }) => ({ type: 'friend-offline', content: { userId: id, platform: '' } }),
}

const updateFrame: FriendFrameBuilder = (friend) => ({
  type: 'friend-update',
  content: { userId: friend.id, user: friendUserWire(friend) },
})

const presenceFrame: FriendFrameBuilder = (friend) => PRESENCE_FRAMES[friend.standing](friend)

/** Clients treat a friend with a location as online, so a friend without one gets a presence frame. */
const locationFrame: FriendFrameBuilder = (friend) => {
  if (friend.whereabouts.location === 'offline') return presenceFrame(friend)
  const user = friendUserWire(friend)
  return { type: 'friend-location', content: { userId: friend.id, ...locationFields(friend, user), user } }
}

const frameBuilderOf = byEventType<FriendFrameBuilder>([
  [
    friendshipCreated,
    (friend) => ({ type: 'friend-add', content: { userId: friend.id, user: friendUserWire(friend) } }),
  ],
  // Changes of the profile were not sent while one of the two blocked the other.
  [friendshipResumed, (friend) => (friend.standing === 'offline' ? updateFrame : presenceFrame)(friend)],
  [friendshipSuspended, PRESENCE_FRAMES.offline],
  [userChanged, updateFrame],
  [presenceChanged, presenceFrame],
  [appearanceChanged, presenceFrame],
  [whereaboutsChanged, locationFrame],
])

/** Legacy websocket frames of an event about a friend, equal for all friends. For an erased person: only that it ended. */
export function friendFrames(domainEvent: DomainEvent, friendId: string, friend: UserForViewer | null): Frame[] {
  if (friendshipEnded.is(domainEvent)) return [{ type: 'friend-delete', content: { userId: friendId } }]
  const buildFrame = frameBuilderOf(domainEvent)
  return friend && buildFrame ? [buildFrame(friend)] : []
}

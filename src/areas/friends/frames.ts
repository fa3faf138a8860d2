import type { Frame } from '../../contract/shapes/frame.ts'
import type { Announcement } from '../../kernel/events.ts'
import type { Standing } from '../../kernel/presence.ts'
import type { SeenUser } from '../users/users.ts'
import { userWire } from '../users/wire.ts'

/** Without what is between the friend and one person alone. */
function friendUserWire(friend: SeenUser) {
  const { note: _note, friendKey: _key, ...user } = userWire(friend)
  return user
}

const placeOf = (
  { whereabouts }: SeenUser,
  { location, travelingToLocation, worldId }: ReturnType<typeof friendUserWire>,
) => ({ location, travelingToLocation, worldId, canRequestInvite: whereabouts.canRequestInvite })

type Telling = (friend: SeenUser) => Frame

const STANDING: Readonly<Record<Standing, Telling>> = {
  online: (friend) => {
    const user = friendUserWire(friend)
    const { id: userId } = friend
    return { type: 'friend-online', content: { userId, platform: user.platform, ...placeOf(friend, user), user } }
  },
  // Some clients spell the id so, some so.
  active: (friend) => {
    const { id } = friend
    return { type: 'friend-active', content: { userId: id, userid: id, platform: 'web', user: friendUserWire(friend) } }
  },
  offline: ({ id }) => ({ type: 'friend-offline', content: { userId: id, platform: '' } }),
}

const updated: Telling = (friend) => ({
  type: 'friend-update',
  content: { userId: friend.id, user: friendUserWire(friend) },
})

const appeared: Telling = (friend) => STANDING[friend.standing](friend)

/** Clients take whoever moves for online: who is nowhere, or only on the web, is told of as such. */
const moved: Telling = (friend) => {
  if (friend.whereabouts.location === 'offline') return appeared(friend)
  const user = friendUserWire(friend)
  return { type: 'friend-location', content: { userId: friend.id, ...placeOf(friend, user), user } }
}

const TELLING: Readonly<Record<string, Telling>> = {
  'friendship.created': (friend) => ({
    type: 'friend-add',
    content: { userId: friend.id, user: friendUserWire(friend) },
  }),
  // Whoever is told by this has heard nothing of the friend meanwhile, nor of changes of the profile.
  'friendship.resumed': (friend) => (friend.standing === 'offline' ? updated : appeared)(friend),
  'friendship.rested': STANDING.offline,
  'user.changed': updated,
  'presence.changed': appeared,
  'appearance.changed': appeared,
  'whereabouts.changed': moved,
}

/**
 * What the legacy websocket tells of an announcement about a friend: the same to every friend. Of somebody who was
 * erased it tells nothing but that the friendship has ended.
 */
export function friendFrames({ topic }: Announcement, friendId: string, friend: SeenUser | null): Frame[] {
  if (topic === 'friendship.ended') return [{ type: 'friend-delete', content: { userId: friendId } }]
  const telling = TELLING[topic]
  return friend && telling ? [telling(friend)] : []
}

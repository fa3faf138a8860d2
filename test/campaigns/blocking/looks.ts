import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { aGraph } from '../../support/graph.ts'
import type { Person } from '../../support/people.ts'
import type { Field } from './field.ts'
import { areClose, areFriends, isBlocked, requestFrom, way } from './model.ts'

/** How another person looks, at either door. */
interface Other {
  readonly isFriend: boolean
  readonly request: string
  readonly standing: string
  readonly location: string
  readonly isFound: boolean
  /** Friends whom the viewer and the person have in common. */
  readonly mutual: readonly string[]
}

/** What a door shows a person of all others. Lists in the order of their words. */
interface Seen {
  readonly others: Readonly<Record<string, Other>>
  readonly online: readonly string[]
  readonly offline: readonly string[]
  /** The type and sender of each. */
  readonly notifications: readonly string[]
  readonly blocks: readonly string[]
  readonly marks: readonly string[]
}

const sorted = (words: Iterable<string>) => [...words].sort()

/** What the viewer has to be shown. */
function dueTo({ model, people, witness }: Field, { id }: Person): Seen {
  const others = people.filter((person) => person.id !== id).map((person) => person.id)
  const everybody = [...others, witness.id]
  const isClose = (one: string, other: string) => [one, other].includes(witness.id) || areClose(model, one, other)
  const sharedWith = (other: string) =>
    isBlocked(model, id, other)
      ? []
      : everybody.filter((one) => one !== other && isClose(id, one) && isClose(other, one))
  const placeOf = (other: string) => (isClose(id, other) ? (model.places.get(other) ?? 'private') : 'offline')
  const requestOf = (other: string) => {
    if (requestFrom(model, id, other)) return 'outgoing'
    return requestFrom(model, other, id) ? 'incoming' : ''
  }
  const shown = (other: string): Other => ({
    isFriend: other === witness.id || areFriends(model, id, other),
    request: requestOf(other),
    standing: isClose(id, other) ? 'online' : 'offline',
    location: placeOf(other),
    isFound: !isBlocked(model, id, other),
    mutual: sorted(sharedWith(other)),
  })
  const friends = everybody.filter((other) => shown(other).isFriend)
  return {
    others: Object.fromEntries(everybody.map((other) => [other, shown(other)])),
    online: sorted(friends.filter((other) => isClose(id, other))),
    offline: sorted(friends.filter((other) => !isClose(id, other))),
    notifications: sorted([...model.sent].filter(({ to }) => to === id).map(({ type, from }) => `${type} ${from}`)),
    blocks: sorted(others.filter((other) => model.blocks.has(way(id, other)))),
    marks: sorted(others.filter((other) => model.marks.has(way(id, other)))),
  }
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

async function byRest({ people, witness }: Field, { id, api }: Person): Promise<Seen> {
  const everybody = [...people.filter((person) => person.id !== id), witness]
  const look = async ({ id: userId, username }: Person): Promise<readonly [string, Other]> => {
    const user = await api.call('getUser', { userId })
    const found = await api.call('searchUsers', { query: { search: username } })
    const mutual = ids(await api.call('getMutualFriends', { userId }))
    const { friends } = await api.call('getMutuals', { userId })
    const shown = {
      isFriend: user.isFriend,
      request: user.friendRequestStatus ?? '',
      standing: user.state,
      location: user.location ?? '',
      isFound: found.length > 0,
      mutual: sorted(friends === mutual.length ? mutual : [`${friends} are counted`, ...mutual]),
    }
    return [userId, shown]
  }
  const listed = async (offline: 'true' | 'false') =>
    sorted(ids(await api.call('getFriends', { query: { offline, n: '100' } })))
  const own = await api.call('getCurrentUser')
  const [online, offline] = [await listed('false'), await listed('true')]
  const { onlineFriends = [], offlineFriends = [] } = 'id' in own ? own : {}
  return {
    others: Object.fromEntries(await Promise.all(everybody.map(look))),
    online: isDeepStrictEqual(sorted(onlineFriends), online) ? online : ['told otherwise', ...onlineFriends],
    offline: isDeepStrictEqual(sorted(offlineFriends), offline) ? offline : ['told otherwise', ...offlineFriends],
    notifications: sorted(
      (await api.call('getNotifications', { query: { n: '100' } })).map((one) => `${one.type} ${one.senderUserId}`),
    ),
    blocks: sorted((await api.call('getPlayerModerations')).map(({ targetUserId }) => targetUserId)),
    marks: sorted((await api.call('getFavorites', { query: { type: 'friend' } })).map(({ favoriteId }) => favoriteId)),
  }
}

const QUERY = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on User { id isFriend friendRequestStatus standing location mutualFriends { totalCount nodes { id } } }
  }
  viewer {
    online: friends(standings: [ONLINE]) { nodes { id } }
    offline: friends(standings: [OFFLINE]) { nodes { id } }
    notifications(first: 100) { nodes { type sender { id } } }
    playerModerations(type: BLOCK) { nodes { targetUser { id } } }
    favorites(type: FRIEND) { nodes { favoriteId } }
  }
  %s
}`

const Ids = z.object({ nodes: z.array(z.object({ id: z.string() })) })
const User = z.object({
  id: z.string(),
  isFriend: z.boolean(),
  friendRequestStatus: z.string().nullable(),
  standing: z.string(),
  location: z.string(),
  mutualFriends: Ids.extend({ totalCount: z.int() }),
})
const Viewer = z.object({
  online: Ids,
  offline: Ids,
  notifications: z.object({ nodes: z.array(z.object({ type: z.string(), sender: z.object({ id: z.string() }) })) }),
  playerModerations: z.object({ nodes: z.array(z.object({ targetUser: z.object({ id: z.string() }) })) }),
  favorites: z.object({ nodes: z.array(z.object({ favoriteId: z.string() })) }),
})
const Answer = z.object({ nodes: z.array(User), viewer: Viewer }).catchall(Ids)

async function byGraph({ app, people, witness }: Field, { id, api }: Person): Promise<Seen> {
  const everybody = [...people.filter((person) => person.id !== id), witness]
  const searches = everybody.map(({ username }, at) => `found${at}: users(search: "${username}") { nodes { id } }`)
  const query = QUERY.replace('%s', searches.join(' '))
  const { data } = await aGraph(app, api).send(query, { ids: ids(everybody) })
  const { nodes, viewer, ...found } = Answer.parse(data)
  const shown = (user: z.output<typeof User>, at: number): readonly [string, Other] => {
    const mutual = ids(user.mutualFriends.nodes)
    const { totalCount } = user.mutualFriends
    const one = {
      isFriend: user.isFriend,
      request: user.friendRequestStatus?.toLowerCase() ?? '',
      standing: user.standing.toLowerCase(),
      location: user.location,
      isFound: (found[`found${at}`]?.nodes.length ?? 0) > 0,
      mutual: sorted(totalCount === mutual.length ? mutual : [`${totalCount} are counted`, ...mutual]),
    }
    return [user.id, one]
  }
  return {
    others: Object.fromEntries(nodes.map(shown)),
    online: sorted(ids(viewer.online.nodes)),
    offline: sorted(ids(viewer.offline.nodes)),
    notifications: sorted(viewer.notifications.nodes.map(({ type, sender }) => `${type} ${sender.id}`)),
    blocks: sorted(viewer.playerModerations.nodes.map(({ targetUser }) => targetUser.id)),
    marks: sorted(viewer.favorites.nodes.map(({ favoriteId }) => favoriteId)),
  }
}

export const DOORS = { REST: byRest, GraphQL: byGraph } as const
export type Door = keyof typeof DOORS

/** Looks by one door whether a person is shown what is to be shown, and nothing else. */
export async function look(field: Field, viewer: Person, door: Door): Promise<void> {
  const [due, seen] = [dueTo(field, viewer), await DOORS[door](field, viewer)]
  if (isDeepStrictEqual(seen, due)) return
  field.breaches.push(`${door} shows ${viewer.id}\n    ${JSON.stringify(seen)}\n  not ${JSON.stringify(due)}`)
}

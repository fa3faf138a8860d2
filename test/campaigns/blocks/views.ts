import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { aGraphClient } from '../../support/graphClient.ts'
import type { TestUser } from '../../support/users.ts'
import { areFriends, areUnblockedFriends, directionKey, isBlocked, requestFrom, restTypeOf } from './model.ts'
import type { CampaignState } from './state.ts'

/** Another user, as REST or GraphQL shows them to the viewer. */
interface OtherUserView {
  readonly isFriend: boolean
  readonly request: string
  readonly standing: string
  readonly location: string
  readonly isFound: boolean
  /** Ids of the mutual friends. */
  readonly mutual: readonly string[]
}

/** Everything an API shows a viewer of the other users. All lists are sorted. */
interface ViewOfOthers {
  readonly others: Readonly<Record<string, OtherUserView>>
  readonly online: readonly string[]
  readonly offline: readonly string[]
  /** `type senderId` of each notification. */
  readonly notifications: readonly string[]
  readonly blocks: readonly string[]
  readonly favorites: readonly string[]
}

const sorted = (words: Iterable<string>) => [...words].sort()

/** What the viewer must see, by the model. */
function expectedViewOf({ model, people, witness }: CampaignState, { id }: TestUser): ViewOfOthers {
  const others = people.filter((person) => person.id !== id).map((person) => person.id)
  const everybody = [...others, witness.id]
  const areClose = (one: string, other: string) =>
    [one, other].includes(witness.id) || areUnblockedFriends(model, one, other)
  const sharedWith = (other: string) =>
    isBlocked(model, id, other)
      ? []
      : everybody.filter((one) => one !== other && areClose(id, one) && areClose(other, one))
  const locationOf = (other: string) => (areClose(id, other) ? (model.locations.get(other) ?? 'private') : 'offline')
  const requestOf = (other: string) => {
    if (requestFrom(model, id, other)) return 'outgoing'
    return requestFrom(model, other, id) ? 'incoming' : ''
  }
  const view = (other: string): OtherUserView => ({
    isFriend: other === witness.id || areFriends(model, id, other),
    request: requestOf(other),
    standing: areClose(id, other) ? 'online' : 'offline',
    location: locationOf(other),
    isFound: !isBlocked(model, id, other),
    mutual: sorted(sharedWith(other)),
  })
  const friends = everybody.filter((other) => view(other).isFriend)
  return {
    others: Object.fromEntries(everybody.map((other) => [other, view(other)])),
    online: sorted(friends.filter((other) => areClose(id, other))),
    offline: sorted(friends.filter((other) => !areClose(id, other))),
    notifications: sorted([...model.sent].filter(({ to }) => to === id).map(({ type, from }) => `${type} ${from}`)),
    blocks: sorted(others.filter((other) => model.blocks.has(directionKey(id, other)))),
    favorites: sorted(others.filter((other) => model.favorites.has(directionKey(id, other)))),
  }
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

async function viewByRest({ people, witness }: CampaignState, { id, api }: TestUser): Promise<ViewOfOthers> {
  const everybody = [...people.filter((person) => person.id !== id), witness]
  const viewUser = async ({ id: userId, username }: TestUser): Promise<readonly [string, OtherUserView]> => {
    const user = await api.call('getUser', { userId })
    const found = await api.call('searchUsers', { query: { search: username } })
    const mutual = ids(await api.call('getMutualFriends', { userId }))
    const { friends } = await api.call('getMutuals', { userId })
    const view = {
      isFriend: user.isFriend,
      request: user.friendRequestStatus ?? '',
      standing: user.state,
      location: user.location ?? '',
      isFound: found.length > 0,
      mutual: sorted(friends === mutual.length ? mutual : [`${friends} in total`, ...mutual]),
    }
    return [userId, view]
  }
  const listed = async (offline: 'true' | 'false') =>
    sorted(ids(await api.call('getFriends', { query: { offline, n: '100' } })))
  const own = await api.call('getCurrentUser')
  const [online, offline] = [await listed('false'), await listed('true')]
  const { onlineFriends = [], offlineFriends = [] } = 'id' in own ? own : {}
  return {
    others: Object.fromEntries(await Promise.all(everybody.map(viewUser))),
    online: isDeepStrictEqual(sorted(onlineFriends), online) ? online : ['not as in getFriends', ...onlineFriends],
    offline: isDeepStrictEqual(sorted(offlineFriends), offline) ? offline : ['not as in getFriends', ...offlineFriends],
    notifications: sorted(
      (await api.call('getNotifications', { query: { n: '100' } })).map((one) => `${one.type} ${one.senderUserId}`),
    ),
    blocks: sorted((await api.call('getPlayerModerations')).map(({ targetUserId }) => targetUserId)),
    favorites: sorted(
      (await api.call('getFavorites', { query: { type: 'friend' } })).map(({ favoriteId }) => favoriteId),
    ),
  }
}

const QUERY = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on User { id isFriend friendRequestStatus standing whereabouts { kind instanceId } mutualFriends { totalCount nodes { id } } }
  }
  viewer {
    online: friends(filter: { standings: [ONLINE] }) { nodes { id } }
    offline: friends(filter: { standings: [OFFLINE] }) { nodes { id } }
    notifications(first: 100) { nodes { type sender { id } } }
    playerModerations(filter: { types: [BLOCK] }) { nodes { user { id } } }
    favorites(filter: { type: FRIEND }) { nodes { targetId } }
  }
  %s
}`

const Ids = z.object({ nodes: z.array(z.object({ id: z.string() })) })
const User = z.object({
  id: z.string(),
  isFriend: z.boolean(),
  friendRequestStatus: z.string().nullable(),
  standing: z.string(),
  whereabouts: z.object({ kind: z.string(), instanceId: z.string().nullable() }),
  mutualFriends: Ids.extend({ totalCount: z.int() }),
})
const Viewer = z.object({
  online: Ids,
  offline: Ids,
  notifications: z.object({ nodes: z.array(z.object({ type: z.string(), sender: z.object({ id: z.string() }) })) }),
  playerModerations: z.object({ nodes: z.array(z.object({ user: z.object({ id: z.string() }) })) }),
  favorites: z.object({ nodes: z.array(z.object({ targetId: z.string() })) }),
})
const Answer = z.object({ nodes: z.array(User), viewer: Viewer }).catchall(Ids)

async function viewByGraph({ app, people, witness }: CampaignState, { id, api }: TestUser): Promise<ViewOfOthers> {
  const everybody = [...people.filter((person) => person.id !== id), witness]
  const searches = everybody.map(
    ({ username }, at) => `found${at}: users(filter: { search: "${username}" }) { nodes { id } }`,
  )
  const query = QUERY.replace('%s', searches.join(' '))
  const { data } = await aGraphClient(app, api).send(query, { ids: ids(everybody) })
  const { nodes, viewer, ...found } = Answer.parse(data)
  const view = (user: z.output<typeof User>, at: number): readonly [string, OtherUserView] => {
    const mutual = ids(user.mutualFriends.nodes)
    const { totalCount } = user.mutualFriends
    const one = {
      isFriend: user.isFriend,
      request: user.friendRequestStatus?.toLowerCase() ?? '',
      standing: user.standing.toLowerCase(),
      location: user.whereabouts.instanceId ?? user.whereabouts.kind.toLowerCase(),
      isFound: (found[`found${at}`]?.nodes.length ?? 0) > 0,
      mutual: sorted(totalCount === mutual.length ? mutual : [`${totalCount} in total`, ...mutual]),
    }
    return [user.id, one]
  }
  return {
    others: Object.fromEntries(nodes.map(view)),
    online: sorted(ids(viewer.online.nodes)),
    offline: sorted(ids(viewer.offline.nodes)),
    notifications: sorted(viewer.notifications.nodes.map(({ type, sender }) => `${restTypeOf(type)} ${sender.id}`)),
    blocks: sorted(viewer.playerModerations.nodes.map(({ user }) => user.id)),
    favorites: sorted(viewer.favorites.nodes.map(({ targetId }) => targetId)),
  }
}

export const API_NAMES = ['REST', 'GraphQL'] as const
type ApiName = (typeof API_NAMES)[number]
const VIEWS = { REST: viewByRest, GraphQL: viewByGraph } as const

/** Checks by one API that the viewer sees exactly what the model expects. */
export async function checkViews(state: CampaignState, viewer: TestUser, api: ApiName): Promise<void> {
  const [expected, actual] = [expectedViewOf(state, viewer), await VIEWS[api](state, viewer)]
  if (isDeepStrictEqual(actual, expected)) return
  state.breaches.push(`${api} shows ${viewer.id}\n    ${JSON.stringify(actual)}\n  not ${JSON.stringify(expected)}`)
}

import { z } from 'zod'
import { type CampaignUser, sendGraph, sendRest } from '../support/users.ts'

export interface FriendshipFindings {
  /** The violations found. */
  readonly breaches: readonly string[]
  readonly friendships: number
  readonly requests: number
}

/** Checks the relation of each pair of users, from both sides and by both APIs. */
export async function inspectFriendships(origin: string, people: readonly CampaignUser[]): Promise<FriendshipFindings> {
  const views = new Map<string, FriendshipView>()
  for (const person of people) views.set(person.id, await viewOf(origin, person, people))
  const ids = people.map(({ id }) => id)
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other] as const))
  const relations = [...views.values()].flatMap((view) => [...view.relations.values()])
  return {
    breaches: [
      ...pairs.flatMap(([one, other]) => breachesOf(views, one, other)),
      ...[...views.values()].flatMap((view) => view.differences),
    ],
    friendships: relations.filter((relation) => relation.startsWith('friend')).length / 2,
    requests: relations.filter((relation) => relation === 'incoming').length,
  }
}

/** Allowed relations of two users who are no friends: as the first sees the second, and as the second sees the first. */
const CONSISTENT_VIEWS = new Set(['none none', 'incoming outgoing', 'outgoing incoming'])

function breachesOf(views: ReadonlyMap<string, FriendshipView>, one: string, other: string): string[] {
  const [there = '', back = ''] = [views.get(one)?.relations.get(other), views.get(other)?.relations.get(one)]
  const areFriends = there.startsWith('friend ') && there === back
  return areFriends || CONSISTENT_VIEWS.has(`${there} ${back}`)
    ? []
    : [`${one} and ${other}: "${there}", but "${back}"`]
}

interface FriendshipView {
  /** By the id of the other user: `none`, `incoming`, `outgoing`, or `friend` with the friend key. */
  readonly relations: ReadonlyMap<string, string>
  /** Where two APIs, or two operations of one API, show different relations. */
  readonly differences: readonly string[]
}

const Ids = z.array(z.object({ id: z.string() }))
const Status = z.object({ isFriend: z.boolean(), incomingRequest: z.boolean(), outgoingRequest: z.boolean() })
const Shown = z.object({ isFriend: z.boolean(), friendKey: z.string(), friendRequestStatus: z.string() })
const Node = z.object({ id: z.string(), isFriend: z.boolean(), friendRequestStatus: z.string().nullable() })
const Graph = z.object({
  data: z.object({ nodes: z.array(Node), viewer: z.object({ friends: z.object({ nodes: Ids }) }) }),
})

const QUERY = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { id ... on User { isFriend friendRequestStatus } }
  viewer { friends(first: 100) { nodes { id } } }
}`

async function viewOf(origin: string, person: CampaignUser, people: readonly CampaignUser[]): Promise<FriendshipView> {
  const get = async (path: string) => (await sendRest(origin, person, 'GET', path)).body
  const ids = people.map(({ id }) => id).filter((id) => id !== person.id)
  const { nodes, viewer } = Graph.parse(await sendGraph(origin, person, QUERY, { ids })).data
  const lists = [await get('/auth/user/friends?n=100'), await get('/auth/user/friends?n=100&offline=true')]
  const listed = lists.flatMap((list) => Ids.parse(list)).map(({ id }) => id)
  const friends = viewer.friends.nodes.map(({ id }) => id)
  const relations = new Map<string, string>()
  const differences: string[] = []
  for (const id of ids) {
    const status = statusWord(Status.parse(await get(`/user/${id}/friendStatus`)))
    const shown = Shown.parse(await get(`/users/${id}`))
    const reported = [status, relationWord(shown), ...nodes.filter((node) => node.id === id).map(relationWord)]
    const isFriend = status.startsWith('friend')
    const isListed = listed.includes(id) === isFriend && friends.includes(id) === isFriend
    if (new Set(reported).size > 1 || reported.length < 3 || !isListed)
      differences.push(`${person.id} of ${id}: ${reported.join(', ')}`)
    relations.set(id, status === 'friend' ? `friend ${shown.friendKey}` : status)
  }
  return { relations, differences }
}

const statusWord = ({ isFriend, incomingRequest, outgoingRequest }: z.output<typeof Status>) =>
  joinWords([isFriend && 'friend', incomingRequest && 'incoming', outgoingRequest && 'outgoing'])

const relationWord = ({
  isFriend,
  friendRequestStatus,
}: Pick<z.output<typeof Node>, 'isFriend' | 'friendRequestStatus'>) =>
  joinWords([isFriend && 'friend', friendRequestStatus?.toLowerCase()])

/** A friendship with a pending request yields both words. */
const joinWords = (words: readonly (string | false | undefined)[]) =>
  words.filter((word) => word !== false && word !== undefined && word !== '').join('+') || 'none'

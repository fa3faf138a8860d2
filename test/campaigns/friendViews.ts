import { z } from 'zod'
import { ask, type Somebody, send } from './people.ts'

export interface Standing {
  /** What must not be. */
  readonly breaches: readonly string[]
  readonly friendships: number
  readonly requests: number
}

/** Looks what these people are to each other: by each pair from both sides, and at both doors. */
export async function inspect(origin: string, people: readonly Somebody[]): Promise<Standing> {
  const views = new Map<string, View>()
  for (const person of people) views.set(person.id, await viewOf(origin, person, people))
  const ids = people.map(({ id }) => id)
  const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => [one, other] as const))
  const relations = [...views.values()].flatMap(({ to }) => [...to.values()])
  return {
    breaches: [
      ...pairs.flatMap(([one, other]) => breachesOf(views, one, other)),
      ...[...views.values()].flatMap(({ doors }) => doors),
    ],
    friendships: relations.filter((relation) => relation.startsWith('friend')).length / 2,
    requests: relations.filter((relation) => relation === 'incoming').length,
  }
}

/** What one of the two is to the other, and the other to the one. */
const SOUND = new Set(['none none', 'incoming outgoing', 'outgoing incoming'])

function breachesOf(views: ReadonlyMap<string, View>, one: string, other: string): string[] {
  const [there = '', back = ''] = [views.get(one)?.to.get(other), views.get(other)?.to.get(one)]
  const areFriends = there.startsWith('friend ') && there === back
  return areFriends || SOUND.has(`${there} ${back}`) ? [] : [`${one} and ${other}: "${there}", but "${back}"`]
}

interface View {
  /** By the other's id: `none`, `incoming`, `outgoing`, or `friend` with their key. */
  readonly to: ReadonlyMap<string, string>
  /** Where the doors, or two operations of one door, tell different things. */
  readonly doors: readonly string[]
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

async function viewOf(origin: string, person: Somebody, people: readonly Somebody[]): Promise<View> {
  const get = async (path: string) => (await send(origin, person, 'GET', path)).body
  const ids = people.map(({ id }) => id).filter((id) => id !== person.id)
  const { nodes, viewer } = Graph.parse(await ask(origin, person, QUERY, { ids })).data
  const lists = [await get('/auth/user/friends?n=100'), await get('/auth/user/friends?n=100&offline=true')]
  const listed = lists.flatMap((list) => Ids.parse(list)).map(({ id }) => id)
  const friends = viewer.friends.nodes.map(({ id }) => id)
  const to = new Map<string, string>()
  const doors: string[] = []
  for (const id of ids) {
    const status = statusWord(Status.parse(await get(`/user/${id}/friendStatus`)))
    const shown = Shown.parse(await get(`/users/${id}`))
    const told = [status, relationWord(shown), ...nodes.filter((node) => node.id === id).map(relationWord)]
    const isFriend = status.startsWith('friend')
    const isListed = listed.includes(id) === isFriend && friends.includes(id) === isFriend
    if (new Set(told).size > 1 || told.length < 3 || !isListed) doors.push(`${person.id} of ${id}: ${told.join(', ')}`)
    to.set(id, status === 'friend' ? `friend ${shown.friendKey}` : status)
  }
  return { to, doors }
}

const statusWord = ({ isFriend, incomingRequest, outgoingRequest }: z.output<typeof Status>) =>
  joined([isFriend && 'friend', incomingRequest && 'incoming', outgoingRequest && 'outgoing'])

const relationWord = ({
  isFriend,
  friendRequestStatus,
}: Pick<z.output<typeof Node>, 'isFriend' | 'friendRequestStatus'>) =>
  joined([isFriend && 'friend', friendRequestStatus?.toLowerCase()])

/** A request beside a friendship is told as both. */
const joined = (words: readonly (string | false | undefined)[]) =>
  words.filter((word) => word !== false && word !== undefined && word !== '').join('+') || 'none'

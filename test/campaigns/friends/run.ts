import { z } from 'zod'
import { pick, seededRandom } from '../support/random.ts'
import { type CampaignUser, registerUsers, sendRest } from '../support/users.ts'
import { inspectFriendships } from './views.ts'

export interface FriendsPlan {
  readonly seed: number
  readonly steps: number
  readonly people: number
  /** How many steps run concurrently. */
  readonly connections: number
}

export interface FriendsOutcome {
  /** How often each act was answered with each status, as `friend 200`. */
  readonly answers: ReadonlyMap<string, number>
  /** The violations found. */
  readonly breaches: readonly string[]
  /** Friendships and requests that exist at the end. */
  readonly friendships: number
  readonly requests: number
}

interface CampaignState {
  readonly origin: string
  readonly people: readonly CampaignUser[]
  readonly random: () => number
  readonly answers: Map<string, number>
  /** Ids of all friend requests ever listed, so that late and repeated answers are tried too. */
  readonly seen: string[]
}

/**
 * Runs random steps in which users send, accept, decline and cancel friend requests and end friendships, then checks
 * that the result is consistent. `tamper` is called with the users' ids before the check and may change the data.
 */
export async function runFriendsCampaign(
  origin: string,
  { seed, steps, people, connections }: FriendsPlan,
  tamper: (ids: readonly string[]) => Promise<void> = async () => {},
): Promise<FriendsOutcome> {
  const state: CampaignState = {
    origin,
    people: await registerUsers(origin, people),
    random: seededRandom(seed),
    answers: new Map(),
    seen: [],
  }
  let left = steps
  const work = async () => {
    while (left-- > 0) await takeStep(state)
  }
  await Promise.all(Array.from({ length: connections }, work))
  await tamper(state.people.map(({ id }) => id))
  const { breaches, ...remaining } = await inspectFriendships(origin, state.people)
  return { answers: state.answers, ...remaining, breaches: [...breaches, ...unexpectedAnswers(state)] }
}

const ACTS = ['friend', 'friend', 'accept', 'accept', 'decline', 'cancel', 'unfriend'] as const

async function takeStep(state: CampaignState): Promise<void> {
  const { random, people } = state
  const act = pick(random, ACTS) ?? 'friend'
  const actor = pick(random, people)
  const target = pick(
    random,
    people.filter((one) => one !== actor),
  )
  if (!actor || !target) throw new Error('there are fewer than two users')
  const [method, path] = await requestOf(state, act, actor, target)
  const { status } = await sendRest(state.origin, actor, method, path)
  const key = `${act} ${status}`
  state.answers.set(key, (state.answers.get(key) ?? 0) + 1)
}

async function requestOf(state: CampaignState, act: (typeof ACTS)[number], actor: CampaignUser, target: CampaignUser) {
  if (act === 'friend') return ['POST', `/user/${target.id}/friendRequest`] as const
  if (act === 'cancel') return ['DELETE', `/user/${target.id}/friendRequest`] as const
  if (act === 'unfriend') return ['DELETE', `/auth/user/friends/${target.id}`] as const
  const id = await pickRequest(state, actor)
  return ['PUT', `/auth/user/notifications/${id}/${act === 'accept' ? 'accept' : 'hide'}`] as const
}

const Requests = z.array(z.object({ id: z.string() }))
const UNKNOWN_REQUEST_ID = 'frq_01890000-0000-7000-8000-000000000000'

/** The id of a request that the user received, or now and then of a hidden, deleted or foreign one. */
async function pickRequest(state: CampaignState, actor: CampaignUser): Promise<string> {
  if (state.random() < 0.2) return pick(state.random, state.seen) ?? UNKNOWN_REQUEST_ID
  const hidden = state.random() < 0.3
  const list = await sendRest(
    state.origin,
    actor,
    'GET',
    `/auth/user/notifications?type=friendRequest&hidden=${hidden}`,
  )
  const ids = Requests.parse(list.body).map(({ id }) => id)
  state.seen.push(...ids)
  return pick(state.random, ids) ?? UNKNOWN_REQUEST_ID
}

const ALLOWED = [200, 400, 404]

/** Statuses that no interleaving of requests may cause. */
const unexpectedAnswers = ({ answers }: CampaignState) =>
  [...answers.keys()].filter((key) => !ALLOWED.includes(Number(key.split(' ')[1])))

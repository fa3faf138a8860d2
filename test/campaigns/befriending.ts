import { z } from 'zod'
import { inspect } from './friendViews.ts'
import { registerPeople, type Somebody, send } from './people.ts'

export interface Befriending {
  readonly seed: number
  readonly steps: number
  readonly people: number
  /** How many steps are under way at a time. */
  readonly connections: number
}

export interface Outcome {
  /** How often each act was answered with each status, as `friend 200`. */
  readonly answers: ReadonlyMap<string, number>
  /** What must not be. */
  readonly breaches: readonly string[]
  /** Friendships and requests that stand at the end. */
  readonly friendships: number
  readonly requests: number
}

interface Field {
  readonly origin: string
  readonly people: readonly Somebody[]
  readonly random: () => number
  readonly answers: Map<string, number>
  /** Every friend request that anybody has seen: late and repeated answers are part of the game. */
  readonly seen: string[]
}

/**
 * Lets strangers ask, accept, decline, take back and part at random, and then looks whether what stands is sound.
 * `meddle` may change it before, by the people's ids.
 */
export async function letBefriend(
  origin: string,
  { seed, steps, people, connections }: Befriending,
  meddle: (ids: readonly string[]) => Promise<void> = async () => {},
): Promise<Outcome> {
  const field: Field = {
    origin,
    people: await registerPeople(origin, people),
    random: randomOf(seed),
    answers: new Map(),
    seen: [],
  }
  let left = steps
  const lane = async () => {
    while (left-- > 0) await step(field)
  }
  await Promise.all(Array.from({ length: connections }, lane))
  await meddle(field.people.map(({ id }) => id))
  const { breaches, ...standing } = await inspect(origin, field.people)
  return { answers: field.answers, ...standing, breaches: [...breaches, ...refusals(field)] }
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <T>(random: () => number, list: readonly T[]) => list[Math.floor(random() * list.length)]

const ACTS = ['friend', 'friend', 'accept', 'accept', 'decline', 'cancel', 'unfriend'] as const

async function step(field: Field): Promise<void> {
  const { random, people } = field
  const act = pick(random, ACTS) ?? 'friend'
  const actor = pick(random, people)
  const target = pick(
    random,
    people.filter((one) => one !== actor),
  )
  if (!actor || !target) throw new Error('nobody is there')
  const [method, path] = await requestOf(field, act, actor, target)
  const { status } = await send(field.origin, actor, method, path)
  const key = `${act} ${status}`
  field.answers.set(key, (field.answers.get(key) ?? 0) + 1)
}

async function requestOf(field: Field, act: (typeof ACTS)[number], actor: Somebody, target: Somebody) {
  if (act === 'friend') return ['POST', `/user/${target.id}/friendRequest`] as const
  if (act === 'cancel') return ['DELETE', `/user/${target.id}/friendRequest`] as const
  if (act === 'unfriend') return ['DELETE', `/auth/user/friends/${target.id}`] as const
  const id = await aRequest(field, actor)
  return ['PUT', `/auth/user/notifications/${id}/${act === 'accept' ? 'accept' : 'hide'}`] as const
}

const Requests = z.array(z.object({ id: z.string() }))
const NONE = 'frq_01890000-0000-7000-8000-000000000000'

/** A request that the person has received, put away ones among them; now and then one that has gone, or another's. */
async function aRequest(field: Field, actor: Somebody): Promise<string> {
  if (field.random() < 0.2) return pick(field.random, field.seen) ?? NONE
  const hidden = field.random() < 0.3
  const list = await send(field.origin, actor, 'GET', `/auth/user/notifications?type=friendRequest&hidden=${hidden}`)
  const ids = Requests.parse(list.body).map(({ id }) => id)
  field.seen.push(...ids)
  return pick(field.random, ids) ?? NONE
}

const ALLOWED = [200, 400, 404]

/** Answers that nobody should get, whatever comes together. */
const refusals = ({ answers }: Field) =>
  [...answers.keys()].filter((key) => !ALLOWED.includes(Number(key.split(' ')[1])))

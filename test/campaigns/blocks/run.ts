import { userPairKey } from '../../../src/areas/users/locks.ts'
import type { TestApp } from '../../support/app.ts'
import { befriend as makeFriends } from '../../support/friends.ts'
import { aName, aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'
import { pick, seededRandom } from '../support/random.ts'
import { ACTS, type Act, expectedByBoth } from './acts.ts'
import { aListener, type Delivery, type DeliveryStream } from './listeners.ts'
import { aFriendshipModel, areFriends, areUnblockedFriends, block, directionKey, isBlocked, unblock } from './model.ts'
import { type CampaignState, type ExpectedDelivery, watchDeliveries } from './state.ts'
import { API_NAMES, checkViews } from './views.ts'

export interface BlocksPlan {
  readonly seed: number
  readonly steps: number
  /** Changes the data after the last step, before the final checks. */
  readonly tamper?: (state: CampaignState) => Promise<unknown>
}

export interface BlocksOutcome {
  /** The violations found. */
  readonly breaches: readonly string[]
  /** How often each act was answered with each status, as `friend 200`. */
  readonly answers: ReadonlyMap<string, number>
  /** The number of live messages. */
  readonly deliveries: number
}

/** The acts to choose from; repetition sets the weight of an act. */
const WEIGHTED_ACTS = [
  ...['friend', 'friend', 'friend', 'accept', 'accept', 'unfriend', 'block', 'block', 'unblock', 'unblock', 'race'],
  ...['invite', 'invite', 'requestInvite', 'requestInvite', 'respond', 'respond', 'respond', 'favorite', 'unfavorite'],
  ...['boop', 'boop', 'profile', 'profile', 'move', 'move'],
] as const

/** Acts that are sent concurrently with a block. */
const RACING_ACTS = ['friend', 'invite', 'requestInvite', 'favorite', 'boop', 'profile', 'move'] as const

/**
 * Runs random acts of three users who befriend, block and write to each other. Checks on every API that a block hides
 * what it must as soon as it is answered, and hides nothing else.
 */
export async function runBlocksCampaign(app: TestApp, { seed, steps, tamper }: BlocksPlan): Promise<BlocksOutcome> {
  const state = await openState(app, seed)
  try {
    for (let step = 0; step < steps && state.breaches.length === 0; step++) {
      const name = await takeStep(state)
      if (state.breaches.length > 0) state.breaches.push(`  at step ${step}, ${name}`)
    }
    await tamper?.(state)
    await waitForDeliveries(state)
    for (const person of state.people) for (const api of API_NAMES) await checkViews(state, person, api)
  } finally {
    await Promise.all([...state.listeners.values()].map((listener) => listener.close()))
  }
  const deliveries = [...state.listeners.values()].reduce((sum, listener) => sum + listener.deliveries.length, 0)
  return { breaches: state.breaches, answers: state.answers, deliveries }
}

async function openState(app: TestApp, seed: number) {
  const [witness, ...people] = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)]
  for (const person of people) await makeFriends(person, witness)
  const model = aFriendshipModel()
  const breaches: string[] = []
  const [racing, pendingDepartures] = [new Set<string>(), new Set<string>()]
  const onDelivery = ({ to, stream, about, kind, reveals }: Delivery) => {
    const departure = departureKey(stream, to, about)
    if (!reveals) pendingDepartures.delete(departure)
    else if (isBlocked(model, to, about) && !racing.has(userPairKey(to, about)) && !pendingDepartures.has(departure))
      breaches.push(`${to} received ${kind} about ${about} across a block`)
  }
  const connected = await Promise.all([witness, ...people].map((person) => aListener(app, person, onDelivery)))
  const state: CampaignState = {
    app,
    people,
    witness,
    listeners: new Map([witness, ...people].map(({ id }, at) => [id, connected[at] ?? missingListener()])),
    model,
    random: seededRandom(seed),
    world: await aWorld(app, witness),
    answers: new Map(),
    breaches,
    racing,
    pendingDepartures,
    invites: [],
  }
  await waitForDeliveries(state)
  for (const [at, actor] of people.entries())
    for (const target of people.slice(at + 1)) {
      await performAct(state, actOf(state, 'friend', actor, target))
      await performAct(state, actOf(state, 'accept', target, actor))
    }
  return state
}

function missingListener(): never {
  throw new Error('a user has no listener')
}

const departureKey = (stream: DeliveryStream, to: string, about: string) => `${stream} to ${to} of ${about}`

async function takeStep(state: CampaignState): Promise<string> {
  const { random, people } = state
  const name = pick(random, WEIGHTED_ACTS) ?? 'friend'
  const [actor, target] = choosePair(state, name)
  if (name === 'block') await performAct(state, blockAct(state, actor, target))
  else if (name === 'unblock') await performAct(state, unblockAct(state, actor, target))
  else if (name === 'race') await raceBlock(state, actor, target)
  else await performAct(state, actOf(state, name, actor, target))
  await checkViews(state, pick(random, people) ?? actor, random() < REST_SHARE ? 'REST' : 'GraphQL')
  return `${name} by ${actor.id} to ${target.id}`
}

/** The share of checks by REST, which take many requests. */
const REST_SHARE = 0.25
/** The shares of acts that can succeed, and of acts across a block; the rest is chosen without condition. */
const POSSIBLE_SHARE = 0.5
const BLOCKED_SHARE = 0.3

type Pair = readonly [actor: TestUser, target: TestUser]

function choosePair(state: CampaignState, name: string): Pair {
  const { random, people } = state
  const pairs = people.flatMap((actor) => people.filter((one) => one !== actor).map((target): Pair => [actor, target]))
  const chance = random()
  const wanted = pairs.filter((pair) => {
    if (chance < POSSIBLE_SHARE) return canSucceed(state, name, pair)
    return chance < POSSIBLE_SHARE + BLOCKED_SHARE && isBlocked(state.model, pair[0].id, pair[1].id)
  })
  const pair = pick(random, wanted.length > 0 ? wanted : pairs)
  if (!pair) throw new Error('there are fewer than two users')
  return pair
}

function canSucceed(state: CampaignState, name: string, [actor, target]: Pair): boolean {
  if (name === 'unblock') return state.model.blocks.has(directionKey(actor.id, target.id))
  if (name === 'block' || name === 'race') return areUnblockedFriends(state.model, actor.id, target.id)
  return !(name in ACTS) || actOf(state, name, actor, target).expected(state.model) === 200
}

function actOf(state: CampaignState, name: string, actor: TestUser, target: TestUser): Act {
  const createAct = ACTS[name]
  if (!createAct) throw new Error(`unknown act ${name}`)
  return createAct(state, actor, target)
}

/** Performs an act, and waits until all expected messages are delivered. */
async function performAct(state: CampaignState, act: Act): Promise<void> {
  const wait = watchDeliveries(state)
  const expected = act.expected(state.model)
  const answer = await act.send()
  count(state, act, answer.status)
  if (answer.status !== expected) state.breaches.push(`${act.name} answered ${answer.status}, not ${expected}`)
  else if (expected === 200) await wait(act.apply(state.model, answer))
}

function count({ answers }: CampaignState, { name }: Act, status: number) {
  const key = `${name} ${status}`
  answers.set(key, (answers.get(key) ?? 0) + 1)
}

const body = ({ id: moderated }: TestUser) => ({ body: { moderated, type: 'block' } })

/** A block. A late online message may still arrive while it is processed, but never after the offline message. */
function blockAct({ model: before, pendingDepartures }: CampaignState, actor: TestUser, target: TestUser): Act {
  const streams: readonly DeliveryStream[] = areUnblockedFriends(before, actor.id, target.id)
    ? ['frames', 'activity']
    : []
  return {
    name: 'block',
    send() {
      for (const stream of streams) {
        pendingDepartures.add(departureKey(stream, actor.id, target.id))
        pendingDepartures.add(departureKey(stream, target.id, actor.id))
      }
      return actor.api.try('moderateUser', body(target))
    },
    expected: () => 200,
    apply(model) {
      const wereUnblockedFriends = areUnblockedFriends(model, actor.id, target.id)
      block(model, actor.id, target.id)
      return wereUnblockedFriends
        ? expectedByBoth(actor.id, target.id, 'friend-offline', 'activity PRESENCE OFFLINE')
        : []
    },
  }
}

/** An unblock. Its messages may arrive before its response, so the model is changed when it is sent. */
function unblockAct({ model }: CampaignState, actor: TestUser, target: TestUser): Act {
  const wereBlockedFriends = areFriends(model, actor.id, target.id) && isBlocked(model, actor.id, target.id)
  return {
    name: 'unblock',
    send() {
      unblock(model, actor.id, target.id)
      return actor.api.try('unmoderateUser', body(target))
    },
    expected: () => 200,
    apply(now) {
      const isRestored = wereBlockedFriends && areUnblockedFriends(now, actor.id, target.id)
      return isRestored ? expectedByBoth(actor.id, target.id, 'friend-online', 'activity PRESENCE ONLINE') : []
    },
  }
}

/** Sends a block and another act between the two users concurrently: the act precedes the block, or is refused. */
async function raceBlock(state: CampaignState, actor: TestUser, target: TestUser): Promise<void> {
  const { model, random, racing, pendingDepartures } = state
  const [from, to] = random() < 0.5 ? [actor, target] : [target, actor]
  const act = actOf(state, pick(random, RACING_ACTS) ?? 'boop', from, to)
  const blocking = blockAct(state, actor, target)
  const before = act.expected(model)
  racing.add(userPairKey(actor.id, target.id))
  const [answer, blocked] = await Promise.all([act.send(), blocking.send()])
  count(state, act, answer.status)
  if (answer.status === 200) act.apply(model, answer)
  blocking.apply(model, blocked)
  if (![before, act.expected(model)].includes(answer.status))
    state.breaches.push(`${act.name} during a block answered ${answer.status}, not ${before}`)
  await waitForDeliveries(state)
  racing.clear()
  pendingDepartures.clear()
}

/** Waits until all earlier messages are delivered, by an update of the witness that every user must receive. */
async function waitForDeliveries(state: CampaignState): Promise<void> {
  const { witness, people } = state
  const wait = watchDeliveries(state)
  await witness.api.call('updateUser', { userId: witness.id, body: { bio: aName('Now ') } })
  await wait(
    people.flatMap(({ id }): ExpectedDelivery[] => [
      [id, 'friend-update', witness.id],
      [id, 'activity PROFILE', witness.id],
    ]),
  )
}

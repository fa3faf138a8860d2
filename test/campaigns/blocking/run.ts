import { pairOf } from '../../../src/areas/users/relations.ts'
import type { TestApp } from '../../support/app.ts'
import { befriend as makeFriends } from '../../support/friends.ts'
import { aName, aUser, type Person } from '../../support/people.ts'
import { aWorld } from '../../support/worlds.ts'
import { randomOf } from '../befriending.ts'
import { ACTS, type Act, each } from './acts.ts'
import { anEar, type Fact, type Stream } from './ears.ts'
import { type Due, type Field, listenFrom, pick } from './field.ts'
import { type Door, look } from './looks.ts'
import { aModel, areClose, areFriends, block, isBlocked, unblock, way } from './model.ts'

export interface Plan {
  readonly seed: number
  readonly steps: number
  /** Changes something afterwards, before all is looked at. */
  readonly meddle?: (field: Field) => Promise<unknown>
}

export interface Outcome {
  /** What must not be. */
  readonly breaches: readonly string[]
  /** How often each act was answered with each status, as `friend 200`. */
  readonly answers: ReadonlyMap<string, number>
  /** How much was told at the live doors. */
  readonly facts: number
}

/** How often each act is chosen. */
const CHOICES = [
  ...['friend', 'friend', 'friend', 'accept', 'accept', 'unfriend', 'block', 'block', 'unblock', 'unblock', 'race'],
  ...['invite', 'invite', 'requestInvite', 'requestInvite', 'respond', 'respond', 'respond', 'favorite', 'unmark'],
  ...['boop', 'boop', 'profile', 'profile', 'move', 'move'],
] as const

/** What may go on while somebody is blocked. */
const RACED = ['friend', 'invite', 'requestInvite', 'favorite', 'boop', 'profile', 'move'] as const

/**
 * Lets three people befriend, block and write to each other at random, and looks at every door whether all that a block
 * forbids has ceased with its answer, and all else goes on.
 */
export async function letBlock(app: TestApp, { seed, steps, meddle }: Plan): Promise<Outcome> {
  const field = await open(app, seed)
  try {
    for (let step = 0; step < steps && field.breaches.length === 0; step++) {
      const name = await takeStep(field)
      if (field.breaches.length > 0) field.breaches.push(`  at step ${step}, ${name}`)
    }
    await meddle?.(field)
    await fence(field)
    for (const person of field.people) for (const door of doors()) await look(field, person, door)
  } finally {
    await Promise.all([...field.ears.values()].map((ear) => ear.close()))
  }
  const facts = [...field.ears.values()].reduce((sum, ear) => sum + ear.facts.length, 0)
  return { breaches: field.breaches, answers: field.answers, facts }
}

const doors = (): Door[] => ['REST', 'GraphQL']

async function open(app: TestApp, seed: number) {
  const [witness, ...people] = [await aUser(app), await aUser(app), await aUser(app), await aUser(app)]
  for (const person of people) await makeFriends(person, witness)
  const [model, breaches, racing, farewells] = [aModel(), none(), new Set<string>(), new Set<string>()]
  const judge = ({ to, by, about, kind, tells }: Fact) => {
    const farewell = farewellOf(by, to, about)
    if (!tells) farewells.delete(farewell)
    else if (isBlocked(model, to, about) && !racing.has(pairOf(to, about)) && !farewells.has(farewell))
      breaches.push(`${to} was told ${kind} of ${about} across a block`)
  }
  const ears = await Promise.all([witness, ...people].map((person) => anEar(app, person, judge)))
  const field: Field = {
    app,
    people,
    witness,
    ears: new Map([witness, ...people].map(({ id }, at) => [id, ears[at] ?? deaf()])),
    model,
    random: randomOf(seed),
    world: await aWorld(app, witness),
    answers: new Map(),
    breaches,
    racing,
    farewells,
    invites: [],
  }
  await fence(field)
  for (const [at, actor] of people.entries())
    for (const target of people.slice(at + 1)) {
      await settle(field, actOf(field, 'friend', actor, target))
      await settle(field, actOf(field, 'accept', target, actor))
    }
  return field
}

const none = (): string[] => []

function deaf(): never {
  throw new Error('somebody has no ear')
}

const farewellOf = (by: Stream, to: string, about: string) => `${by} to ${to} of ${about}`

async function takeStep(field: Field): Promise<string> {
  const { random, people } = field
  const name = pick(random, CHOICES) ?? 'friend'
  const [actor, target] = choosePair(field, name)
  if (name === 'block') await settle(field, blocking(field, actor, target))
  else if (name === 'unblock') await settle(field, unblocking(field, actor, target))
  else if (name === 'race') await race(field, actor, target)
  else await settle(field, actOf(field, name, actor, target))
  await look(field, pick(random, people) ?? actor, random() < REST_SHARE ? 'REST' : 'GraphQL')
  return `${name} by ${actor.id} to ${target.id}`
}

/** A look by REST takes many requests. */
const REST_SHARE = 0.25
/** Of what people do so much is what they can do, and so much across a block; the rest is what comes. */
const LUCK = 0.5
const DEFIANCE = 0.3

type Pair = readonly [actor: Person, target: Person]

function choosePair(field: Field, name: string): Pair {
  const { random, people } = field
  const pairs = people.flatMap((actor) => people.filter((one) => one !== actor).map((target): Pair => [actor, target]))
  const chance = random()
  const wanted = pairs.filter((pair) => {
    if (chance < LUCK) return canSucceed(field, name, pair)
    return chance < LUCK + DEFIANCE && isBlocked(field.model, pair[0].id, pair[1].id)
  })
  const pair = pick(random, wanted.length > 0 ? wanted : pairs)
  if (!pair) throw new Error('nobody is there')
  return pair
}

function canSucceed(field: Field, name: string, [actor, target]: Pair): boolean {
  if (name === 'unblock') return field.model.blocks.has(way(actor.id, target.id))
  if (name === 'block' || name === 'race') return areClose(field.model, actor.id, target.id)
  return !(name in ACTS) || actOf(field, name, actor, target).expected(field.model) === 200
}

function actOf(field: Field, name: string, actor: Person, target: Person): Act {
  const make = ACTS[name]
  if (!make) throw new Error(`${name} is no act`)
  return make(field, actor, target)
}

/** Does one thing, and waits until all have heard of it who have to. */
async function settle(field: Field, act: Act): Promise<void> {
  const wait = listenFrom(field)
  const expected = act.expected(field.model)
  const answer = await act.send()
  count(field, act, answer.status)
  if (answer.status !== expected) field.breaches.push(`${act.name} answered ${answer.status}, not ${expected}`)
  else if (expected === 200) await wait(act.done(field.model, answer))
}

function count({ answers }: Field, { name }: Act, status: number) {
  const key = `${name} ${status}`
  answers.set(key, (answers.get(key) ?? 0) + 1)
}

const body = ({ id: moderated }: Person) => ({ body: { moderated, type: 'block' } })

/** That somebody came is told some time later: also while the block is answered, but never after the farewell. */
function blocking({ model: before, farewells }: Field, actor: Person, target: Person): Act {
  const streams: readonly Stream[] = areClose(before, actor.id, target.id) ? ['frames', 'activity'] : []
  return {
    name: 'block',
    send() {
      for (const by of streams) {
        farewells.add(farewellOf(by, actor.id, target.id))
        farewells.add(farewellOf(by, target.id, actor.id))
      }
      return actor.api.try('moderateUser', body(target))
    },
    expected: () => 200,
    done(model) {
      const wereClose = areClose(model, actor.id, target.id)
      block(model, actor.id, target.id)
      return wereClose ? each(actor.id, target.id, 'friend-offline', 'activity PRESENCE OFFLINE') : []
    },
  }
}

/** What is told again may come before the answer. */
function unblocking({ model }: Field, actor: Person, target: Person): Act {
  const wereApart = areFriends(model, actor.id, target.id) && isBlocked(model, actor.id, target.id)
  return {
    name: 'unblock',
    send() {
      unblock(model, actor.id, target.id)
      return actor.api.try('unmoderateUser', body(target))
    },
    expected: () => 200,
    done(now) {
      const isBack = wereApart && areClose(now, actor.id, target.id)
      return isBack ? each(actor.id, target.id, 'friend-online', 'activity PRESENCE ONLINE') : []
    },
  }
}

/** Blocks while one of the two does something: it comes before the block, or it is refused by it. */
async function race(field: Field, actor: Person, target: Person): Promise<void> {
  const { model, random, racing, farewells } = field
  const [from, to] = random() < 0.5 ? [actor, target] : [target, actor]
  const act = actOf(field, pick(random, RACED) ?? 'boop', from, to)
  const cut = blocking(field, actor, target)
  const before = act.expected(model)
  racing.add(pairOf(actor.id, target.id))
  const [answer, blocked] = await Promise.all([act.send(), cut.send()])
  count(field, act, answer.status)
  if (answer.status === 200) act.done(model, answer)
  cut.done(model, blocked)
  if (![before, act.expected(model)].includes(answer.status))
    field.breaches.push(`${act.name} beside a block answered ${answer.status}, not ${before}`)
  await fence(field)
  racing.clear()
  farewells.clear()
}

/** Waits until everybody has heard what was announced before. */
async function fence(field: Field): Promise<void> {
  const { witness, people } = field
  const wait = listenFrom(field)
  await witness.api.call('updateUser', { userId: witness.id, body: { bio: aName('Now ') } })
  await wait(
    people.flatMap(({ id }): Due[] => [
      [id, 'friend-update', witness.id],
      [id, 'activity PROFILE', witness.id],
    ]),
  )
}

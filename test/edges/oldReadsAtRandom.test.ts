import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pick, seededRandom } from '../campaigns/support/random.ts'
import type { TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aNode, byNode, replicaCounts } from '../support/replicaNodes.ts'
import { aReplicatedDatabase, type ReplicatedDatabase, type Standby } from '../support/replicatedDatabase.ts'
import type { RestClient } from '../support/restClient.ts'
import { aName, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

/** Random sequences of writes and reads; `npm run campaign -- replica` tries 1,000. */
const SEQUENCES = Number(process.env.REPLICA_SEQUENCES ?? 12)
const SEED = Number(process.env.REPLICA_SEED ?? 1)
const MAX_STEPS = 8
const WRITERS = 8
/** Sequences of one person, about, whose changes a limit counts. */
const MOST_OF_ONE = 8
/** Milliseconds. */
const MAX_LAG = 1_000
const LONGEST_FAULT = 3 * MAX_LAG
const LONGEST_REST = 3 * MAX_LAG

interface Site {
  readonly replicated: ReplicatedDatabase
  readonly nodes: readonly TestApp[]
  /** People who change nothing. */
  readonly readers: readonly TestUser[]
}

let opened: Site | undefined
beforeAll(async () => {
  const replicated = await aReplicatedDatabase()
  const nodes = [await aNode(replicated, MAX_LAG), await aNode(replicated, MAX_LAG)]
  const [node] = nodes
  const readers = node ? [await aUser(node), await aUser(node)] : []
  opened = { replicated, nodes, readers }
})
afterAll(async () => {
  await Promise.all((opened?.nodes ?? []).map((node) => node.close()))
  await opened?.replicated.close()
})

/** A client of one node, by both doors. */
interface Doors {
  readonly node: TestApp
  readonly api: RestClient
}

/** Something that a person changes, and that lists and profiles show. */
interface Fact {
  /** What it has been set to, and when the answer had come; the last one may have none yet. */
  readonly history: { readonly value: string; readonly begunAt: number; doneAt: number }[]
  readonly writes: readonly ((doors: Doors, value: string) => Promise<unknown>)[]
  readonly reads: readonly ((doors: Doors) => Promise<string>)[]
}

const graph = async ({ node, api }: Doors, text: string, variables: object) => {
  const { data, errors } = await aGraphClient(node, api).send(text, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return Object(data)
}

const begun = (value: string) => [{ value, begunAt: 0, doneAt: 0 }]

const bioOf = ({ id }: TestUser): Fact => ({
  history: begun(''),
  writes: [
    ({ api }, bio) => api.call('updateUser', { userId: id, body: { bio } }),
    (doors, bio) =>
      graph(doors, 'mutation ($bio: String) { updateProfile(input: { bio: $bio }) { user { id } } }', { bio }),
  ],
  reads: [
    async ({ api }) => Object(await api.call('getUser', { userId: id })).bio,
    async (doors) => (await graph(doors, 'query ($id: ID!) { user(id: $id) { bio } }', { id })).user.bio ?? '',
  ],
})

async function worldNameOf(node: TestApp, author: TestUser): Promise<Fact> {
  const name = aName()
  const worldId = await aWorld(node, author, { name, authorId: author.id })
  const text = 'query ($id: ID!) { worlds(filter: { authorId: $id }) { nodes { name } } }'
  return {
    history: begun(name),
    writes: [({ api }, changed) => api.call('updateWorld', { worldId, body: { name: changed } })],
    reads: [
      async ({ api }) =>
        String((await api.call('searchWorlds', { query: { userId: author.id } })).map((world) => world.name)),
      async (doors) => {
        const { nodes } = (await graph(doors, text, { id: author.id })).worlds
        return String(nodes.map((world: { readonly name: string }) => world.name))
      },
    ],
  }
}

/** A person, by every node, and what they change. */
interface Writer {
  readonly doors: readonly Doors[]
  readonly facts: readonly Fact[]
}

function site(): Site {
  if (!opened) throw new Error('the servers are not open')
  return opened
}

const doorsOf = (person: TestUser) => site().nodes.map((node) => ({ node, api: byNode(node, person) }))

async function aWriter(): Promise<Writer> {
  const [node] = site().nodes
  if (!node) throw new Error('no node is open')
  const person = await aUser(node)
  return { doors: doorsOf(person), facts: [bioOf(person), await worldNameOf(node, person)] }
}

type Random = () => number

/** One of a list that is not empty. */
function one<T>(random: Random, list: readonly T[]): T {
  const found = pick(random, list)
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

async function write(random: Random, { doors, facts }: Writer): Promise<void> {
  const { history, writes } = one(random, facts)
  const entry = { value: aName(), begunAt: performance.now(), doneAt: Number.POSITIVE_INFINITY }
  history.push(entry)
  await one(random, writes)(one(random, doors), entry.value)
  entry.doneAt = performance.now()
}

async function readOwn(random: Random, { doors, facts }: Writer): Promise<void> {
  const { history, reads } = one(random, facts)
  expect(await one(random, reads)(one(random, doors))).toBe(history.at(-1)?.value)
}

/** What somebody else reads is no older than it may be: what replaced it was not there that long ago. */
async function readForeign(random: Random, { facts }: Writer, readers: readonly (readonly Doors[])[]): Promise<void> {
  const { history, reads } = one(random, facts)
  const since = performance.now() - MAX_LAG
  const value = await one(random, reads)(one(random, one(random, readers)))
  const now = performance.now()
  const isPossible = (at: number) =>
    (history[at]?.begunAt ?? 0) <= now && (history[at + 1]?.doneAt ?? Number.POSITIVE_INFINITY) >= since
  expect(history.filter((_, at) => isPossible(at)).map((entry) => entry.value)).toContain(value)
}

interface Sequence {
  readonly random: Random
  readonly writer: Writer
  readonly readers: readonly (readonly Doors[])[]
}

async function step({ random, writer, readers }: Sequence): Promise<void> {
  const kind = random()
  if (kind < 0.25) return write(random, writer)
  if (kind < 0.5) return readOwn(random, writer)
  if (kind < 0.85) return readForeign(random, writer, readers)
  // Afterwards the replica answers this person, too, if it is there.
  await pause(random() * LONGEST_REST)
  await readOwn(random, writer)
}

async function runSequence(sequence: Sequence): Promise<void> {
  const steps = 1 + Math.floor(sequence.random() * MAX_STEPS)
  await write(sequence.random, sequence.writer)
  for (let at = 0; at < steps; at++) await step(sequence)
  await readOwn(sequence.random, sequence.writer)
}

/** Lets the replica fall behind, hang and stop, until the sequences are over. */
async function disturb(random: Random, standby: Standby, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(random() * LONGEST_FAULT)
    const kind = random()
    if (kind < 0.6) await standby.pauseReplay()
    else if (kind < 0.9) standby.freeze()
    else await standby.stop()
    await pause(random() * LONGEST_FAULT)
    if (kind < 0.6) await standby.resumeReplay()
    else if (kind < 0.9) standby.thaw()
    else await standby.start()
  }
}

it(`in ${SEQUENCES} random sequences everybody finds their own changes at once, and those of others in time`, async () => {
  const { replicated, nodes } = site()
  const readers = site().readers.map(doorsOf)
  const state = { left: SEQUENCES, isOver: false }
  const writers = await Promise.all(
    Array.from({ length: WRITERS * Math.ceil(1 + SEQUENCES / WRITERS / MOST_OF_ONE) }, aWriter),
  )
  await replicated.standby.catchUp()
  const runAll = async (at: number) => {
    const random = seededRandom(SEED * 1_000 + at)
    const own = writers.filter((_, number) => number % WRITERS === at)
    while (state.left-- > 0) await runSequence({ random, writer: one(random, own), readers })
  }
  const faults = disturb(seededRandom(SEED), replicated.standby, () => state.isOver)
  await Promise.all(Array.from({ length: WRITERS }, (_, at) => runAll(at))).finally(() => {
    state.isOver = true
  })
  await faults
  const counts = await Promise.all(nodes.map(replicaCounts))
  expect(Math.min(...counts.map(({ onReplica }) => onReplica))).toBeGreaterThan(0)
})

import { eventually } from '../../support/eventually.ts'
import { aGraphSocket, type GraphSocket, isAcknowledged, withCookie } from '../../support/graphSocket.ts'
import { payloadsOf, subscriptionErrors } from '../../support/graphSubscriptions.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import type { Attack, AttackedProcess } from './attack.ts'

type Server = Pick<AttackedProcess, 'origin'>

const MAX_SOCKETS = 50
const MAX_SUBSCRIPTIONS = 100
const TRY_AGAIN_LATER = 1013

/** Opens websockets at once; returns those that the server keeps, and how many it closes as too many. */
async function openSockets(server: Server, person: TestUser, count: number) {
  const all = await Promise.all(Array.from({ length: count }, () => aGraphSocket(server, withCookie(person))))
  let refused = 0
  for (const socket of all) void socket.closed().then((code) => (refused += code === TRY_AGAIN_LATER ? 1 : 0))
  const open = () => all.filter(({ messages }) => isAcknowledged(messages))
  await eventually(() => open().length + refused >= count)
  return { sockets: open(), refused }
}

/** Sends as many subscriptions as documents, distributed over the sockets. */
function subscribeAll(sockets: readonly GraphSocket[], documents: readonly string[]) {
  for (const [at, document] of documents.entries()) sockets[at % sockets.length]?.subscribe(`${at}`, document)
}

const countAll = (sockets: readonly GraphSocket[], count: (messages: GraphSocket['messages']) => number) =>
  sockets.reduce((sum, { messages }) => sum + count(messages), 0)
const refusalsOf = (sockets: readonly GraphSocket[]) =>
  countAll(
    sockets,
    (messages) =>
      subscriptionErrors(messages).filter((error) => Object(error.extensions).code === 'RATE_LIMITED').length,
  )
const payloadCount = (sockets: readonly GraphSocket[]) =>
  countAll(sockets, (messages) => payloadsOf(messages, 'viewerChanged').length)

let changes = 0
/** A small act of which all subscriptions of the person are told. */
const changeProfile = ({ api, id }: TestUser) =>
  api.call('updateUser', { userId: id, body: { bio: `Change ${changes++}` } })

/** Repeats the act until every subscription has begun: the protocol does not acknowledge them. */
async function untilAllAreTold(person: TestUser, sockets: readonly GraphSocket[], count: number) {
  for (let told = 0; told < count; ) {
    const before = payloadCount(sockets)
    await changeProfile(person)
    await eventually(() => payloadCount(sockets) > before)
    told = await settled(() => payloadCount(sockets) - before)
  }
}

/** The value once it stops to change. */
async function settled(read: () => number): Promise<number> {
  let last = -1
  await eventually(() => {
    const now = read()
    const isSettled = now === last
    last = now
    return isSettled
  })
  return last
}

const ACTS = 8
const ROUNDS = 5

/** CPU time of the server for one act in milliseconds, until all subscriptions were told of it. */
async function costOfAct(server: AttackedProcess, person: TestUser, sockets: readonly GraphSocket[], told: number) {
  const before = server.cpuTime()
  for (let act = 0; act < ACTS; act++) {
    const goal = payloadCount(sockets) + told
    await changeProfile(person)
    await eventually(() => payloadCount(sockets) >= goal)
  }
  return (server.cpuTime() - before) / ACTS
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What an act costs with subscriptions to these documents and without, in milliseconds of CPU time. */
async function compareCosts(server: AttackedProcess, documents: readonly string[]) {
  const [loud, quiet] = [await aUser(server), await aUser(server)]
  const { sockets } = await openSockets(server, loud, MAX_SOCKETS)
  subscribeAll(sockets, documents)
  await untilAllAreTold(loud, sockets, documents.length)
  const [withAll, without]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await costOfAct(server, quiet, [], 0))
    withAll.push(await costOfAct(server, loud, sockets, documents.length))
  }
  for (const { socket } of sockets) socket.close()
  const more = medianOf(withAll) - medianOf(without)
  const figures = `${medianOf(without).toFixed(1)} ms without, ${medianOf(withAll).toFixed(1)} ms with them`
  return { more, figures }
}

const documents = (make: (at: number) => string) => Array.from({ length: MAX_SUBSCRIPTIONS }, (_, at) => make(at))
const changed = (alias: string) =>
  `subscription { viewerChanged { id ${alias}: email user { id displayName bio status } } }`

/** An attack by one act that is told to a hundred subscriptions of the person. */
const echo = (name: string, kind: string, documentOf: (at: number) => string, limit: number): Attack => ({
  name,
  what: `one PUT users/me is told to ${MAX_SUBSCRIPTIONS} subscriptions of the person, ${kind}`,
  async run({ startProcess }) {
    const { more, figures } = await compareCosts(await startProcess(), documents(documentOf))
    return { harmless: more <= limit, figures: `${figures}: ${more.toFixed(1)} ms of CPU more, of ${limit}` }
  },
})

const CROWD = 1_000

/** Attacks that multiply a small act by subscriptions. */
export const subscriptionAttacks: readonly Attack[] = [
  {
    name: 'subscription-crowd',
    what: `one person opens ${2 * MAX_SOCKETS} websockets and ${CROWD} subscriptions`,
    async run({ startProcess }) {
      const server = await startProcess()
      const person = await aUser(server)
      const { sockets, refused } = await openSockets(server, person, 2 * MAX_SOCKETS)
      subscribeAll(
        sockets,
        Array.from({ length: CROWD }, () => changed('mail')),
      )
      await eventually(() => refusalsOf(sockets) >= CROWD - MAX_SUBSCRIPTIONS)
      await untilAllAreTold(person, sockets, MAX_SUBSCRIPTIONS)
      const before = payloadCount(sockets)
      await changeProfile(person)
      await eventually(() => payloadCount(sockets) > before)
      const told = await settled(() => payloadCount(sockets) - before)
      for (const { socket } of sockets) socket.close()
      return {
        harmless: sockets.length <= MAX_SOCKETS && told <= MAX_SUBSCRIPTIONS,
        figures: `${refused} websockets and ${CROWD - told} subscriptions refused, ${told} told`,
      }
    },
  },
  echo('subscription-echo', 'all with the same document', () => changed('mail'), 20),
  echo('subscription-variety', 'each with a document of its own', (at) => changed(`mail${at}`), 100),
]

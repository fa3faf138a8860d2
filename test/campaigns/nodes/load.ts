import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { followFeed } from '../feed/reader.ts'
import { befriend } from '../feed/writers.ts'
import { type CampaignUser, registerUsers, sendGraph, sendRest, sendRestRequest } from '../support/users.ts'

export interface LoadOptions {
  /** Of the balancer. */
  readonly origin: string
  readonly people: readonly CampaignUser[]
  /** Of legacy websockets, which are opened again when they close. Nobody may have many. */
  readonly watchers: readonly CampaignUser[]
  /** Milliseconds between two calls of a person. */
  readonly pause: number
}

/** What calls, sockets and feeds have met. */
export interface LoadFindings {
  readonly calls: number
  /** What failed at first, by its status or error. */
  readonly failures: ReadonlyMap<string, number>
  /** What failed when it was sent again a second later, too. */
  readonly failedTwice: readonly string[]
  /** Milliseconds from the first failure to the last. */
  readonly failedFor: number
  /** How often a socket was closed, and the most milliseconds until it was open again. */
  readonly reconnects: number
  readonly longestReconnect: number
  /** Acknowledged writes that are not there, and faults of feeds. */
  readonly losses: readonly string[]
}

interface State {
  isStopped: boolean
  calls: number
  readonly failedTwice: string[]
  reconnects: number
  longestReconnect: number
  readonly failures: Map<string, number>
  readonly failedAt: number[]
  /** The last acknowledged note of each person. */
  readonly notes: Map<CampaignUser, number>
  readonly boops: Map<CampaignUser, string[]>
}

export interface NodesLoad {
  /** Ends the load, and looks for what was lost. */
  stop(): Promise<LoadFindings>
}

/** Milliseconds between two boops of a person, of whom nobody may send many. */
const BOOP_INTERVAL = 3_000
const CURSOR = '{ viewer { notificationFeedCursor } }'
const LIST = '{ worlds(first: 10) { edges { node { id name } } } }'

/**
 * People who read, write notes and boop their friends without pause, with a feed each and legacy websockets. Each call that
 * fails is sent again once.
 */
export async function startNodesLoad(options: LoadOptions): Promise<NodesLoad> {
  const { origin } = options
  const pairs = pairsOf(options.people)
  const state: State = {
    ...{ isStopped: false, calls: 0, failedTwice: [], reconnects: 0, longestReconnect: 0 },
    ...{ failures: new Map<string, number>(), failedAt: [], notes: new Map(), boops: new Map() },
  }
  const feeds = await Promise.all(pairs.map(async ([, reader]) => [reader, await followFrom(origin, reader)] as const))
  const sockets = options.watchers.map((watcher) => keepSocket(state, origin, watcher))
  const working = pairs.flatMap(([one, other]) => [work(state, options, one, other), work(state, options, other, one)])
  return {
    async stop() {
      state.isStopped = true
      await Promise.all(working)
      const losses = [...(await lostNotes(origin, state)), ...(await lostEntries(state, pairs, new Map(feeds)))]
      for (const [, feed] of feeds) feed.stop()
      for (const close of sockets) close()
      const { calls, failures, failedTwice, reconnects, longestReconnect, failedAt } = state
      const failedFor = (failedAt.at(-1) ?? 0) - (failedAt[0] ?? 0)
      return { calls, failures, failedTwice, failedFor, reconnects, longestReconnect, losses }
    },
  }
}

const pairsOf = (people: readonly CampaignUser[]): readonly Pair[] =>
  people.flatMap((user, at) => (at % 2 === 0 ? [[user, people[at + 1] ?? user] as const] : []))

/** Registers people, of whom every two are friends. */
export async function registerPairs(origin: string, count: number): Promise<readonly CampaignUser[]> {
  const people = await registerUsers(origin, count)
  for (const [one, other] of pairsOf(people)) await befriend(origin, one, other)
  return people
}

async function followFrom(origin: string, reader: CampaignUser) {
  const { data } = Object(await sendGraph(origin, reader, CURSOR, {}))
  return followFeed({ nodes: [origin], cookie: reader.cookie, after: String(data.viewer.notificationFeedCursor) })
}

/** Sends what a person does, again and again. */
async function work(state: State, options: LoadOptions, person: CampaignUser, friend: CampaignUser): Promise<void> {
  const { origin, pause } = options
  const { cookie } = person
  let nextBoop = 0
  const boops: string[] = []
  state.boops.set(person, boops)
  // Above those of loads before.
  for (let number = Date.now(); !state.isStopped; number++) {
    const note = { targetUserId: friend.id, note: String(number) }
    const marker = `${person.id}.${number}`
    const isBoop = performance.now() > nextBoop
    if (isBoop) nextBoop = performance.now() + BOOP_INTERVAL
    const calls = [
      () => sendRestRequest(origin, { method: 'GET', path: '/worlds', cookie }),
      () => sendRestRequest(origin, { method: 'POST', path: '/userNotes', cookie, body: note }),
      () => graphOf(origin, person),
      ...(isBoop ? [() => boop(origin, person, friend, marker)] : []),
    ]
    const done = await callInTurn(state, calls, pause)
    if (done[1] !== 'failed') state.notes.set(person, number)
    if (done[3] === 'first') boops.push(marker)
  }
}

async function callInTurn(state: State, calls: readonly Call[], pause: number): Promise<readonly Done[]> {
  const done: Done[] = []
  for (const call of calls) {
    done.push(await repeatOnce(state, call))
    await delay(pause)
  }
  return done
}

type Call = () => Promise<Response>

/** By which attempt a call was done. */
type Done = 'first' | 'second' | 'failed'

const boop = (origin: string, { cookie }: CampaignUser, { id }: CampaignUser, emojiId: string) =>
  sendRestRequest(origin, { method: 'POST', path: `/users/${id}/boop`, cookie, body: { emojiId } })

const graphOf = (origin: string, { cookie }: CampaignUser) =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: LIST }),
  })

/** Sends a call, and once more after a second when it fails. Answers by which attempt it was done. */
async function repeatOnce(state: State, call: Call): Promise<Done> {
  state.calls++
  const failure = await failureOf(call)
  if (failure === null) return 'first'
  state.failures.set(failure, (state.failures.get(failure) ?? 0) + 1)
  state.failedAt.push(performance.now())
  await delay(1_000)
  const again = await failureOf(call)
  if (again === null) return 'second'
  state.failedTwice.push(`${failure}, then ${again}`)
  return 'failed'
}

/** The status of a refused call or the code of its error; null when it was done. */
async function failureOf(call: Call): Promise<string | null> {
  try {
    const response = await call()
    const text = await response.text()
    if (text.startsWith('<')) return `${response.status} of the balancer`
    const body: unknown = JSON.parse(text)
    const code = Object(body).errors?.[0]?.extensions?.code
    return response.ok && code === undefined ? null : `${response.status}${code ? ` ${code}` : ''}`
  } catch (error) {
    return String(Object(Object(error).cause).code ?? error)
  }
}

/** Most milliseconds before a socket is opened again, as clients spread. */
const SPREAD = 1_000

/** Keeps a legacy websocket open. The returned function closes it for good. */
function keepSocket(state: State, origin: string, { cookie }: CampaignUser): () => void {
  const token = cookie.replace('auth=', '')
  let current: WebSocket | undefined
  let closedAt: number | null = null
  const open = () => {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/?authToken=${token}`)
    current = socket
    socket.on('error', () => {})
    socket.once('open', () => {
      if (closedAt !== null) state.longestReconnect = Math.max(state.longestReconnect, performance.now() - closedAt)
      closedAt = null
    })
    socket.once('close', () => {
      if (state.isStopped) return
      if (closedAt === null) state.reconnects++
      closedAt ??= performance.now()
      setTimeout(open, Math.random() * SPREAD)
    })
  }
  open()
  return () => current?.terminate()
}

async function lostNotes(origin: string, { notes }: State): Promise<string[]> {
  const lost: string[] = []
  for (const [person, number] of notes) {
    const { body } = await sendRest(origin, person, 'GET', '/userNotes?n=100')
    const stored = Array.isArray(body) ? body.map((one) => Number(Object(one).note)) : []
    if (Math.max(0, ...stored) < number) lost.push(`the note ${number} of ${person.id} is not there, but ${stored}`)
  }
  return lost
}

type Feed = ReturnType<typeof followFeed>
type Feeds = ReadonlyMap<CampaignUser, Feed>
type Pair = readonly [writer: CampaignUser, reader: CampaignUser]

/** Entries of feeds that are missing, there twice or out of order. */
async function lostEntries({ boops }: State, pairs: readonly Pair[], feeds: Feeds): Promise<string[]> {
  const faults: string[] = []
  for (const [writer, reader] of pairs) {
    const feed = feeds.get(reader)
    if (feed) faults.push(...(await faultsOf(feed, boops.get(writer) ?? [])))
  }
  return faults
}

/** `sent` are the acknowledged ones. */
async function faultsOf(feed: Feed, sent: readonly string[]): Promise<string[]> {
  const markers = () => feed.read.map(({ marker }) => marker)
  const missed = () => sent.filter((marker) => !markers().includes(marker))
  for (let wait = 0; wait < 100 && missed().length > 0; wait++) await delay(100)
  const isTwice = new Set(markers()).size !== markers().length
  const inOrder = sent.filter((marker) => markers().includes(marker))
  const isDisordered =
    markers()
      .filter((marker) => sent.includes(marker))
      .join() !== inOrder.join()
  return [
    ...missed().map((marker) => `the feed misses ${marker}`),
    ...(isTwice ? ['a feed has an entry twice'] : []),
    ...(isDisordered ? ['a feed is out of order'] : []),
    ...feed.faults,
  ]
}

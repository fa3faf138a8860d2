import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { queryOnce } from '../../src/platform/database/once.ts'
import { freePort } from '../../src/platform/database/ports.ts'
import { waitUntil } from '../../src/platform/database/processes.ts'
import { type Running, startProcess } from '../bench/processes.ts'
import { followFeed, type Read, type Reader } from './feedReader.ts'
import { aMember, befriend, type Member, type Written, writeAll } from './feedWriters.ts'

export interface FeedCampaign {
  /** What Node is given to start a server. */
  readonly server: readonly string[]
  /** The Redis that carries events; PostgreSQL itself where there is none. */
  readonly redisUrl: string
  readonly notifications: number
  readonly writers: number
  /** How often the subscriber's line is cut, and the node that serves it killed. */
  readonly cuts: number
  readonly kills: number
  readonly tell: (line: string) => void
}

export interface FeedFindings {
  readonly acknowledged: number
  readonly delivered: number
  readonly cuts: number
  readonly kills: number
  /** What was lost, told twice, out of order, refused or never written. */
  readonly faults: readonly string[]
}

const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
const PATIENCE = 60_000

/** Two nodes on one database; somebody follows a feed while lines are cut, nodes are killed and many write to it. */
export async function runFeedCampaign(campaign: FeedCampaign): Promise<FeedFindings> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-feed-'))
  const database = await startEmbedded({ dataDir: folder, log: quiet })
  const nodes: Node[] = []
  try {
    await queryOnce(database.url('postgres'), 'CREATE DATABASE plaza')
    const start = starter(campaign, database.url('plaza'), folder)
    for (let number = 0; number < 2; number++) nodes.push(await aNode(start))
    return await follow(campaign, nodes)
  } finally {
    await Promise.all(nodes.map(({ running }) => running.kill()))
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Node {
  readonly url: string
  running: Running
  readonly start: () => Promise<Running>
}

function starter({ server, redisUrl }: FeedCampaign, url: string, folder: string) {
  const secret = randomBytes(36).toString('base64')
  return (port: number) =>
    startProcess({
      args: server,
      env: {
        DATABASE_URL: url,
        REDIS_URL: redisUrl,
        DATA_DIR: join(folder, String(port)),
        SECRET_KEY: secret,
        SMTP_URL: '',
        DEMO: 'off',
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
      },
      port,
      ready: '/readyz',
      within: PATIENCE,
    })
}

async function aNode(startAt: (port: number) => Promise<Running>): Promise<Node> {
  const port = await freePort()
  const start = () => startAt(port)
  return { url: `http://127.0.0.1:${port}`, running: await start(), start }
}

async function follow(campaign: FeedCampaign, nodes: readonly Node[]): Promise<FeedFindings> {
  const [first] = nodes
  if (!first) throw new Error('no node')
  const urls = nodes.map(({ url }) => url)
  const receiver = await aMember(first.url)
  const writers: Member[] = []
  while (writers.length < campaign.writers) writers.push(await aMember(first.url))
  for (const writer of writers) await befriend(first.url, writer, receiver)
  const reader = followFeed({ nodes: urls, cookie: receiver.cookie, after: await cursorOf(first.url, receiver) })
  const trouble = makeTrouble(campaign, nodes, reader)
  const written = await writeAll({
    nodes: urls,
    writers,
    receiver,
    count: campaign.notifications,
    progress: trouble.progress,
  })
  await trouble.over()
  const total = [...written.acknowledged.values()].flat()
  await waitUntil(async () => new Set(reader.read.map(({ mark }) => mark)).size >= total.length, PATIENCE)
  await waitUntil(async () => total.every((mark) => reader.read.some((each) => each.mark === mark)), PATIENCE)
  reader.stop()
  return {
    acknowledged: total.length,
    delivered: reader.read.length,
    ...trouble.counts(),
    faults: [...reader.faults, ...written.refusals, ...compare(written, reader.read)],
  }
}

/** Cuts and kills, spread evenly over the acknowledged notifications. */
function makeTrouble({ notifications, cuts, kills, tell }: FeedCampaign, nodes: readonly Node[], reader: Reader) {
  const done = { cuts: 0, kills: 0 }
  let last = Promise.resolve()
  const kill = async () => {
    const node = nodes.find(({ url }) => url === reader.node())
    if (!node) return
    await node.running.kill()
    tell(`killed ${node.url} after ${reader.read.length} were delivered`)
    node.running = await node.start()
  }
  return {
    progress(count: number) {
      if (done.cuts < cuts && count >= ((done.cuts + 1) * notifications) / (cuts + 1)) {
        done.cuts++
        reader.cut()
      }
      if (done.kills < kills && count >= ((done.kills + 1) * notifications) / (kills + 1)) {
        done.kills++
        last = last.then(kill)
      }
    },
    over: () => last,
    counts: () => done,
  }
}

/** What is wrong with what was read: each acknowledged mark once, nothing that was never sent, each writer's in order. */
function compare({ acknowledged, tried }: Written, read: readonly Read[]): string[] {
  const times = new Map<string, number>()
  for (const { mark } of read) times.set(mark, (times.get(mark) ?? 0) + 1)
  const at = new Map(read.map(({ mark }, place) => [mark, place]))
  const lost = [...acknowledged.values()].flat().filter((mark) => !times.has(mark))
  const twice = [...times].filter(([, count]) => count > 1)
  const unknown = [...times.keys()].filter((mark) => !tried.has(mark))
  const disordered = [...acknowledged.values()].filter((marks) =>
    marks.some((mark, index) => index > 0 && (at.get(mark) ?? 0) < (at.get(marks[index - 1] ?? '') ?? 0)),
  )
  const numbers = read.map(({ cursor }) => numberIn(cursor))
  const backward = numbers.filter((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0))
  return [
    ...lost.map((mark) => `${mark} was lost`),
    ...twice.map(([mark, count]) => `${mark} was told ${count} times`),
    ...unknown.map((mark) => `${mark} was never written`),
    ...disordered.map((marks) => `out of order: ${marks.slice(0, 5).join(' ')}`),
    ...backward.map((number) => `the feed went back to ${number}`),
  ]
}

const numberIn = (cursor: string) => Number(Buffer.from(cursor, 'base64url').toString().split('.')[0])

const Cursor = z.object({ data: z.object({ viewer: z.object({ notificationFeedCursor: z.string() }) }) })

async function cursorOf(node: string, { cookie }: Member): Promise<string> {
  const response = await fetch(`${node}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: '{ viewer { notificationFeedCursor } }' }),
  })
  return Cursor.parse(await response.json()).data.viewer.notificationFeedCursor
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { waitUntil } from '../../../src/platform/processes.ts'
import { type RunningServer, STANDALONE_ENVIRONMENT, startProcess } from '../../bench/processes.ts'
import { PATIENCE } from '../../support/patience.ts'
import { economyFaults } from '../support/economy.ts'
import { type CampaignUser, registerUser, registerUsers } from '../support/users.ts'
import { type FeedEntryRead, type FeedReader, followFeed } from './reader.ts'
import { befriend, type WriteResult, writeAll } from './writers.ts'

export interface FeedCampaign {
  /** The arguments that Node needs to start a server. */
  readonly server: readonly string[]
  /** The URL of the Redis that carries events; empty for PostgreSQL. */
  readonly redisUrl: string
  /** An empty or migrated database; by default one is started. */
  readonly databaseUrl?: string
  readonly notifications: number
  readonly writers: number
  /** How often the reader's connection is dropped. */
  readonly disconnects: number
  /** How often the node that the reader is connected to is killed. */
  readonly kills: number
  readonly log: (message: string) => void
}

export interface FeedFindings {
  readonly acknowledged: number
  readonly delivered: number
  readonly disconnects: number
  readonly kills: number
  /** Entries that were lost, duplicated, out of order or never written, refused requests, and what `economy check` finds. */
  readonly faults: readonly string[]
}

const errorLog = { debug() {}, info() {}, warn() {}, error: console.error }

/** Runs two nodes on one database; a user reads a feed under writes while connections are dropped and nodes are killed. */
export async function runFeedCampaign(campaign: FeedCampaign): Promise<FeedFindings> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-feed-'))
  const database = await openDatabase(campaign, folder)
  const nodes: FeedNode[] = []
  try {
    const secretKey = randomBytes(36).toString('base64')
    const start = nodeStarter(campaign, database.url, { folder, secretKey })
    for (let number = 0; number < 2; number++) nodes.push(await aNode(start))
    const findings = await readWhileDisrupted(campaign, nodes)
    const unbalanced = await economyFaults({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: secretKey })
    return { ...findings, faults: [...findings.faults, ...unbalanced] }
  } finally {
    await Promise.all(nodes.map(({ running }) => running.kill()))
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface CampaignDatabase {
  readonly url: string
  stop(): Promise<unknown>
}

async function openDatabase({ databaseUrl }: FeedCampaign, folder: string): Promise<CampaignDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, stop: async () => {} }
  const server = await startEmbeddedServer({ dataDir: folder, log: errorLog })
  await queryOnce(server.url('postgres'), 'CREATE DATABASE plaza')
  return { url: server.url('plaza'), stop: server.stop }
}

interface FeedNode {
  readonly url: string
  running: RunningServer
  readonly start: () => Promise<RunningServer>
}

interface NodePlace {
  readonly folder: string
  readonly secretKey: string
}

function nodeStarter({ server, redisUrl }: FeedCampaign, url: string, { folder, secretKey }: NodePlace) {
  return (port: number) =>
    startProcess({
      args: server,
      env: {
        ...STANDALONE_ENVIRONMENT,
        DATABASE_URL: url,
        REDIS_URL: redisUrl,
        DATA_DIR: join(folder, String(port)),
        SECRET_KEY: secretKey,
      },
      port,
      ready: '/readyz',
      within: PATIENCE,
    })
}

async function aNode(startAt: (port: number) => Promise<RunningServer>): Promise<FeedNode> {
  const port = await findFreePort()
  const start = () => startAt(port)
  return { url: `http://127.0.0.1:${port}`, running: await start(), start }
}

async function readWhileDisrupted(campaign: FeedCampaign, nodes: readonly FeedNode[]): Promise<FeedFindings> {
  const [first] = nodes
  if (!first) throw new Error('the campaign has no node')
  const urls = nodes.map(({ url }) => url)
  const receiver = await registerUser(first.url)
  const writers = await registerUsers(first.url, campaign.writers)
  for (const writer of writers) await befriend(first.url, writer, receiver)
  const reader = followFeed({ nodes: urls, cookie: receiver.cookie, after: await cursorOf(first.url, receiver) })
  const disruptions = disruptNodes(campaign, nodes, reader)
  const written = await writeAll({
    nodes: urls,
    writers,
    receiver,
    count: campaign.notifications,
    progress: disruptions.progress,
  })
  await disruptions.finished()
  const total = [...written.acknowledged.values()].flat()
  await waitUntil(async () => new Set(reader.read.map(({ marker }) => marker)).size >= total.length, PATIENCE)
  await waitUntil(async () => total.every((marker) => reader.read.some((each) => each.marker === marker)), PATIENCE)
  reader.stop()
  return {
    acknowledged: total.length,
    delivered: reader.read.length,
    ...disruptions.counts(),
    faults: [...reader.faults, ...written.refusals, ...readFaults(written, reader.read)],
  }
}

/** Drops connections and kills nodes, spread evenly over the acknowledged notifications. */
function disruptNodes(
  { notifications, disconnects, kills, log }: FeedCampaign,
  nodes: readonly FeedNode[],
  reader: FeedReader,
) {
  const done = { disconnects: 0, kills: 0 }
  let last = Promise.resolve()
  const kill = async () => {
    const node = nodes.find(({ url }) => url === reader.node())
    if (!node) return
    await node.running.kill()
    log(`killed ${node.url} after ${reader.read.length} deliveries`)
    node.running = await node.start()
  }
  return {
    progress(count: number) {
      if (done.disconnects < disconnects && count >= ((done.disconnects + 1) * notifications) / (disconnects + 1)) {
        done.disconnects++
        reader.disconnect()
      }
      if (done.kills < kills && count >= ((done.kills + 1) * notifications) / (kills + 1)) {
        done.kills++
        last = last.then(kill)
      }
    },
    finished: () => last,
    counts: () => done,
  }
}

/** Checks that every acknowledged marker was read once, nothing unsent was read, and each writer's markers are in order. */
function readFaults({ acknowledged, tried }: WriteResult, read: readonly FeedEntryRead[]): string[] {
  const times = new Map<string, number>()
  for (const { marker } of read) times.set(marker, (times.get(marker) ?? 0) + 1)
  const positions = new Map(read.map(({ marker }, position) => [marker, position]))
  const lost = [...acknowledged.values()].flat().filter((marker) => !times.has(marker))
  const duplicated = [...times].filter(([, count]) => count > 1)
  const unknown = [...times.keys()].filter((marker) => !tried.has(marker))
  const disordered = [...acknowledged.values()].filter((markers) =>
    markers.some(
      (marker, index) => index > 0 && (positions.get(marker) ?? 0) < (positions.get(markers[index - 1] ?? '') ?? 0),
    ),
  )
  const numbers = read.map(({ cursor }) => numberIn(cursor))
  const backward = numbers.filter((number, index) => index > 0 && number <= (numbers[index - 1] ?? 0))
  return [
    ...lost.map((marker) => `${marker} was lost`),
    ...duplicated.map(([marker, count]) => `${marker} was delivered ${count} times`),
    ...unknown.map((marker) => `${marker} was never written`),
    ...disordered.map((markers) => `out of order: ${markers.slice(0, 5).join(' ')}`),
    ...backward.map((number) => `the feed went back to ${number}`),
  ]
}

const numberIn = (cursor: string) => Number(Buffer.from(cursor, 'base64url').toString().split('.')[0])

const Cursor = z.object({ data: z.object({ viewer: z.object({ notificationFeedCursor: z.string() }) }) })

async function cursorOf(node: string, { cookie }: CampaignUser): Promise<string> {
  const response = await fetch(`${node}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: '{ viewer { notificationFeedCursor } }' }),
  })
  return Cursor.parse(await response.json()).data.viewer.notificationFeedCursor
}

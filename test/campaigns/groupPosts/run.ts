import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { type RunningServer, STANDALONE_ENVIRONMENT, startProcess } from '../../bench/processes.ts'
import { type CampaignGroup, foundGroup, openCampaignDatabase, type PostDatabase } from './group.ts'
import { measureReads, percentile95 } from './reads.ts'

export interface GroupPostCampaign {
  /** The arguments that Node needs to start the server. */
  readonly server: readonly string[]
  /** A migrated or an empty database. */
  readonly databaseUrl: string
  readonly dataDir: string
  readonly members: number
  /** How often the server is killed while a second post is delivered. */
  readonly kills: number
  /** Seconds in which the latency of other requests is measured without a delivery. */
  readonly idleSeconds: number
  readonly log: (message: string) => void
}

export interface GroupPostFindings {
  /** Milliseconds until the post that nothing interrupts was answered, and until all members were notified. */
  readonly answer: number
  readonly delivered: number
  /** 95th percentile of the latency of other requests in milliseconds, without and with a delivery. */
  readonly idleLatency: number
  readonly busyLatency: number
  /** How far the second post was delivered at each kill, in members. */
  readonly killedAt: readonly number[]
  /** What is wrong: members without a notification, with several, and feeds without an entry. */
  readonly faults: readonly string[]
}

interface ServerUnderTest {
  server: RunningServer
  readonly start: () => Promise<RunningServer>
  readonly database: PostDatabase
  readonly group: CampaignGroup
}

/**
 * Notifies all members of a large group of a post, and of a second one while the server is killed at random places of the
 * delivery: each member must have each post once.
 */
export async function runGroupPosts(campaign: GroupPostCampaign): Promise<GroupPostFindings> {
  const port = await findFreePort()
  const env = { ...STANDALONE_ENVIRONMENT, DATABASE_URL: campaign.databaseUrl, DATA_DIR: campaign.dataDir }
  const start = () => startProcess({ args: campaign.server, env, port, ready: '/readyz' })
  const server = await start()
  const database = await openCampaignDatabase(campaign.databaseUrl)
  const target: ServerUnderTest = { server, start, database, group: await foundGroup(server.url, database, campaign) }
  try {
    const calm = await postInPeace(target, campaign)
    const killedAt = await postUnderKills(target, campaign)
    const faults = await database.faultsOf(target.group)
    return { ...calm, killedAt, faults }
  } finally {
    await target.server.kill()
    await database.close()
  }
}

async function postInPeace(target: ServerUnderTest, { idleSeconds, log }: GroupPostCampaign) {
  const { database, group, server } = target
  // Half before and half after the delivery, as the load of the machine may change meanwhile.
  const measureIdle = () => measureReads(server.port, group, () => delay(idleSeconds * 500))
  const before = await measureIdle()
  let answer = 0
  const begun = performance.now()
  const busy = await measureReads(server.port, group, async () => {
    await group.post('In peace')
    answer = performance.now() - begun
    await database.waitUntilDelivered('In peace')
  })
  const delivered = performance.now() - begun
  const after = await measureIdle()
  const [idleLatency, busyLatency] = [percentile95([...before, ...after]), percentile95(busy)]
  log(`answered after ${Math.round(answer)} ms, delivered after ${Math.round(delivered)} ms`)
  log(`p95 of other requests: ${[before, busy, after].map((times) => Math.round(percentile95(times))).join(', ')} ms`)
  return { answer, delivered, idleLatency, busyLatency }
}

/** Most milliseconds between a step of the delivery and the kill, so that kills interrupt all stages of a batch. */
const MOST_DELAY = 300

async function postUnderKills(target: ServerUnderTest, { kills, members, log }: GroupPostCampaign): Promise<number[]> {
  const { database } = target
  const killedAt: number[] = []
  if (kills === 0) return killedAt
  await killDuringPost(target)
  for (let kill = 1; kill < kills; kill++) {
    const reached = await database.waitForStep('Killed', Math.floor(members / kills / 2))
    await delay(Math.random() * MOST_DELAY)
    await restart(target)
    killedAt.push(reached)
    log(`kill ${kill + 1} of ${kills} after ${reached} members`)
  }
  await database.waitUntilDelivered('Killed')
  log(`delivered to ${await database.notified('Killed')} members`)
  return killedAt
}

/** The first kill meets the request itself, which is repeated unless its post was stored. */
async function killDuringPost(target: ServerUnderTest): Promise<void> {
  const { group, database } = target
  const posting = group.post('Killed').catch(() => {})
  await delay(Math.random() * MOST_DELAY)
  await restart(target)
  await posting
  if (!(await database.isStored('Killed'))) await group.post('Killed')
}

async function restart(target: ServerUnderTest): Promise<void> {
  await target.server.kill()
  target.server = await target.start()
}

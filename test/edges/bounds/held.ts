import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { parse } from 'graphql'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { expect } from 'vitest'
import { userChanged } from '../../../src/areas/accounts/events.ts'
import { createDocumentCaches } from '../../../src/edges/graphql/execution/documentCache.ts'
import { createRequestGate } from '../../../src/edges/requestGate.ts'
import { limitSocketsPerNetwork } from '../../../src/edges/webSocketLimits.ts'
import { BOUNDS } from '../../../src/kernel/bounds.ts'
import { createCache } from '../../../src/kernel/cache.ts'
import type { DomainEvent } from '../../../src/kernel/events.ts'
import { newId, trusted } from '../../../src/kernel/ids.ts'
import { createPasswordHasher } from '../../../src/kernel/passwordHasher.ts'
import type { RateLimit } from '../../../src/kernel/rateLimit.ts'
import { type CachedKind, createRecordCache, createRowLoader } from '../../../src/kernel/records.ts'
import { createBoundedQueue } from '../../../src/live/asyncQueue.ts'
import { createSnapshotReader } from '../../../src/live/snapshotReader.ts'
import { makeConcurrencyLimit } from '../../../src/platform/images.ts'
import { openLocalPresence } from '../../../src/platform/presence/localPresence.ts'
import { makeRateLimits } from '../../../src/platform/rateLimits.ts'
import type { TestApp } from '../../support/app.ts'
import { type Drive, refusalOf, times } from './drive.ts'

/** Remembers as many people as it can: one more drops the oldest, whose next event is not read ahead any more. */
export const driveFollowedPeople: Drive = async () => {
  const read = new Set<string>()
  const of = ({ subject }: DomainEvent) => {
    read.add(subject)
    return null
  }
  const reader = createSnapshotReader({ of }, [userChanged])
  const eventOf = (number: number) => userChanged(trusted<'user'>(`usr_${number}`))
  const { most } = BOUNDS.followedPeople
  for (let number = 0; number <= most; number++) {
    const found = { domainEvent: eventOf(number), friends: ['friend'], roleHolders: [] }
    await reader.read([found], (user) => user === 'friend')
  }
  read.clear()
  reader.readAhead([eventOf(0), eventOf(1), eventOf(most), eventOf(most + 1)])
  expect([...read]).toEqual(['usr_1', `usr_${most}`])
}

/** Fills a cache: one more entry drops the oldest. */
export const driveCache =
  (max: number): Drive =>
  async () => {
    const cache = createCache<number>({ ttl: 1_000, max, now: () => 0 })
    const isKept = async (key: number) => {
      let kept = true
      await cache.get(`${key}`, async () => {
        kept = false
        return key
      })
      return kept
    }
    for (let key = 0; key < max; key++) await isKept(key)
    expect(await isKept(0)).toBe(true)
    await isKept(max)
    expect(await isKept(1)).toBe(true)
    expect(await isKept(0)).toBe(false)
  }

export const driveDocuments: Drive = async () => {
  const { documentCache } = createDocumentCaches()
  const [length, document] = [16_000, parse('{ a }')]
  const text = (at: number) => `# ${at} `.padEnd(length, 'x')
  const fitting = Math.floor(BOUNDS.cachedDocuments.most / length)
  for (let at = 0; at < fitting; at++) documentCache.set(text(at), document)
  expect(documentCache.get(text(1))).toBeDefined()
  documentCache.set(text(fitting), document)
  documentCache.set(text(fitting + 1), document)
  expect(documentCache.get(text(0))).toBeUndefined()
  expect(documentCache.get(text(fitting + 1))).toBeDefined()
}

const CACHED_TEXT: CachedKind<string> = { name: 'text', sizeOf: ({ length }) => length }

export const driveRecords: Drive = async () => {
  const [records, length] = [createRecordCache(BOUNDS.cachedRecords.most), 2 ** 20]
  const versions = times(BOUNDS.cachedRecords.most / length, (at) => ({ id: `${at}`, revision: 1 }))
  for (const version of versions) records.keep(CACHED_TEXT, version, 'x'.repeat(length))
  expect(versions.map((version) => records.find(CACHED_TEXT, version) !== undefined)).toEqual(
    versions.map((_, at) => at > 0),
  )
}

export const drivePresence: Drive = async () => {
  const presence = openLocalPresence()
  const ids = times(BOUNDS.presenceEntries.most, () => newId('user', new Date()))
  for (const id of ids) presence.noteRequest(id, 'client', 1)
  const more = newId('user', new Date())
  presence.noteRequest(more, 'client', 1)
  expect(presence.statusOf(ids.at(-1) ?? more, 1)).toBe('online')
  expect(presence.statusOf(more, 1)).toBe('offline')
  presence.noteSocket(more, 'client', 1)
  expect(presence.statusOf(more, 1)).toBe('online')
}

const storeClient = {
  query: async () => {
    throw new Error('the store is down')
  },
}
const STORE = { storeClient, storeType: 'pool', tableCreated: true, clearExpiredByTimeout: false } as const
const limitsWithoutStore = () => makeRateLimits((options) => new RateLimiterPostgres({ ...STORE, ...options }))

export const driveCounters: Drive = async () => {
  const limits = limitsWithoutStore()
  const limit: RateLimit = { name: 'bound', points: 1, window: 600 }
  const most = BOUNDS.rateLimitEntries.most
  for (let key = 0; key < most; key++) await limits.take(limit, `${key}`)
  expect(await refusalOf(limits.take(limit, '1'))).toBe('exhausted')
  await limits.take(limit, `${most}`)
  expect(await refusalOf(limits.take(limit, `${most}`))).toBe('exhausted')
  expect(await refusalOf(limits.take(limit, '0'))).toBeNull()
}

export const driveCounts: Drive = async () => {
  const limits = limitsWithoutStore()
  const limit: RateLimit = { name: 'bound', points: 1_000, window: 600 }
  const remaining = async (key: number) => (await limits.count(limit, `${key}`)).remaining
  const first = await remaining(0)
  for (let key = 1; key < BOUNDS.requestCounts.most; key++) await remaining(key)
  expect(await remaining(0)).toBe(first - 1)
  await remaining(BOUNDS.requestCounts.most)
  expect(await remaining(0)).toBe(first)
}

export const driveRows =
  (app: TestApp): Drive =>
  async () => {
    const reads: number[] = []
    const load = createRowLoader<{ id: string }>(async (_source, ids) => {
      reads.push(ids.length)
      return ids.map((id) => ({ id }))
    })
    const { most } = BOUNDS.rowsPerStatement
    await Promise.all(times(most, (at) => load(app.scope(), `${at}`)))
    await Promise.all(times(most + 1, (at) => load(app.scope(), `${at}`)))
    expect(reads).toEqual([most, most, 1])
  }

/** Hashes at the same time: as many as may be in work or wait are done, one more is refused. */
export const driveHashes: Drive = async () => {
  let begun = 0
  const hasher = await createPasswordHasher(() => begun++, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  const { passwordHashes, passwordHashesWaiting } = BOUNDS
  const all = times(passwordHashes.most + passwordHashesWaiting.most, () => hasher.hash('a password'))
  // Only microtasks run, so that none of the hashes can be done.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  expect(begun).toBe(passwordHashes.most)
  expect(await refusalOf(hasher.hash('a password'))).toBe('unavailable')
  await Promise.all(all)
  expect(await refusalOf(hasher.hash('a password'))).toBeNull()
}

export const driveImages: Drive = async () => {
  const { imagesAtOnce, imagesWaiting } = BOUNDS
  const limited = makeConcurrencyLimit(imagesAtOnce.most, imagesWaiting.most)
  const { promise, resolve } = gate()
  let begun = 0
  const work = () => {
    begun += 1
    return promise
  }
  const all = times(imagesAtOnce.most + imagesWaiting.most, () => limited(work))
  await Promise.resolve()
  expect(begun).toBe(imagesAtOnce.most)
  expect(await refusalOf(limited(work))).toBe('unavailable')
  resolve()
  await Promise.all(all)
}

function gate() {
  let open = () => {}
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, resolve: () => open() }
}

export const driveQueue: Drive = async () => {
  const capacity = BOUNDS.queuedEvents.most
  const lost = new Error('lost')
  const queue = createBoundedQueue<number>({ capacity, overflow: () => lost, end: () => {} })
  for (let at = 0; at < capacity; at++) queue.push(at)
  expect(await queue.values.next()).toEqual({ done: false, value: 0 })
  queue.push(capacity)
  queue.push(capacity + 1)
  await expect(queue.values.next()).rejects.toBe(lost)
}

/** Opens websockets from one address: one more is refused, those of others are not, and a closed one makes room. */
export const driveNetworkSockets: Drive = async () => {
  const opened: PassThrough[] = []
  const upgrade = limitSocketsPerNetwork({ trusted: 1, isLoopbackServer: false })((_request, socket) => {
    opened.push(socket instanceof PassThrough ? socket : new PassThrough())
  })
  const connect = (address: string) => {
    const request = new IncomingMessage(new Socket())
    request.headers['x-forwarded-for'] = address
    const socket = new PassThrough()
    void upgrade(request, socket, Buffer.alloc(0))
    return socket
  }
  const { most } = BOUNDS.socketsPerAddress
  times(most, (at) => connect(`2001:db8::${at + 1}`))
  expect(opened).toHaveLength(most)
  expect(String(connect('2001:db8::ffff').read())).toMatch(/^HTTP\/1.1 429 /)
  connect('2001:db8:1::1')
  expect(opened).toHaveLength(most + 1)
  opened[0]?.destroy()
  await new Promise((resolve) => opened[0]?.once('close', resolve))
  connect('2001:db8::ffff')
  expect(opened).toHaveLength(most + 2)
}

/** Refuses requests of one address at the same time: one more is refused before all others. */
export const driveDelayedRefusals: Drive = async () => {
  const state = { isAllowed: false, limit: 1, remaining: 0, reset: 1 }
  const gate = createRequestGate({
    limits: { ...limitsWithoutStore(), count: async () => state },
    perUser: 1,
    perAddress: 1,
    poolSize: 1,
    proxies: { trusted: 0, isLoopbackServer: false },
    identify: async () => null,
  })
  const refused: number[] = []
  const ask = (at: number) =>
    gate.count({ viewer: null, clientInfo: { network: 'a' } }).catch(() => void refused.push(at))
  const { most } = BOUNDS.delayedRefusals
  await Promise.all(times(most + 1, ask))
  expect(refused[0]).toBe(most)
  expect(refused).toHaveLength(most + 1)
}

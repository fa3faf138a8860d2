import { beforeAll, describe, expect, it, test } from 'vitest'
import { collectFigures } from '../../../src/areas/operations/figures/collect.ts'
import { percentileOf } from '../../../src/areas/operations/figures/percentile.ts'
import { reportNode } from '../../../src/areas/operations/node/report.ts'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { anApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGraphSocket, withCookie } from '../../support/graphSocket.ts'
import { query } from '../../support/jams.ts'
import { aQueuedMail, aRun } from '../../support/jobs.ts'
import { aPipelineSocket } from '../../support/pipelineSocket.ts'
import { aUserReportRequest, submitReport } from '../../support/reports.ts'
import { aStaffMember } from '../../support/staff.ts'
import { anAdmin, aRegisteredUser, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
const NO_LOAD = { cpu: 0.1, memory: 100_000_000, delay: 1 }
const HOUR = 60 * MINUTE

/** The sum of a counter of the process. */
async function counted(name: string): Promise<number> {
  const metric = await app.platform.metrics.getSingleMetric(name)?.get()
  return metric?.values.reduce((sum, { value }) => sum + Number(value), 0) ?? 0
}

/** Goes on to the next minute, and gathers what has happened since. */
async function gather(): Promise<void> {
  app.clock.advance(MINUTE)
  await reportNode(app.scope(), NO_LOAD)
  await collectFigures(app.scope())
}

const timeAt = (from: number) => new Date(app.clock.now().getTime() + from).toISOString()

interface Point {
  readonly at: string
  readonly value: number
}

async function figures(reader: TestUser, kinds: string, [from, until]: readonly [number, number], step = 'MINUTE') {
  const range = `from: "${timeAt(from)}", until: "${timeAt(until)}", step: ${step}`
  const answer = await query(app, reader, `{ figures(kinds: [${kinds}], ${range}) { kind points { at value } } }`)
  const found: readonly { kind: string; points: readonly Point[] }[] = answer.figures
  return new Map(found.map(({ kind, points }) => [kind, points]))
}

const lastOf = (points: readonly Point[] | undefined) => points?.at(-1)?.value
const sumOf = (points: readonly Point[] | undefined) => points?.reduce((sum, { value }) => sum + value, 0)

const REQUESTS = 200
const ERRORS = 20

describe('a known load', () => {
  let operator: TestUser
  let known: Awaited<ReturnType<typeof figures>>
  /** The figures of the minute in which nothing but the load was sent. */
  let loaded: typeof known

  beforeAll(async () => {
    operator = await aStaffMember(app, 'operations')
    const ada = await aUser(app)
    await gather()
    const before = await counted('plaza_http_requests_total')
    const { db, now } = app.scope()
    for (let one = 0; one < REQUESTS; one++) await ada.api.fetch('/api/1/time')
    await db.configEntry.update({ where: { key: 'contactEmail' }, data: { value: 5, updatedAt: now } })
    const graph = aGraphClient(app, ada.api)
    for (let one = 0; one < ERRORS; one++) await graph.send('{ serverInfo { contactEmail } }')
    await db.configEntry.update({ where: { key: 'contactEmail' }, data: { value: 'a@plaza.test', updatedAt: now } })
    await eventually(async () => (await counted('plaza_http_requests_total')) - before === REQUESTS + ERRORS)
    await gather()
    loaded = await figures(operator, 'REQUESTS, ERRORS', [-5 * MINUTE, 0])

    const people = [await aRegisteredUser(app), await aRegisteredUser(app), await aRegisteredUser(app)]
    for (const person of people) await aPipelineSocket(app, person)
    await aGraphSocket(app, withCookie(ada))
    await submitReport(ada, aUserReportRequest(operator.id))
    await aRun(app)
    await aRun(app, { state: 'created' })
    await aQueuedMail(app, { to: 'ada@plaza.test' })
    await gather()
    known = await figures(operator, ALL, [-5 * MINUTE, 0])
  })

  const ALL = `ONLINE, SIGN_UPS, REQUESTS, ERRORS, REQUEST_P50_MS, REQUEST_P95_MS, SOCKETS, JOBS_WAITING, JOBS_FAILED,
    MAILS_WAITING, MAILS_FAILED, STORAGE_BYTES, TOKENS_MOVED, REPORTS_OPEN`

  it('is found in requests and errors within a percent', () => {
    const sent = REQUESTS + ERRORS
    expect(Math.abs((lastOf(loaded.get('REQUESTS')) ?? 0) - sent)).toBeLessThanOrEqual(sent / 100)
    expect(lastOf(loaded.get('ERRORS'))).toBe(ERRORS)
  })

  it('is found in people, sockets, jobs, mails and reports', () => {
    expect(sumOf(known.get('SIGN_UPS'))).toBeGreaterThanOrEqual(3)
    expect(lastOf(known.get('SOCKETS'))).toBe(4)
    expect(lastOf(known.get('ONLINE'))).toBeGreaterThanOrEqual(4)
    expect(lastOf(known.get('JOBS_FAILED'))).toBe(1)
    expect(lastOf(known.get('JOBS_WAITING'))).toBe(1)
    expect(lastOf(known.get('MAILS_FAILED'))).toBe(1)
    expect(lastOf(known.get('MAILS_WAITING'))).toBe(0)
    expect(lastOf(known.get('REPORTS_OPEN'))).toBe(1)
    expect(lastOf(known.get('TOKENS_MOVED'))).toBe(0)
  })

  it('has percentiles', () => {
    const [half, most] = [lastOf(known.get('REQUEST_P50_MS')) ?? 0, lastOf(known.get('REQUEST_P95_MS')) ?? 0]
    expect(half).toBeGreaterThan(0)
    expect(most).toBeGreaterThanOrEqual(half)
  })

  it('is found by hours and days, with equal sums, after the hour is stored and its minutes are gone', async () => {
    const range = [-2 * HOUR, MINUTE] as const
    const before = await figures(operator, 'REQUESTS, REQUEST_P95_MS', range, 'HOUR')
    for (const later of [HOUR + 3 * MINUTE, 26 * HOUR]) {
      app.clock.advance(later)
      await collectFigures(app.scope())
    }
    expect(await app.scope().db.nodeMinute.count()).toBe(0)
    const later = [-30 * HOUR, -24 * HOUR] as const
    const after = await figures(operator, 'REQUESTS, REQUEST_P95_MS', later, 'HOUR')
    expect(sumOf(after.get('REQUESTS'))).toBe(sumOf(before.get('REQUESTS')))
    expect(sumOf((await figures(operator, 'REQUESTS', [-50 * HOUR, 0], 'DAY')).get('REQUESTS'))).toBe(
      sumOf(before.get('REQUESTS')),
    )
    expect(lastOf(after.get('REQUEST_P95_MS'))).toBeGreaterThan(0)
  })
})

test('open reports are told to staff with REPORTS, other figures are not', async () => {
  const moderator = await aStaffMember(app, 'reports')
  expect((await figures(moderator, 'REPORTS_OPEN', [-HOUR, 0])).has('REPORTS_OPEN')).toBe(true)
  await expect(figures(moderator, 'REPORTS_OPEN, REQUESTS', [-HOUR, 0])).rejects.toThrow('FORBIDDEN')
})

test('too many steps are refused', async () => {
  const admin = await anAdmin(app)
  await expect(figures(admin, 'ONLINE', [-30 * HOUR, 0])).rejects.toThrow('TOO_MANY_ENTRIES')
})

describe('a percentile', () => {
  const buckets = (...counts: readonly number[]) => Array.from({ length: 13 }, (_, at) => counts[at] ?? 0)

  it.each([
    [0.5, buckets(100), 1],
    [0.95, buckets(100), 1.9],
    [0.5, buckets(50, 50), 2],
    [0.95, buckets(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10), 10_000],
  ])('of %d is read from the numbers in the buckets %j', (part, durations, milliseconds) => {
    expect(percentileOf(durations, part)).toBeCloseTo(milliseconds)
  })

  it('is unknown without requests', () => expect(percentileOf(buckets(), 0.5)).toBeNull())
})

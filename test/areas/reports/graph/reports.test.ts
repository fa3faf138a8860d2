import { beforeEach, describe, expect, test } from 'vitest'
import { graphql } from '../../../generated/index.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aGraphClient, countStatements } from '../../../support/graphClient.ts'
import { aProp } from '../../../support/props.ts'
import {
  AssignReport,
  aModerator,
  aUserReportRequest,
  aWorldReportRequest,
  CloseReport,
  ReportById,
  submitReport,
} from '../../../support/reports.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const Submit = graphql(`
  mutation SubmitReport($input: SubmitModerationReportInput!) {
    submitModerationReport(input: $input) {
      report {
        id type category reason contentId contentName description status closeReason closedAt
        content { __typename ... on User { id } ... on World { id } }
        moderation { updatedAt }
      }
      reportEdge { cursor node { id } }
      viewer { reports { totalCount } }
    }
  }
`)
const Mine = graphql(`
  query OwnReports($first: Int, $after: String) {
    viewer { reports(first: $first, after: $after) { totalCount nodes { id status closeReason contentId moderation { updatedAt } } pageInfo { hasNextPage endCursor } } }
  }
`)
const Queue = graphql(`
  query ReportQueue(
    $filter: ReportFilter, $sort: ReportSort, $ascending: Boolean, $first: Int, $after: String, $last: Int, $before: String
  ) {
    reports(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      nodes {
        id moderation { reporter { id } assignee { id } }
        content { ... on User { displayName } ... on World { name } ... on Prop { propName: name } }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
    reportStatusCounts(filter: $filter) { status count }
    reportTypeCounts(filter: $filter) { type count }
  }
`)

const app = await sharedClockApp()
const { admin, graph } = await aModerator(app)
let ada: TestUser
let eve: TestUser
beforeEach(async () => {
  ;[ada, eve] = [await aUser(app), await aUser(app)]
})

describe('submitModerationReport', () => {
  test('shows the reporter the status of the report, but not what only admins see', async () => {
    const reporter = aGraphClient(app, ada.api)
    const details = { imageType: 'icon', holderId: eve.id, instanceType: null, suggestedWarnings: ['GORE' as const] }
    const input = { ...aUserReportRequest(eve.id), description: 'Sells things.', details }
    const { submitModerationReport: submitted } = await reporter.run(Submit, { input })
    const { report } = submitted
    expect(submitted).toMatchObject({ reportEdge: { node: { id: report.id } }, viewer: { reports: { totalCount: 1 } } })
    expect(report).toMatchObject({
      ...aUserReportRequest(eve.id),
      contentName: eve.username,
      description: 'Sells things.',
      status: 'OPEN',
      closeReason: null,
      closedAt: null,
      content: { __typename: 'User', id: eve.id },
      moderation: null,
    })
    expect(await graph.run(ReportById, { id: report.id })).toMatchObject({
      node: {
        moderation: {
          details: {
            ...{ imageType: 'icon', instanceType: null, userInSameInstance: null, suggestedWarnings: ['GORE'] },
            ...{ holder: { id: eve.id }, file: null },
          },
        },
      },
    })
    await graph.run(CloseReport, { reportId: report.id, reason: 'Seen to.' })
    expect((await reporter.run(Mine, {})).viewer?.reports.nodes).toEqual([
      { id: report.id, status: 'CLOSED', closeReason: 'Seen to.', contentId: eve.id, moderation: null },
    ])
    expect((await aGraphClient(app, eve.api).run(Mine, {})).viewer?.reports.nodes).toEqual([])
    expect(await reporter.run(ReportById, { id: report.id })).toEqual({
      node: { id: report.id, status: 'CLOSED', closeReason: 'Seen to.', moderation: null },
    })
    expect(await aGraphClient(app, eve.api).run(ReportById, { id: report.id })).toEqual({ node: null })
    expect(await reporter.refusalCodes(Queue, {})).toEqual(['FORBIDDEN'])
  })

  test('adds to the list of own reports, which has pages', async () => {
    const ids: string[] = []
    for (const reason of ['spam', 'hate', 'impersonation'])
      ids.unshift(await submitReport(ada, { ...aUserReportRequest(eve.id), reason }))
    const reporter = aGraphClient(app, ada.api)
    const { viewer: first } = await reporter.run(Mine, { first: 2 })
    expect(first?.reports.nodes.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const { viewer: rest } = await reporter.run(Mine, { first: 2, after: first?.reports.pageInfo.endCursor ?? null })
    expect(rest?.reports).toMatchObject({ nodes: [{ id: ids[2] }], pageInfo: { hasNextPage: false } })
    expect(await reporter.refusalCodes(Mine, { after: 'bm9uc2Vuc2U' })).toEqual(['BAD_INPUT'])
  })

  test.each([
    ['type', { type: 'weather' }, 'BAD_INPUT'],
    ['description', { description: 'x'.repeat(2_001) }, 'BAD_INPUT'],
    ['details', { details: { imageType: 'x'.repeat(257) } }, 'BAD_INPUT'],
    ['contentId', { contentId: 'usr_00000000-0000-4000-8000-0000000000ff' }, 'NOT_FOUND'],
  ])('refuses an invalid %s', async (_field, change, code) => {
    expect(
      await aGraphClient(app, ada.api).refusalCodes(Submit, { input: { ...aUserReportRequest(eve.id), ...change } }),
    ).toEqual([code])
  })
})

/** The open reports on a person and, assigned to the admin, on a world, as the queue shows them. */
const openQueue = (person: string, world: string) => ({
  reportStatusCounts: [
    { status: 'OPEN', count: 2 },
    { status: 'CLOSED', count: 1 },
  ],
  reportTypeCounts: [
    { type: 'user', count: 1 },
    { type: 'world', count: 1 },
  ],
  reports: {
    totalCount: 2,
    nodes: [
      {
        ...{ id: world, content: { name: 'A bad world' } },
        moderation: { reporter: { id: ada.id }, assignee: { id: admin.id } },
      },
      { id: person, moderation: { assignee: null }, content: { displayName: eve.username } },
    ],
  },
})

describe('reports', () => {
  test('have filters, orders, pages, and counts by status and type', async () => {
    const worldId = await aWorld(app, eve, { name: 'A bad world' })
    const begun = app.clock.now().toISOString()
    const person = await submitReport(ada, aUserReportRequest(eve.id))
    app.clock.advance(1_000)
    const world = await submitReport(ada, aWorldReportRequest(worldId))
    app.clock.advance(1_000)
    const between = app.clock.now().toISOString()
    const third = await submitReport(ada, { ...aUserReportRequest(eve.id), reason: 'hate' })
    app.clock.advance(1_000)
    await graph.run(CloseReport, { reportId: third, reason: 'Nothing wrong.' })
    app.clock.advance(1_000)
    await graph.run(AssignReport, { reportId: world, assigneeId: admin.id })
    const find = (filter: object, more: object = {}) =>
      graph.run(Queue, { filter: { reporterId: ada.id, ...filter }, ...more })
    const ids = async (filter: object, more: object = {}) =>
      (await find(filter, more)).reports.nodes.map(({ id }) => id)
    expect(await find({ statuses: ['OPEN'] })).toMatchObject(openQueue(person, world))
    const expected: readonly [filter: object, found: readonly unknown[], more?: object][] = [
      [{ statuses: ['CLOSED'] }, [third]],
      [{ statuses: ['OPEN', 'CLOSED'] }, [third, world, person]],
      [{ statuses: [] }, []],
      [{ types: ['world', 'weather'] }, [world]],
      [{ categories: ['content'] }, [world]],
      [{ assigneeId: admin.id }, [world]],
      [{ isUnassigned: true }, [third, person]],
      [{ contentId: worldId }, [world]],
      [{ types: ['weather'] }, []],
      [{ since: between }, [third]],
      [{ since: begun, until: between }, [world, person]],
      [{}, [person, world, third], { ascending: true }],
      [{}, [world, third, person], { sort: 'UPDATED_AT' }],
    ]
    for (const [filter, found, more] of expected) expect(await ids(filter, more)).toEqual(found)
    const { errors = [] } = await graph.send(Queue.toString(), { filter: { isUnassigned: true, assigneeId: admin.id } })
    expect(errors[0]?.extensions).toMatchObject({
      ...{ code: 'BAD_INPUT', reason: 'WRONG_COMBINATION', issues: [{ path: ['filter', 'isUnassigned'] }] },
    })
  })

  test.each([
    ['CREATED_AT', false, [2, 1, 0]],
    ['CREATED_AT', true, [0, 1, 2]],
    ['UPDATED_AT', false, [2, 1, 0]],
    ['UPDATED_AT', true, [0, 1, 2]],
  ] as const)('have pages from either end in the order %s, ascending: %s', async (sort, ascending, order) => {
    const made: string[] = []
    for (const reason of ['spam', 'hate', 'impersonation']) {
      made.push(await submitReport(ada, { ...aUserReportRequest(eve.id), reason }))
      app.clock.advance(1_000)
    }
    const expected = order.map((at) => made[at])
    const page = async (more: object) =>
      (await graph.run(Queue, { filter: { reporterId: ada.id }, sort, ascending, ...more })).reports
    const first = await page({ first: 2 })
    const next = await page({ first: 2, after: first.pageInfo.endCursor })
    expect([first, next].flatMap(({ nodes }) => nodes.map(({ id }) => id))).toEqual(expected)
    expect([first.pageInfo.hasNextPage, next.pageInfo.hasNextPage]).toEqual([true, false])
    expect([first.totalCount, next.totalCount]).toEqual([3, 3])
    const before = await page({ last: 1, before: next.pageInfo.startCursor })
    expect(before.nodes.map(({ id }) => id)).toEqual(expected.slice(1, 2))
  })

  test('reads the reported content in batches: more reports need no more statements', async () => {
    const people = [ada, await aUser(app), await aUser(app)]
    const query = () => graph.run(Queue, { filter: { reporterId: ada.id } })
    await submitReport(ada, aUserReportRequest(eve.id))
    const fewest = await countStatements(app, query)
    for (const person of people.slice(1)) {
      await submitReport(ada, aUserReportRequest(person.id))
      await submitReport(ada, aWorldReportRequest(await aWorld(app, person)))
    }
    // One more for the worlds, one for their authors.
    expect(await countStatements(app, query)).toBeLessThanOrEqual(fewest + 2)
  })

  test('show a reported prop', async () => {
    const { db } = app.scope()
    const propId = await aProp(app, eve)
    const id = await submitReport(ada, aUserReportRequest(eve.id))
    await db.moderationReport.update({ where: { id }, data: { contentId: propId } })
    const { reports } = await graph.run(Queue, { filter: { contentId: propId } })
    expect(reports.nodes).toMatchObject([{ content: { propName: expect.stringContaining('Prop') } }])
  })
})

const Options = graphql(`
  query Options {
    reportOptions {
      type label description
      categories { category label description reasons { reason label description } }
    }
  }
`)

test('reportOptions lists what can be reported, to anybody, and each choice is accepted', async () => {
  const { reportOptions } = await aGraphClient(app).run(Options)
  const { reportOptions: configured } = await ada.api.call('getConfig')
  const offered = reportOptions.map(({ type, categories }) => [
    type,
    Object.fromEntries(categories.map(({ category, reasons }) => [category, reasons.map(({ reason }) => reason)])),
  ])
  expect(Object.fromEntries(offered)).toEqual(configured)
  const [option] = reportOptions.filter(({ type }) => type === 'user')
  expect(option).toMatchObject({ label: 'Profile', description: expect.any(String) })
  const choices = option?.categories.flatMap(({ category, reasons }) =>
    reasons.map(({ reason }) => ({ type: 'user', category, reason, contentId: eve.id })),
  )
  for (const input of choices ?? [])
    expect(await aGraphClient(app, ada.api).run(Submit, { input })).toMatchObject({
      submitModerationReport: { report: { reason: input.reason } },
    })
})

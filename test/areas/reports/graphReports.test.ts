import { beforeEach, describe, expect, test } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { anApp } from '../../support/app.ts'
import { aGraphClient, countStatements } from '../../support/graphClient.ts'
import {
  AssignReport,
  aModerator,
  aUserReportRequest,
  aWorldReportRequest,
  CloseReport,
  ReportById,
  submitReport,
} from '../../support/reports.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const Submit = graphql(`
  mutation SubmitReport($input: SubmitModerationReportInput!) {
    submitModerationReport(input: $input) {
      id type category reason contentId contentName description status closeReason closedAt
      content { __typename ... on User { id } ... on World { id } }
    }
  }
`)
const Mine = graphql(`
  query OwnReports($first: Int, $after: String) {
    viewer { reports(first: $first, after: $after) { nodes { id status closeReason contentId } pageInfo { hasNextPage endCursor } } }
  }
`)
const Queue = graphql(`
  query ReportQueue(
    $status: ModerationReportStatus, $type: String, $assigneeId: ID, $unassigned: Boolean, $reporterId: ID, $contentId: ID
    $first: Int, $after: String, $last: Int, $before: String
  ) {
    moderationReports(
      status: $status, type: $type, assigneeId: $assigneeId, unassigned: $unassigned, reporterId: $reporterId
      contentId: $contentId, first: $first, after: $after, last: $last, before: $before
    ) {
      totalCount countsByStatus { value count } countsByType { value count }
      nodes { id reporter { id } assignee { id } content { ... on User { displayName } ... on World { name } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

const app = await anApp()
const { admin, graph } = await aModerator(app)
let ada: TestUser
let eve: TestUser
beforeEach(async () => {
  ;[ada, eve] = [await aUser(app), await aUser(app)]
})

describe('submitModerationReport', () => {
  test('shows the reporter the status of the report, but not what only admins see', async () => {
    const reporter = aGraphClient(app, ada.api)
    const details = { imageType: 'icon', mood: 'bad' }
    const input = { ...aUserReportRequest(eve.id), description: 'Sells things.', details }
    const { submitModerationReport: report } = await reporter.run(Submit, { input })
    expect(report).toMatchObject({
      ...aUserReportRequest(eve.id),
      contentName: eve.username,
      description: 'Sells things.',
      status: 'OPEN',
      closeReason: null,
      closedAt: null,
      content: { __typename: 'User', id: eve.id },
    })
    expect(await graph.run(ReportById, { id: report.id })).toMatchObject({ node: { details: { imageType: 'icon' } } })
    await graph.run(CloseReport, { reportId: report.id, reason: 'Seen to.' })
    expect((await reporter.run(Mine, {})).viewer?.reports.nodes).toEqual([
      { id: report.id, status: 'CLOSED', closeReason: 'Seen to.', contentId: eve.id },
    ])
    expect((await aGraphClient(app, eve.api).run(Mine, {})).viewer?.reports.nodes).toEqual([])
    expect(await reporter.run(ReportById, { id: report.id })).toEqual({ node: null })
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
    ['details', { details: { userInSameInstance: 'yes' } }, 'BAD_INPUT'],
    ['contentId', { contentId: 'usr_00000000-0000-4000-8000-0000000000ff' }, 'NOT_FOUND'],
  ])('refuses an invalid %s', async (_field, change, code) => {
    expect(
      await aGraphClient(app, ada.api).refusalCodes(Submit, { input: { ...aUserReportRequest(eve.id), ...change } }),
    ).toEqual([code])
  })
})

describe('moderationReports', () => {
  test('has filters, pages, and counts by status and type', async () => {
    const worldId = await aWorld(app, eve, { name: 'A bad world' })
    const [person, world] = [
      await submitReport(ada, aUserReportRequest(eve.id)),
      await submitReport(ada, aWorldReportRequest(worldId)),
    ]
    const third = await submitReport(ada, { ...aUserReportRequest(eve.id), reason: 'hate' })
    await graph.run(AssignReport, { reportId: world, assigneeId: admin.id })
    await graph.run(CloseReport, { reportId: third, reason: 'Nothing wrong.' })
    const find = async (variables: object) => {
      const { moderationReports } = await graph.run(Queue, { reporterId: ada.id, ...variables })
      return moderationReports
    }
    const ids = async (variables: object) => (await find(variables))?.nodes.map(({ id }) => id)
    expect(await find({ status: 'OPEN' })).toMatchObject({
      totalCount: 2,
      countsByStatus: [
        { value: 'open', count: 2 },
        { value: 'closed', count: 1 },
      ],
      countsByType: [
        { value: 'user', count: 1 },
        { value: 'world', count: 1 },
      ],
      nodes: [
        { id: world, reporter: { id: ada.id }, assignee: { id: admin.id }, content: { name: 'A bad world' } },
        { id: person, assignee: null, content: { displayName: eve.username } },
      ],
    })
    expect(await ids({ status: 'CLOSED' })).toEqual([third])
    expect(await ids({ type: 'world' })).toEqual([world])
    expect(await ids({ assigneeId: admin.id })).toEqual([world])
    expect(await ids({ unassigned: true })).toEqual([third, person])
    expect(await ids({ contentId: worldId })).toEqual([world])
    expect(await ids({ type: 'weather' })).toEqual([])
    const page = await find({ first: 2 })
    expect(page?.nodes.map(({ id }) => id)).toEqual([third, world])
    const next = await find({ first: 2, after: page?.pageInfo.endCursor })
    expect(next).toMatchObject({ nodes: [{ id: person }], pageInfo: { hasNextPage: false } })
    expect((await find({ last: 1, before: next?.pageInfo.startCursor }))?.nodes).toMatchObject([{ id: world }])
  })

  test('reads the reported content in batches: more reports need no more statements', async () => {
    const people = [ada, await aUser(app), await aUser(app)]
    const query = () => graph.run(Queue, { reporterId: ada.id })
    await submitReport(ada, aUserReportRequest(eve.id))
    const fewest = await countStatements(app, query)
    for (const person of people.slice(1)) {
      await submitReport(ada, aUserReportRequest(person.id))
      await submitReport(ada, aWorldReportRequest(await aWorld(app, person)))
    }
    expect(await countStatements(app, query)).toBeLessThanOrEqual(fewest + 2)
  })
})

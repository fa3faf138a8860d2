import { beforeEach, describe, expect, test } from 'vitest'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import {
  AssignReport,
  aModerator,
  aUserReportRequest,
  aWorldReportRequest,
  CloseReport,
  submitReport,
  UNKNOWN_REPORT_ID,
} from '../../../support/reports.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const Subjects = graphql(`
  query Subjects($filter: ReportSubjectFilter, $sort: ReportSubjectSort) {
    reportSubjects(filter: $filter, sort: $sort, first: 100) {
      totalCount
      nodes {
        id contentId kind contentName reportCount reporterCount weight types categories oldestAt newestAt
        author { id } assignee { id } reports { nodes { id } }
      }
    }
  }
`)
const CloseAll = graphql(`
  mutation CloseAll($reportIds: [ID!]!, $reason: String!, $outcome: ReportOutcome) {
    closeReports(input: { reportIds: $reportIds, reason: $reason, outcome: $outcome }) {
      results { reportId refusalReason report { status moderation { outcome } } }
    }
  }
`)
const AssignAll = graphql(`
  mutation AssignAll($reportIds: [ID!]!, $assigneeId: ID, $takeOver: Boolean) {
    assignReports(input: { reportIds: $reportIds, assigneeId: $assigneeId, takeOver: $takeOver }) {
      results { reportId refusalReason assigneeId report { id } }
    }
  }
`)
const Reopen = graphql(`
  mutation Reopen($reportId: ID!) {
    reopenReport(input: { reportId: $reportId }) { report { status closeReason moderation { outcome closedBy { id } } } }
  }
`)
const Heaviest = graphql(`
  query Heaviest($filter: ReportFilter) {
    reports(filter: $filter, sort: WEIGHT, first: 100) {
      nodes { id moderation { weight author { id } others { nodes { id } } subject { reportCount } } }
    }
  }
`)

const app = await sharedApp()
const { admin, graph } = await aModerator(app)
let ada: TestUser
let eve: TestUser
beforeEach(async () => {
  ;[ada, eve] = [await aUser(app), await aUser(app)]
})

const subjectOf = async (contentId: string) =>
  (await graph.run(Subjects, { filter: { contentId } })).reportSubjects.nodes[0]

describe('claims', () => {
  test('are refused to a second one of the staff, who is told by whom, unless it is taken over', async () => {
    const reportId = await submitReport(ada, aUserReportRequest(eve.id))
    const other = await anAdmin(app)
    const second = aGraphClient(app, other.api)
    await graph.run(AssignReport, { reportId, assigneeId: admin.id })
    const { errors } = await second.send(AssignReport.toString(), { reportId, assigneeId: other.id })
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'REPORT_CLAIMED', assigneeId: admin.id } }])
    expect(await second.refusalCodes(AssignReport, { reportId })).toEqual(['CONFLICT'])
    await second.run(AssignReport, { reportId, assigneeId: other.id, takeOver: true })
    expect(await graph.refusalCodes(AssignReport, { reportId, assigneeId: admin.id })).toEqual(['CONFLICT'])
    await second.run(AssignReport, { reportId })
    await graph.run(AssignReport, { reportId, assigneeId: admin.id })
    expect(await subjectOf(eve.id)).toMatchObject({ assignee: { id: admin.id } })
  })

  test('go to exactly one of two who claim at once', async () => {
    const reportId = await submitReport(ada, aUserReportRequest(eve.id))
    const staff = [admin, await anAdmin(app)]
    const answers = await runConcurrently(app, 2, (at) => {
      const claimant = staff[at] ?? admin
      return aGraphClient(app, claimant.api).send(AssignReport.toString(), { reportId, assigneeId: claimant.id })
    })
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
  })
})

describe('what open reports are about', () => {
  test('is counted with every report, close and erasure', async () => {
    const worldId = await aWorld(app, eve)
    const first = await submitReport(ada, aWorldReportRequest(worldId))
    const second = await submitReport(ada, { ...aWorldReportRequest(worldId), reason: 'copyright' })
    const third = await submitReport(await aUser(app), aWorldReportRequest(worldId))
    expect(await subjectOf(worldId)).toMatchObject({
      kind: 'WORLD',
      author: { id: eve.id },
      reportCount: 3,
      reporterCount: 2,
      weight: 40,
      types: ['world'],
      categories: ['content'],
      assignee: null,
      reports: { nodes: [{ id: third }, { id: second }, { id: first }] },
    })
    await graph.run(CloseReport, { reportId: third, reason: 'Seen to.' })
    expect(await subjectOf(worldId)).toMatchObject({ reportCount: 2, reporterCount: 1, weight: 20 })
    await app.scope().db.moderationReport.delete({ where: { id: second } })
    expect(await subjectOf(worldId)).toMatchObject({ reportCount: 1, reporterCount: 1 })
    await graph.run(CloseReport, { reportId: first, reason: 'Seen to.' })
    expect(await subjectOf(worldId)).toBeUndefined()
    await graph.run(Reopen, { reportId: first })
    expect(await subjectOf(worldId)).toMatchObject({ reportCount: 1, weight: 20 })
  })

  test('is counted right when people report it at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aUser(app)))
    await runConcurrently(app, people.length, (at) => submitReport(people[at] ?? ada, aUserReportRequest(eve.id)))
    expect(await subjectOf(eve.id)).toMatchObject({ reportCount: 4, reporterCount: 4 })
  })

  test('is filtered and sorted', async () => {
    const worldId = await aWorld(app, eve)
    await submitReport(ada, aUserReportRequest(eve.id))
    await submitReport(ada, aWorldReportRequest(worldId))
    const listed = async (filter: object, sort?: 'WEIGHT' | 'NEWEST_AT' | 'OLDEST_AT') =>
      (
        await graph.run(Subjects, { filter: { authorId: eve.id, ...filter }, sort: sort ?? null })
      ).reportSubjects.nodes.map(({ contentId }) => contentId)
    expect(await listed({})).toEqual([worldId, eve.id])
    expect(await listed({}, 'NEWEST_AT')).toEqual([worldId, eve.id])
    expect(await listed({ kinds: ['USER'] })).toEqual([eve.id])
    expect(await listed({ types: ['world'] })).toEqual([worldId])
    expect(await listed({ categories: ['text'] })).toEqual([eve.id])
    expect(await listed({ isUnassigned: true })).toEqual([worldId, eve.id])
    expect(await listed({ assigneeId: admin.id })).toEqual([])
    expect(await listed({ until: new Date(0).toISOString() })).toEqual([])
    expect(await graph.refusalCodes(Subjects, { filter: { isUnassigned: true, assigneeId: admin.id } })).toEqual([
      'BAD_INPUT',
    ])
  })
})

test('reports of people who were right weigh more, and less of those who were not', async () => {
  const weightOfNext = async (reporter: TestUser) => {
    const reportId = await submitReport(reporter, aUserReportRequest((await aUser(app)).id))
    const { reports } = await graph.run(Heaviest, { filter: { reporterId: reporter.id, statuses: ['OPEN'] } })
    return { reportId, weight: reports.nodes.find(({ id }) => id === reportId)?.moderation?.weight }
  }
  const [right, wrong] = [await weightOfNext(ada), await weightOfNext(eve)]
  expect([right.weight, wrong.weight]).toEqual([5, 5])
  await graph.run(CloseReport, { reportId: right.reportId, reason: 'Thanks.', outcome: 'ACTED' })
  await graph.run(CloseReport, { reportId: wrong.reportId, reason: 'No.' })
  expect((await weightOfNext(ada)).weight).toBe(7)
  expect((await weightOfNext(eve)).weight).toBe(3)
  await graph.run(Reopen, { reportId: wrong.reportId })
  expect(await app.scope().db.reporterRecord.findUnique({ where: { userId: eve.id } })).toMatchObject({
    closedCount: 0,
    actedCount: 0,
  })
})

test('the list of reports is filtered by the person responsible, and shows the others', async () => {
  const worldId = await aWorld(app, eve)
  const heavy = await submitReport(ada, aWorldReportRequest(worldId))
  const light = await submitReport(ada, aUserReportRequest(eve.id))
  const { reports } = await graph.run(Heaviest, { filter: { authorId: eve.id } })
  expect(reports.nodes).toMatchObject([
    { id: heavy, moderation: { weight: 20, author: { id: eve.id }, others: { nodes: [{ id: heavy }] } } },
    { id: light, moderation: { weight: 5, author: { id: eve.id }, subject: { reportCount: 1 } } },
  ])
})

describe('acts upon several reports', () => {
  test('close all that are open, and tell of the others', async () => {
    const ids = [
      await submitReport(ada, aUserReportRequest(eve.id)),
      await submitReport(eve, aUserReportRequest(ada.id)),
    ]
    const [first = '', second = ''] = ids
    await graph.run(CloseReport, { reportId: first, reason: 'Before.' })
    const reportIds = [first, second, UNKNOWN_REPORT_ID]
    expect((await graph.run(CloseAll, { reportIds, reason: 'Together.', outcome: 'ACTED' })).closeReports).toEqual({
      results: [
        { reportId: first, refusalReason: 'REPORT_CLOSED', report: null },
        { reportId: second, refusalReason: null, report: { status: 'CLOSED', moderation: { outcome: 'ACTED' } } },
        { reportId: UNKNOWN_REPORT_ID, refusalReason: 'REPORT_NOT_FOUND', report: null },
      ],
    })
    expect(await app.scope().db.auditEntry.count({ where: { reportId: second, act: 'closeReport' } })).toBe(1)
    for (const wrong of [[], [second, second]])
      expect(await graph.refusalCodes(CloseAll, { reportIds: wrong, reason: 'x' })).toEqual(['BAD_INPUT'])
  })

  test('claim all that are free', async () => {
    const [first, second] = [
      await submitReport(ada, aUserReportRequest(eve.id)),
      await submitReport(eve, aUserReportRequest(ada.id)),
    ]
    const other = await anAdmin(app)
    await graph.run(AssignReport, { reportId: first, assigneeId: admin.id })
    const { assignReports } = await aGraphClient(app, other.api).run(AssignAll, {
      reportIds: [first, second],
      assigneeId: other.id,
    })
    expect(assignReports.results).toEqual([
      { reportId: first, refusalReason: 'REPORT_CLAIMED', assigneeId: admin.id, report: null },
      { reportId: second, refusalReason: null, assigneeId: null, report: { id: second } },
    ])
  })
})

test('a closed report is opened again, and its reporter is told', async () => {
  const reportId = await submitReport(ada, aUserReportRequest(eve.id))
  expect(await graph.refusalCodes(Reopen, { reportId })).toEqual(['CONFLICT'])
  await graph.run(CloseReport, { reportId, reason: 'Wrong.' })
  const again = await submitReport(ada, aUserReportRequest(eve.id))
  expect((await graph.run(Reopen, { reportId })).reopenReport.report).toEqual({
    status: 'OPEN',
    closeReason: null,
    moderation: { outcome: null, closedBy: null },
  })
  expect(await submitReport(ada, aUserReportRequest(eve.id))).toBe(again)
  expect(await ada.api.call('getNotificationV2s')).toMatchObject([
    { type: 'moderation.notice', data: { reportId } },
    { type: 'moderation.report.closed' },
  ])
})

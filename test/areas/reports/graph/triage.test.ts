import { beforeEach, describe, expect, test } from 'vitest'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import {
  AssignReport,
  aModerator,
  aUserReportRequest,
  CloseReport,
  ReportById,
  submitReport,
  UNKNOWN_REPORT_ID,
} from '../../../support/reports.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const AddNote = graphql(`
  mutation AddNote($reportId: ID!, $text: String!) {
    addReportNote(input: { reportId: $reportId, text: $text }) {
      report { moderation { notes { edges { cursor node { id text } } } } }
      noteEdge { cursor node { id text } }
    }
  }
`)

const NoteById = graphql(`
  query NoteById($id: ID!) { node(id: $id) { ... on ReportNote { text } } }
`)

const app = await sharedApp()
const { admin, graph } = await aModerator(app)
let ada: TestUser
let eve: TestUser
beforeEach(async () => {
  ;[ada, eve] = [await aUser(app), await aUser(app)]
})

describe('triage of a report', () => {
  test('assigns it to an admin or to nobody, and adds notes', async () => {
    const id = await submitReport(ada, aUserReportRequest(eve.id))
    const second = await anAdmin(app)
    expect(await graph.run(AssignReport, { reportId: id, assigneeId: second.id })).toMatchObject({
      assignReport: { report: { moderation: { assignee: { id: second.id } } } },
    })
    expect(await graph.run(AssignReport, { reportId: id, takeOver: true })).toMatchObject({
      assignReport: { report: { moderation: { assignee: null } } },
    })
    await graph.run(AddNote, { reportId: id, text: ' First. ' })
    const { addReportNote } = await aGraphClient(app, second.api).run(AddNote, { reportId: id, text: 'Second.' })
    const edges = addReportNote.report.moderation?.notes.edges ?? []
    expect(edges.map(({ node }) => node.text)).toEqual(['First.', 'Second.'])
    expect(addReportNote.noteEdge).toEqual(edges[1])
    const { node: note } = await graph.run(NoteById, { id: addReportNote.noteEdge.node.id })
    expect(note).toMatchObject({ text: 'Second.' })
    expect(await aGraphClient(app, ada.api).run(NoteById, { id: addReportNote.noteEdge.node.id })).toEqual({
      node: null,
    })
    const { node } = await graph.run(ReportById, { id })
    expect(node).toMatchObject({
      moderation: {
        notes: { totalCount: 2, nodes: [{ author: { id: admin.id } }, { author: { id: second.id } }] },
        acts: { totalCount: 4, nodes: [{ actor: { id: second.id } }, {}, {}, { actor: { id: admin.id } }] },
      },
    })
  })

  test('refuses assignees and viewers who are no admins, invalid texts, and unknown reports', async () => {
    const reportId = await submitReport(ada, aUserReportRequest(eve.id))
    expect(await graph.refusalCodes(AssignReport, { reportId, assigneeId: ada.id })).toEqual(['BAD_INPUT'])
    for (const text of [' ', 'x'.repeat(2_001)]) {
      expect(await graph.refusalCodes(AddNote, { reportId, text })).toEqual(['BAD_INPUT'])
      expect(await graph.refusalCodes(CloseReport, { reportId, reason: text })).toEqual(['BAD_INPUT'])
    }
    for (const missing of [UNKNOWN_REPORT_ID, 'nonsense']) {
      expect(await graph.refusalCodes(AssignReport, { reportId: missing })).toEqual(['NOT_FOUND'])
      expect(await graph.refusalCodes(AddNote, { reportId: missing, text: 'x' })).toEqual(['NOT_FOUND'])
      expect(await graph.refusalCodes(CloseReport, { reportId: missing, reason: 'x' })).toEqual(['NOT_FOUND'])
    }
    const reporter = aGraphClient(app, ada.api)
    expect(await reporter.refusalCodes(CloseReport, { reportId, reason: 'x' })).toEqual(['FORBIDDEN'])
  })

  test('closes it once, also with concurrent requests, and notifies the reporter', async () => {
    const reportId = await submitReport(ada, aUserReportRequest(eve.id))
    const second = aGraphClient(app, (await anAdmin(app)).api)
    const answers = await runConcurrently(app, 6, (at) =>
      (at % 2 ? second : graph).send(CloseReport.toString(), { reportId, reason: `Seen to by ${at}.` }),
    )
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions.code))).toEqual(
      Array.from({ length: 5 }, () => 'CONFLICT'),
    )
    const { node } = await graph.run(ReportById, { id: reportId })
    const notices = await ada.api.call('getNotificationV2s')
    expect(notices).toMatchObject([{ type: 'moderation.report.closed', isSystem: true, data: { reportId } }])
    expect(node).toMatchObject({ status: 'CLOSED', closeReason: notices[0]?.message })
    expect(await graph.refusalCodes(AssignReport, { reportId, assigneeId: admin.id })).toEqual(['CONFLICT'])
    await graph.run(AddNote, { reportId, text: 'Afterwards.' })
    expect(await app.scope().db.auditEntry.count({ where: { reportId, act: 'closeReport' } })).toBe(1)
  })

  test('lets the reporter report the same again once it is closed', async () => {
    const reportId = await submitReport(ada, aUserReportRequest(eve.id))
    expect(await submitReport(ada, aUserReportRequest(eve.id))).toBe(reportId)
    await graph.run(CloseReport, { reportId, reason: 'Seen to.' })
    expect(await submitReport(ada, aUserReportRequest(eve.id))).not.toBe(reportId)
  })

  test('notifies nobody if the account of the reporter was erased', async () => {
    const reportId = await submitReport(ada, aUserReportRequest(eve.id))
    await app.scope().db.user.update({ where: { id: ada.id }, data: { erasedAt: app.clock.now() } })
    await graph.run(CloseReport, { reportId, reason: 'Seen to.' })
    expect(await app.scope().db.notification.count({ where: { receiverId: ada.id } })).toBe(0)
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../../support/graphClient.ts'
import { aSubscription, subscriptionErrors } from '../../../support/graphSubscriptions.ts'
import { aModerator, aUserReportRequest, aWorldReportRequest, submitReport } from '../../../support/reports.ts'
import { aStaffMember } from '../../../support/staff.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const Notes = graphql(`
  query OwnStaffNotes($id: ID!, $noteId: ID!) {
    user(id: $id) { staffNotes { nodes { id } } }
    node(id: $noteId) { id }
  }
`)
const AddNote = graphql(`
  mutation AddNoteAbout($userId: ID!) {
    addStaffNote(input: { userId: $userId, text: "Careful." }) { noteEdge { node { id } } }
  }
`)
const notesChanged = (id: string) => `subscription { staffNotesChanged(userId: "${id}") { user { id } } }`
const Reports = graphql(`
  query ReportsAboutOneself($contentId: ID!, $reportId: ID!) {
    reports(filter: { contentId: $contentId }) { totalCount nodes { id moderation { reporter { id } } } }
    reportSubjects(filter: { contentId: $contentId }) { totalCount nodes { id reports { nodes { id } } } }
    reportStatusCounts(filter: { contentId: $contentId }) { count }
    node(id: $reportId) { ... on Report { id moderation { reporter { id } } } }
  }
`)
const AddReportNote = graphql(`
  mutation AddOwnReportNote($reportId: ID!) {
    addReportNote(input: { reportId: $reportId, text: "x" }) { report { id } }
  }
`)

const app = await sharedApp()
const { admin, graph } = await aModerator(app)
let guard: TestUser
let guarding: GraphClient
beforeEach(async () => {
  guard = await aStaffMember(app, 'reports', 'people')
  guarding = aGraphClient(app, guard.api)
})

describe('one of the staff who is no admin', () => {
  test('does not read the notes of the staff about themselves, nor hear of them', async () => {
    const { addStaffNote } = await graph.run(AddNote, { userId: guard.id })
    const noteId = addStaffNote.noteEdge.node.id
    const own = await guarding.run(Notes, { id: guard.id, noteId })
    expect(own).toEqual({ user: { staffNotes: { nodes: [] } }, node: null })
    const connection = await aSubscription(app, guard, notesChanged(guard.id))
    await connection.until(() => subscriptionErrors(connection.messages).length > 0)
    expect(subscriptionErrors(connection.messages)).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    connection.socket.close()
    const other = aGraphClient(app, (await aStaffMember(app, 'people')).api)
    expect((await other.run(Notes, { id: guard.id, noteId })).user?.staffNotes.nodes).toEqual([{ id: noteId }])
  })

  test('does not see reports about themselves, nor those about their content', async () => {
    const reporter = await aUser(app)
    const world = await aWorld(app, guard)
    for (const body of [aUserReportRequest(guard.id), aWorldReportRequest(world)]) {
      const reportId = await submitReport(reporter, body)
      const asked = { contentId: body.contentId, reportId }
      const seen = await guarding.run(Reports, asked)
      expect(seen).toMatchObject({
        reports: { totalCount: 0, nodes: [] },
        reportSubjects: { totalCount: 0 },
        node: null,
      })
      expect(seen.reportStatusCounts.map(({ count }) => count)).toEqual([0, 0])
      expect(await guarding.refusalCodes(AddReportNote, { reportId })).toEqual(['FORBIDDEN'])
      const told = { id: reportId, moderation: { reporter: { id: reporter.id } } }
      expect(await graph.run(Reports, asked)).toMatchObject({ reports: { totalCount: 1, nodes: [told] }, node: told })
    }
  })

  test('sees their own reports about others without a difference', async () => {
    const eve = await aUser(app)
    const reportId = await submitReport(guard, aUserReportRequest(eve.id))
    const { node } = await guarding.run(Reports, { contentId: eve.id, reportId })
    expect(node).toEqual({ id: reportId, moderation: { reporter: { id: guard.id } } })
  })
})

test('admins read what is written about them', async () => {
  const { addStaffNote } = await graph.run(AddNote, { userId: admin.id })
  const noteId = addStaffNote.noteEdge.node.id
  expect((await graph.run(Notes, { id: admin.id, noteId })).user?.staffNotes.nodes).toEqual([{ id: noteId }])
})

import { expect, test } from 'vitest'
import type { StaffPermission } from '../../../../src/kernel/staff.ts'
import { graphql } from '../../../generated/index.ts'
import { sharedApp } from '../../../support/app.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aModerator } from '../../../support/reports.ts'
import { aStaffMember } from '../../../support/staff.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const AddStaffNote = graphql(`
  mutation AddStaffNote($userId: ID!, $text: String!) {
    addStaffNote(input: { userId: $userId, text: $text }) { noteEdge { node { id } } }
  }
`)
const DeleteStaffNote = graphql(`
  mutation DeleteStaffNote($noteId: ID!) { deleteStaffNote(input: { noteId: $noteId }) { deletedNoteId user { id } } }
`)
const StaffNotesOf = graphql(`
  query StaffNotesOf($id: ID!) { user(id: $id) { staffNotes { nodes { id text author { id } } } } }
`)
const CreateCanned = graphql(`
  mutation CreateCanned($title: String!, $text: String!) {
    createCannedReason(input: { kind: CLOSE, title: $title, text: $text }) { cannedReason { id } }
  }
`)
const UpdateCanned = graphql(`
  mutation UpdateCanned($id: ID!, $text: String) {
    updateCannedReason(input: { cannedReasonId: $id, text: $text }) { cannedReason { title text } }
  }
`)
const DeleteCanned = graphql(`
  mutation DeleteCanned($id: ID!) { deleteCannedReason(input: { cannedReasonId: $id }) { deletedCannedReasonId } }
`)
const CannedReasons = graphql(`
  query CannedReasons($kind: CannedReasonKind) { cannedReasons(kind: $kind) { id kind title text } }
`)

const app = await sharedApp()
const { admin, graph } = await aModerator(app)

/** The client of one of the staff. */
const asStaff = async (permission: StaffPermission) => aGraphClient(app, (await aStaffMember(app, permission)).api)

const notesOf = async (client: typeof graph, { id }: TestUser) =>
  (await client.run(StaffNotesOf, { id })).user?.staffNotes.nodes

test('notes among the staff about a person are read by staff for reports or people only', async () => {
  const eve = await aUser(app)
  const [people, content] = [await asStaff('people'), await asStaff('content')]
  await graph.run(AddStaffNote, { userId: eve.id, text: ' First. ' })
  const { addStaffNote } = await people.run(AddStaffNote, { userId: eve.id, text: 'Second.' })
  expect(await notesOf(graph, eve)).toMatchObject([{ text: 'Second.' }, { text: 'First.', author: { id: admin.id } }])
  expect(await notesOf(people, eve)).toHaveLength(2)
  for (const client of [content, aGraphClient(app, eve.api)]) {
    expect(await notesOf(client, eve)).toEqual([])
    expect(await client.refusalCodes(AddStaffNote, { userId: eve.id, text: 'x' })).toEqual(['FORBIDDEN'])
  }
  const noteId = addStaffNote.noteEdge.node.id
  expect((await graph.run(DeleteStaffNote, { noteId })).deleteStaffNote).toEqual({
    deletedNoteId: noteId,
    user: { id: eve.id },
  })
  expect(await graph.refusalCodes(DeleteStaffNote, { noteId })).toEqual(['NOT_FOUND'])
  expect(await graph.refusalCodes(AddStaffNote, { userId: eve.id, text: ' ' })).toEqual(['BAD_INPUT'])
})

test('canned reasons are written by staff for reports or configuration, and read by who can use them', async () => {
  const [configuration, people] = [await asStaff('configuration'), await asStaff('people')]
  const { createCannedReason } = await configuration.run(CreateCanned, { title: ' Thanks ', text: 'We have acted.' })
  const { id } = createCannedReason.cannedReason
  expect((await people.run(CannedReasons, { kind: 'CLOSE' })).cannedReasons).toContainEqual({
    id,
    kind: 'CLOSE',
    title: 'Thanks',
    text: 'We have acted.',
  })
  expect((await graph.run(UpdateCanned, { id, text: 'Done.' })).updateCannedReason.cannedReason).toEqual({
    title: 'Thanks',
    text: 'Done.',
  })
  expect(await people.refusalCodes(CreateCanned, { title: 'x', text: 'x' })).toEqual(['FORBIDDEN'])
  expect(await graph.refusalCodes(CreateCanned, { title: ' ', text: 'x' })).toEqual(['BAD_INPUT'])
  await graph.run(DeleteCanned, { id })
  expect(await graph.refusalCodes(UpdateCanned, { id, text: 'x' })).toEqual(['NOT_FOUND'])
  expect(await graph.refusalCodes(DeleteCanned, { id })).toEqual(['NOT_FOUND'])
})

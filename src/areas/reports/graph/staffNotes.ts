import { z } from 'zod'
import { StaffNoteId, UserId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { createListLoader, createLoader, type ReadMany } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { latestFirst, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { followEventsAsStaff, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { StaffNote as Row } from '../../../generated/prisma/client.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { User, userRef } from '../../users/graph/user.ts'
import { staffNotesChanged } from '../events.ts'
import { assertCanReadStaffNotes, canReadStaffNotes, canReadStaffNotesAbout } from '../policy.ts'
import { parseAdminText } from '../reports.ts'
import { addStaffNote, deleteStaffNote } from '../staffNotes.ts'

const readNotes =
  (column: 'id' | 'userId'): ReadMany<Row> =>
  async (scope, ids) => {
    if (!canReadStaffNotes(scope)) return []
    const notes = await scope.db.staffNote.findMany({ where: { [column]: { in: [...ids] } } })
    return notes.filter(({ userId }) => canReadStaffNotesAbout(scope, userId))
  }

const notesById = createLoader<Row>(readNotes('id'), ({ id }) => id)
const notesByUser = createListLoader<Row>(readNotes('userId'), ({ userId }) => userId)

const StaffNote = builder.objectRef<Row>('StaffNote')

builder.node(StaffNote, {
  description: 'A note of the staff about a person, which only staff with `REPORTS` or `PEOPLE` sees, but the person.',
  ...nodeBy(notesById),
  fields: (t) => ({
    ...columns(t, 'StaffNote', {
      text: 'Text of the note, at most 2,000 characters.',
      createdAt: 'Time of creation.',
    }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
    user: t.field(userRef('userId', 'The person whom it is about.')),
  }),
})

const BY_LATEST = latestFirst(['createdAt', 'id'])
const StaffNoteEdge = builder.edgeObject({ type: StaffNote, name: 'StaffNoteEdge' })
const StaffNoteConnection = builder.connectionObject({ type: StaffNote, name: 'StaffNoteConnection' }, StaffNoteEdge)

builder.objectFields(User, (t) => ({
  staffNotes: t.connection(
    {
      type: StaffNote,
      description:
        'Notes of the staff about the person, latest first, at most 200; empty for everybody but staff with `REPORTS` or `PEOPLE`, and for the person, unless an admin.',
      resolve: async ({ id }, args, context) => listConnection(args, BY_LATEST, await notesByUser(context).load(id)),
    },
    StaffNoteConnection,
  ),
}))

mutation('addStaffNote', {
  description: 'Adds a note among the staff about a person, who does not see it.',
  input: z.object({
    userId: UserId.describe('The person.'),
    text: z.string().describe('Text, at most 2,000 characters.'),
  }),
  rules: (_scope, { text }) => [() => text !== undefined && parseAdminText('text', text)],
  run: async (scope, { userId, text }) => ({ userId, note: await addStaffNote(scope, userId, text) }),
  payload: (t) => ({
    noteEdge: t.field({
      type: StaffNoteEdge,
      description: 'The note in the list of notes about the person, which it leads.',
      resolve: ({ note }) => edgeOf(BY_LATEST, note),
    }),
    user: t.field(userRef('userId', 'The person.')),
  }),
})

mutation('deleteStaffNote', {
  description: 'Deletes a note among the staff about a person.',
  input: z.object({ noteId: StaffNoteId.describe('Id of the note.') }),
  run: async (scope, { noteId }) => ({ deletedNoteId: noteId, userId: await deleteStaffNote(scope, noteId) }),
  payload: (t) => ({
    deletedNoteId: t.exposeID('deletedNoteId', { description: 'Id of the note, which is gone.' }),
    user: t.field(userRef('userId', 'The person.')),
  }),
})

const StaffNotesChange = builder.objectRef<{ readonly userId: string }>('StaffNotesChange').implement({
  description: 'A change of the notes of the staff about a person.',
  fields: (t) => ({
    user: t.field(userRef('userId', 'The person.')),
    viewer: t.field(viewerRef('The one of the staff who follows the notes.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('staffNotesChanged', (t) =>
  t.field({
    type: StaffNotesChange,
    ...forStaff('reports', 'people'),
    description:
      'Emits when a note of the staff about a person is added or deleted. Staff with `REPORTS` or `PEOPLE` only.',
    args: { userId: t.arg.id({ required: true, description: 'The person.' }), ...initialArgument() },
    subscribe: (_root, { userId, initial }, context) => {
      assertCanReadStaffNotes(context.viewerScope, userId)
      return followEventsAsStaff(context, {
        anyOf: ['reports', 'people'],
        types: [staffNotesChanged],
        about: userId,
        initial,
      })
    },
    resolve: (_event, { userId }, { viewerScope: scope }) => {
      // The event may have waited while the subscriber lost the permission.
      assertCanReadStaffNotes(scope, userId)
      return { userId }
    },
  }),
)

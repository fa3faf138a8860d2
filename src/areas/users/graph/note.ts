import { UpdateUserNoteRequest } from '../../../contract/shapes/user.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { UserNote as Row } from '../../../generated/prisma/client.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { countListedNotes, listNotes, updateNote } from '../notes.ts'
import { User, userRef } from './user.ts'

const notesById = createLoader<Row>(
  forViewer(({ db, viewer }, ids) => db.userNote.findMany({ where: { userId: viewer.id, id: { in: [...ids] } } })),
  ({ id }) => id,
)

/** The viewer's notes by target user. */
const notesByTargetUser = createLoader<Row>(
  forViewer(({ db, viewer }, ids) =>
    db.userNote.findMany({ where: { userId: viewer.id, targetUserId: { in: [...ids] } } }),
  ),
  ({ targetUserId }) => targetUserId,
)

const UserNote = builder.objectRef<Row>('UserNote')

builder.node(UserNote, {
  description: 'Private note of the viewer about another person.',
  ...nodeBy(notesById),
  fields: (t) => ({
    note: t.string({
      nullable: true,
      description: 'Text of the note; null for an empty one.',
      resolve: ({ note }) => note || null,
    }),
    targetUser: t.field(userRef('targetUserId', 'Subject of the note; null after the account was erased.')),
    ...columns(t, 'UserNote', {
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
  }),
})

const BY_LATEST_CHANGE = latestFirst(['updatedAt', 'id'])
const UserNoteEdge = builder.edgeObject({ type: UserNote, name: 'UserNoteEdge' })
const UserNoteConnection = builder.connectionObject({ type: UserNote, name: 'UserNoteConnection' }, UserNoteEdge)

builder.objectFields(User, (t) => ({
  note: t.field({
    type: UserNote,
    nullable: true,
    description: "The viewer's note about the person; null for none.",
    resolve: ({ id }, _args, context) => notesByTargetUser(context).load(id),
  }),
}))

const UserNoteFilter = builder.inputType('UserNoteFilter', {
  description: 'Which notes to list; omitted fields do not narrow the list.',
  fields: (t) => ({
    search: t.string({ description: 'Part of the text, or of the display name of the person, in any case.' }),
    hasText: t.boolean({ description: 'Only notes with a text, or only those whose text was deleted.' }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  notes: t.connection(
    {
      type: UserNote,
      description: 'Notes about other people, latest change first.',
      args: { filter: t.arg({ type: UserNoteFilter, description: 'Which notes to list.' }) },
      resolve: (_viewer, { filter, ...args }, { viewerScope: scope }) => {
        const query = omitNullish({ search: filter?.search, hasText: filter?.hasText })
        return keysetConnection(args, {
          order: BY_LATEST_CHANGE,
          totalCount: () => countListedNotes(scope, query),
          read: (page) => listNotes(scope, query, page),
        })
      },
    },
    UserNoteConnection,
  ),
}))

mutation('updateNote', {
  description: "Writes the viewer's note about a person, which replaces any other; at most 5,000 people have one.",
  input: UpdateUserNoteRequest,
  run: async (scope, { targetUserId, note }) => ({ note: await updateNote(scope, targetUserId, note), targetUserId }),
  payload: (t) => ({
    note: t.field({ type: UserNote, description: 'The note.', resolve: ({ note }) => note }),
    noteEdge: t.field({
      type: UserNoteEdge,
      description: 'The note in the list of notes, which it leads.',
      resolve: ({ note }) => edgeOf(BY_LATEST_CHANGE, note),
    }),
    user: t.field(userRef('targetUserId', 'The person whom the note is about.')),
  }),
})

import { UpdateUserNoteRequest } from '../../../contract/shapes/user.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { UserNote as Row } from '../../../generated/prisma/client.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { updateNote } from '../notes.ts'
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

builder.prismaObjectFields(Viewer, (t) => ({
  notes: t.connection(
    {
      type: UserNote,
      description: 'Notes about other people, latest change first.',
      resolve: ({ userId }, args, { scope: { db } }) =>
        keysetConnection(args, {
          order: BY_LATEST_CHANGE,
          totalCount: () => db.userNote.count({ where: { userId } }),
          read: (page) =>
            db.userNote.findMany({
              where: { userId, AND: keysetWhere(page, ['updatedAt', 'id']) },
              orderBy: keysetOrder(page, ['updatedAt', 'id']),
              take: page.limit,
            }),
        }),
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

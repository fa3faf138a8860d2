import { printRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { keyset, type Window } from '../../edges/graphql/keyset.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import type { Print as Row } from '../../generated/prisma/client.ts'
import { Viewer } from '../accounts/graph.ts'
import { readUploaded, type Taken } from '../files/pictures.ts'
import { people, User } from '../users/graph.ts'
import { deletePrint, editPrint, pictureUrl, uploadPrint } from './prints.ts'

const printsById = makeLoader<Row>(
  ({ db }, ids) => db.print.findMany({ where: { id: { in: [...ids] } } }),
  ({ id }) => id,
)

const Print = builder.objectRef<Row>('Print')
builder.node(Print, {
  description: 'A photo that was taken in a world.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => printsById(context).load(id)),
  fields: (t) => ({
    note: t.exposeString('note', { description: 'What its author says of it.' }),
    worldId: t.string({
      nullable: true,
      description: 'Where it was taken; null for one who does not say.',
      resolve: ({ worldId }) => worldId || null,
    }),
    worldName: t.exposeString('worldName', { description: 'What the place was called then.' }),
    takenAt: t.expose('timestamp', {
      type: 'DateTime',
      description: "When it was taken, as its author's client says.",
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    url: t.string({
      description: 'Where the picture is.',
      resolve: (print, _args, context) => pictureUrl(context.scope.rules.publicUrl, print),
    }),
    author: t.field({
      type: User,
      nullable: true,
      description: 'Who took it; null when the account was erased.',
      resolve: ({ authorId }, _args, context) => people(context).load(authorId),
    }),
  }),
})

const between = ({ after, before }: Window) => ({ ...(after && { lt: after }), ...(before && { gt: before }) })

builder.prismaObjectFields(Viewer, (t) => ({
  prints: t.connection(
    {
      type: Print,
      description: 'The photos that the person holds, the latest first.',
      resolve: (_viewer, args, context) => {
        const { db, viewer } = signed(context)
        return keyset(args, {
          keyOf: ({ id }: Row) => id,
          read: (window) =>
            db.print.findMany({
              where: { ownerId: viewer.id, id: between(window) },
              orderBy: { id: window.inverted ? 'asc' : 'desc' },
              take: window.limit,
            }),
        })
      },
    },
    { name: 'PrintConnection' },
    { name: 'PrintEdge' },
  ),
}))

const UploadPrintInput = builder.inputType('UploadPrintInput', {
  description: 'Which uploaded file becomes a photo.',
  validate: printRules,
  fields: (t) => ({
    fileId: t.id({ required: true, description: 'An own file with a complete version; it is deleted.' }),
    takenAt: t.field({ type: 'DateTime', required: true, description: 'When it was taken.' }),
    note: t.string({ description: 'What is to be said of it.' }),
    worldId: t.id({ description: 'Where it was taken.' }),
    worldName: t.string({ description: 'What the place is called.' }),
  }),
})

const EditPrintInput = builder.inputType('EditPrintInput', {
  description: 'What takes the place of a photo.',
  validate: printRules,
  fields: (t) => ({
    printId: t.id({ required: true, description: 'An own photo.' }),
    fileId: t.id({ required: true, description: 'An own file with a complete version; it is deleted.' }),
    note: t.string({ description: 'Another note; it stays where nothing is said.' }),
  }),
})

const DeletePrintInput = builder.inputType('DeletePrintInput', {
  description: 'Which photo is deleted.',
  fields: (t) => ({ printId: t.id({ required: true, description: 'An own photo.' }) }),
})

const DeletedPrint = builder.objectRef<{ id: string }>('DeletedPrint').implement({
  description: 'What is left of a photo that was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Its id.' }) }),
})

/** Makes a photo of an own file, and with it the file goes. */
async function ofFile<R>(context: GraphContext, text: string, act: (taken: Taken) => Promise<R>): Promise<R> {
  const fileId = idOf('file', text, 'File')
  const done = await act({ fileId, bytes: await readUploaded(signed(context), fileId) })
  renew(context)
  return done
}

builder.mutationFields((t) => ({
  uploadPrint: t.field({
    type: Print,
    description: 'Makes a photo of a file that was uploaded, in its place.',
    args: { input: t.arg({ type: UploadPrintInput, ...INPUT }) },
    resolve: (_root, { input: { fileId, takenAt, ...print } }, context) =>
      ofFile(context, fileId, (taken) =>
        uploadPrint(signed(context), taken, { ...given(print), timestamp: takenAt.toISOString() }),
      ),
  }),
  editPrint: t.field({
    type: Print,
    description: 'Puts another picture, and where it is given another note, in the place of an own photo.',
    args: { input: t.arg({ type: EditPrintInput, ...INPUT }) },
    resolve: (_root, { input: { printId, fileId, note } }, context) =>
      ofFile(context, fileId, (taken) =>
        editPrint(signed(context), idOf('print', printId, 'Print'), taken, note ?? undefined),
      ),
  }),
  deletePrint: t.field({
    type: DeletedPrint,
    description: 'Deletes an own photo.',
    args: { input: t.arg({ type: DeletePrintInput, ...INPUT }) },
    resolve: async (_root, { input: { printId } }, context) => {
      const id = idOf('print', printId, 'Print')
      await deletePrint(signed(context), id)
      renew(context)
      return { id }
    },
  }),
}))

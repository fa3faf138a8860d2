import { z } from 'zod'
import { FileId, PrintId } from '../../../contract/ids.ts'
import { EditPrintForm, PrintForm } from '../../../contract/shapes/print.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Print as PrintRow } from '../../../generated/prisma/client.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { readImageSource } from '../../files/images/images.ts'
import { userRef } from '../../users/graph/user.ts'
import { deletePrint, editPrint, printImageUrl, uploadPrint, visiblePrints } from '../prints.ts'

const printsById = createLoader<PrintRow>(
  forViewer((scope, ids) => scope.db.print.findMany({ where: { id: { in: [...ids] }, ...visiblePrints(scope) } })),
  ({ id }) => id,
)

const Print = builder.objectRef<PrintRow>('Print')
builder.node(Print, {
  description: 'A photo that was taken in a world.',
  ...nodeBy(printsById),
  fields: (t) => ({
    note: t.exposeString('note', { description: 'Note of the author.' }),
    worldId: t.string({
      nullable: true,
      description: 'World in which it was taken; null when the author did not state it.',
      resolve: ({ worldId }) => worldId || null,
    }),
    worldName: t.exposeString('worldName', { description: 'Name of that world at the time.' }),
    takenAt: t.expose('timestamp', {
      type: 'DateTime',
      description: "When it was taken, as stated by the author's client.",
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the upload.' }),
    url: t.string({
      description: 'URL of the image.',
      resolve: (print, _args, context) => printImageUrl(context.scope.rules.publicUrl, print),
    }),
    author: t.field(userRef('authorId', 'Photographer; null after the account was erased.')),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  prints: t.connection(
    {
      type: Print,
      description: 'Photos of the person, latest first.',
      resolve: (_viewer, args, context) => {
        const { db, viewer } = context.viewerScope
        return keysetConnection(args, {
          order: byText('id', 'descending'),
          read: (page) =>
            db.print.findMany({
              where: { ownerId: viewer.id, AND: keysetWhere(page, ['id']) },
              orderBy: keysetOrder(page, ['id']),
              take: page.limit,
            }),
        })
      },
    },
    { name: 'PrintConnection' },
    { name: 'PrintEdge' },
  ),
}))

const printId = PrintId.describe("Photo of the viewer's.")
const fileId = FileId.describe("File of the viewer's with a complete version; the file is deleted.")

const UploadPrintInput = inputOf(
  'UploadPrintInput',
  'An uploaded file that becomes a photo.',
  PrintForm.pick({ note: true, worldId: true, worldName: true }).extend({
    fileId,
    takenAt: z.date().describe('When the photo was taken.'),
  }),
  { takenAt: 'DateTime', worldId: 'ID' },
)
const EditPrintInput = inputOf(
  'EditPrintInput',
  'An uploaded file that replaces the image of a photo.',
  EditPrintForm.pick({ note: true }).extend({ printId, fileId }),
)
const DeletePrintInput = inputOf('DeletePrintInput', 'The photo to delete.', z.object({ printId }))

const DeletedPrint = builder.objectRef<{ readonly id: string }>('DeletedPrint').implement({
  description: 'A photo that was deleted.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id of the photo.' }) }),
})

builder.mutationFields((t) => ({
  uploadPrint: t.field({
    type: Print,
    description: 'Turns an uploaded file into a photo; the uploaded file is deleted.',
    ...act(UploadPrintInput, async (scope, { fileId, takenAt, ...print }) =>
      uploadPrint(scope, await readImageSource(scope, fileId), { ...print, timestamp: takenAt.toISOString() }),
    ),
  }),
  editPrint: t.field({
    type: Print,
    description: "Replaces the image of a photo of the viewer's, and its note when one is given.",
    ...act(EditPrintInput, async (scope, { printId, fileId, note }) =>
      editPrint(scope, printId, await readImageSource(scope, fileId), note),
    ),
  }),
  deletePrint: t.field({
    type: DeletedPrint,
    description: "Deletes a photo of the viewer's.",
    ...act(DeletePrintInput, async (scope, { printId: id }) => {
      await deletePrint(scope, id)
      return { id }
    }),
  }),
}))

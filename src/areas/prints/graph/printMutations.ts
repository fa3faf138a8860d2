import { z } from 'zod'
import { FileId, PrintId } from '../../../contract/ids.ts'
import { EditPrintForm, PrintForm } from '../../../contract/shapes/print.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { uploadIdField } from '../../../edges/graphql/resolvers/uploads.ts'
import { imageRules, readGivenImage, requiredImageRules } from '../../files/uploads/imageSources.ts'
import { deletePrint, editPrint, editPrintNote, printRules, uploadPrint } from '../prints.ts'
import { BY_LATEST_PRINT, Print, PrintEdge } from './print.ts'

const printId = PrintId.describe("Id of a photo of the viewer's.")
const image = {
  uploadId: uploadIdField('PRINT'),
  fileId: FileId.optional().describe("Instead: file of the viewer's with a complete version; the file is deleted."),
}

mutation('uploadPrint', {
  description: 'Turns an upload or file into a photo; the file is deleted.',
  input: PrintForm.pick({ note: true, worldId: true, worldName: true }).extend({
    ...image,
    takenAt: z.date().describe('When the photo was taken.'),
  }),
  types: { takenAt: 'DateTime', worldId: 'ID' },
  fieldNames: { timestamp: 'takenAt' },
  rules: (scope, { takenAt, ...given }, names) => [
    ...requiredImageRules(scope, given, ['print'], names),
    ...printRules(takenAt ? { timestamp: takenAt.toISOString() } : {}),
  ],
  run: async (scope, { fileId, uploadId, takenAt, ...print }) => {
    const source = await readGivenImage(scope, { fileId, uploadId }, 'print')
    return { print: await uploadPrint(scope, source, { ...print, timestamp: takenAt.toISOString() }) }
  },
  payload: (t) => ({
    print: t.field({ type: Print, description: 'The new photo.', resolve: ({ print }) => print }),
    printEdge: t.field({
      type: PrintEdge,
      description: "The new photo in the list of the viewer's photos.",
      resolve: ({ print }) => edgeOf(BY_LATEST_PRINT, print),
    }),
  }),
})

mutation('editPrint', {
  description: "Replaces the image of a photo of the viewer's, its note, or both.",
  input: EditPrintForm.pick({ note: true }).extend({ printId, ...image }),
  fieldNames: { image: 'printId' },
  rules: (scope, given, names) =>
    names.has('note') ? imageRules(scope, given, ['print']) : requiredImageRules(scope, given, ['print'], names),
  run: async (scope, { printId, note, fileId, uploadId }) => {
    const image = { fileId, uploadId }
    if (note !== undefined && !uploadId && !fileId) return { print: await editPrintNote(scope, printId, note) }
    return { print: await editPrint(scope, printId, await readGivenImage(scope, image, 'print'), note) }
  },
  payload: (t) => ({
    print: t.field({ type: Print, description: 'The photo after the change.', resolve: ({ print }) => print }),
  }),
})

mutation('deletePrint', {
  description: "Deletes a photo of the viewer's with its image.",
  input: z.object({ printId }),
  run: async (scope, { printId }) => {
    await deletePrint(scope, printId)
    return { deletedPrintId: printId }
  },
  payload: (t) => ({
    deletedPrintId: t.exposeID('deletedPrintId', { description: 'Id of the photo, which is gone.' }),
  }),
})

import { z } from 'zod'
import { del, empty, get, post } from './operation.ts'
import { EditPrintForm, Print, PrintForm } from './shapes/print.ts'

export const prints = {
  uploadPrint: post('/prints', {
    summary: 'Uploads a photo that was taken in a world.',
    form: PrintForm,
    result: Print,
  }),
  getPrint: get('/prints/{printId}', { summary: 'Reads a photo that the viewer has taken or owns.', result: Print }),
  editPrint: post('/prints/{printId}', {
    summary: "Replaces the image of a photo of the viewer's, and its note when one is given.",
    form: EditPrintForm,
    result: Print,
  }),
  deletePrint: del('/prints/{printId}', { summary: "Deletes a photo of the viewer's.", result: empty }),
  getUserPrints: get('/prints/user/{userId}', {
    summary: "Lists the viewer's photos, latest first.",
    result: z.array(Print),
  }),
}

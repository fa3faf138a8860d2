import { z } from 'zod'
import { del, empty, get, post } from './operation.ts'
import { EditPrintForm, Print, PrintForm } from './shapes/print.ts'

export const prints = {
  uploadPrint: post('/prints', {
    summary: 'Uploads a photo that was taken in a world.',
    form: PrintForm,
    result: Print,
  }),
  getPrint: get('/prints/{printId}', { summary: 'Reads a photo.', result: Print }),
  editPrint: post('/prints/{printId}', {
    summary: 'Puts another picture, and where it is given another note, in the place of an own photo.',
    form: EditPrintForm,
    result: Print,
  }),
  deletePrint: del('/prints/{printId}', { summary: 'Deletes an own photo.', result: empty }),
  getUserPrints: get('/prints/user/{userId}', {
    summary: 'Lists the own photos, the latest first.',
    result: z.array(Print),
  }),
}

import { z } from 'zod'
import { patternOf } from './formats.ts'
import { fileField, textUpTo } from './requestFields.ts'
import { DateTime, FileID, PrintID, UserID, WorldID } from './scalars.ts'

/** A photo that was taken in a world. */
export const Print = z
  .object({
    authorId: UserID,
    authorName: z.string(),
    createdAt: DateTime,
    files: z.object({ fileId: FileID.optional(), image: z.string().optional() }),
    id: PrintID,
    note: z.string(),
    ownerId: UserID.optional(),
    /** When the photo was taken. */
    timestamp: DateTime,
    worldId: WorldID,
    worldName: z.string(),
  })
  .meta({ id: 'Print' })
export type Print = z.output<typeof Print>

const image = fileField.describe('The photo: PNG, JPEG, WebP, GIF or TIFF.')
const note = textUpTo('note', 256).optional()

export const PrintForm = z.object({
  image,
  timestamp: z.iso
    .datetime({ offset: true, local: true, error: 'timestamp must be a date and time' })
    .describe('When the photo was taken; UTC without an offset.'),
  note: note.describe('Note of the author about the photo.'),
  worldId: z
    .string()
    .regex(patternOf('id', /^(wrld_[0-9a-f-]{36})?$/), 'worldId must be the id of a world')
    .optional()
    .describe('World in which the photo was taken; empty for none.'),
  worldName: textUpTo('worldName', 128).optional().describe('Name of that world at the time.'),
})

export const EditPrintForm = z.object({ image, note: note.describe('New note; left out to keep the previous one.') })

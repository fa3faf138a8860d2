import { z } from 'zod'
import { DateTime, FileID, PrintID, UserID, WorldID } from './scalars.ts'
import { upload } from './upload.ts'

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
    /** When it was taken. */
    timestamp: DateTime,
    worldId: WorldID,
    worldName: z.string(),
  })
  .meta({ id: 'Print' })
export type Print = z.output<typeof Print>

export const MOST_NOTE = 256
const note = z.string().max(MOST_NOTE, `note must have at most ${MOST_NOTE} characters`)

/** The form of an upload; clients write the moment with an offset or without. */
export const PrintForm = z.object({
  image: upload,
  timestamp: z.iso.datetime({ offset: true, local: true, error: 'timestamp must be a date and time' }),
  note: note.optional(),
  worldId: z
    .string()
    .regex(/^(wrld_[0-9a-f-]{36})?$/, 'worldId must be the id of a world')
    .optional(),
  worldName: z.string().max(128, 'worldName must have at most 128 characters').optional(),
})

export const EditPrintForm = z.object({ image: upload, note: note.optional() })

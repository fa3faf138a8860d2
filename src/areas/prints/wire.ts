import type { Print } from '../../contract/shapes/print.ts'
import { type FoundPrint, pictureUrl } from './prints.ts'

interface House {
  readonly rules: { readonly publicUrl: string }
}

export const printWire = (house: House, print: FoundPrint): Print => ({
  id: print.id,
  authorId: print.authorId,
  authorName: print.author.displayName,
  ownerId: print.ownerId,
  createdAt: print.createdAt.toISOString(),
  timestamp: print.timestamp.toISOString(),
  note: print.note,
  worldId: print.worldId,
  worldName: print.worldName,
  files: { fileId: print.fileId, image: pictureUrl(house.rules.publicUrl, print) },
})

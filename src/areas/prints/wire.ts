import type { Print } from '../../contract/shapes/print.ts'
import type { UrlOptions } from '../../kernel/ownUrls.ts'
import { type PrintWithAuthor, printImageUrl } from './prints.ts'

export const printWire = ({ rules }: UrlOptions, print: PrintWithAuthor): Print => ({
  id: print.id,
  authorId: print.authorId,
  authorName: print.author.displayName,
  ownerId: print.ownerId,
  createdAt: print.createdAt.toISOString(),
  timestamp: print.timestamp.toISOString(),
  note: print.note,
  worldId: print.worldId,
  worldName: print.worldName,
  files: { fileId: print.fileId, image: printImageUrl(rules.publicUrl, print) },
})

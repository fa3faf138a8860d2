import { createHash } from 'node:crypto'
import { operationsIn } from '../web/build/inlineDocuments.ts'

/** Hashes of the documents of the web UI of the last release. */
export const RELEASED_DOCUMENTS = 'src/web/build/releasedDocuments.json'

/** The SHA-256 of the text of each document that the web UI sends, in hexadecimal digits, in alphabetical order. */
export const webDocumentHashes = (): readonly string[] =>
  operationsIn('src/web')
    .map((text) => createHash('sha256').update(text).digest('hex'))
    .toSorted()

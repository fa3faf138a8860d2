import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { BOUNDS } from '../../../kernel/bounds.ts'

/** Total characters of cached documents. A parsed document takes up to 250 times the memory of its text. */
const MAX_CACHED_CHARACTERS = BOUNDS.cachedDocuments.most
const MAX_DOCUMENT_CHARACTERS = 16_384

/** Drops the least recently used documents beyond the bound, and keeps none that is longer than this. */
const documentsByText = <V extends object>() =>
  new LRUCache<string, V>({
    maxSize: MAX_CACHED_CHARACTERS,
    maxEntrySize: MAX_DOCUMENT_CHARACTERS,
    sizeCalculation: (_, text) => Math.max(1, text.length),
  })

/** Caches of parsed documents and syntax errors by text. Yoga stores validation results per parsed document. */
export const createDocumentCaches = () => ({
  documentCache: documentsByText<DocumentNode>(),
  errorCache: documentsByText<Error>(),
})

import type { DocumentNode } from 'graphql'
import { BOUNDS } from '../../../kernel/bounds.ts'

/** Total characters of cached documents. A parsed document takes up to 250 times the memory of its text. */
const MAX_CACHED_CHARACTERS = BOUNDS.cachedDocuments.most
const MAX_DOCUMENT_CHARACTERS = 16_384

/** A least-recently-used cache, bounded by the total length of its keys. */
function leastRecentlyUsed<V>() {
  const entries = new Map<string, V>()
  let size = 0
  const remove = (text: string) => {
    if (entries.delete(text)) size -= text.length
  }
  return {
    get(text: string): V | undefined {
      const value = entries.get(text)
      if (value === undefined) return undefined
      entries.delete(text)
      entries.set(text, value)
      return value
    },
    set(text: string, value: V) {
      if (text.length > MAX_DOCUMENT_CHARACTERS) return
      remove(text)
      entries.set(text, value)
      size += text.length
      for (const oldest of entries.keys()) {
        if (size <= MAX_CACHED_CHARACTERS) return
        remove(oldest)
      }
    },
  }
}

/** Documents by text. */
export type DocumentCache = ReturnType<typeof createDocumentCache>

export const createDocumentCache = () => leastRecentlyUsed<DocumentNode>()

/** Caches of parsed documents and syntax errors by text. Yoga stores validation results per parsed document. */
export const createDocumentCaches = () => ({
  documentCache: createDocumentCache(),
  errorCache: leastRecentlyUsed<Error>(),
})

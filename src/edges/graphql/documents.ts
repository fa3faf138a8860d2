import type { DocumentNode } from 'graphql'

/** How many documents are kept parsed and validated, and up to which length. */
const MOST = 1_000
const LONGEST = 16_384

/** A map that forgets what was used longest ago, and never keeps a long text. */
function bounded<V>() {
  const entries = new Map<string, V>()
  return {
    get(text: string): V | undefined {
      const value = entries.get(text)
      if (value === undefined) return undefined
      entries.delete(text)
      entries.set(text, value)
      return value
    },
    set(text: string, value: V) {
      if (text.length > LONGEST) return
      const oldest = entries.keys().next()
      if (entries.size >= MOST && !oldest.done) entries.delete(oldest.value)
      entries.set(text, value)
    },
  }
}

/** Parsed documents and syntax errors by their text. What was validated is kept with its parsed document. */
export const documents = () => ({ documentCache: bounded<DocumentNode>(), errorCache: bounded<Error>() })

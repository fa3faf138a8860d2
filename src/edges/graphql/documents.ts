import type { DocumentNode } from 'graphql'

/** Characters of all documents that are kept. A parsed document takes up to 250 times its text. */
const ROOM = 262_144
const LONGEST = 16_384

/** A map that forgets what was used longest ago when its keys grow beyond their room. */
function bounded<V>() {
  const entries = new Map<string, V>()
  let size = 0
  const forget = (text: string) => {
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
      if (text.length > LONGEST) return
      forget(text)
      entries.set(text, value)
      size += text.length
      for (const oldest of entries.keys()) {
        if (size <= ROOM) return
        forget(oldest)
      }
    },
  }
}

/** Parsed documents and syntax errors by their text. What was validated is kept with its parsed document. */
export const documents = () => ({ documentCache: bounded<DocumentNode>(), errorCache: bounded<Error>() })

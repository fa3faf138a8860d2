import { createHash } from 'node:crypto'

/** Texts of documents that tests send by their ids alone. */
const texts = new Map<string, string>()

/** Makes the texts of listed documents known, so that recorded requests which name them by an id can be read. */
export function rememberDocuments(list: Readonly<Record<string, string>>): void {
  for (const [id, text] of Object.entries(list)) {
    const hash = createHash('sha256').update(text).digest('hex')
    for (const name of [id, hash, `sha256:${hash}`]) texts.set(name, text)
  }
}

/** The body of a GraphQL request with the text of each document that it names by a known id. */
export function withDocumentTexts(body: string): string {
  if (texts.size === 0 || !/documentId|persistedQuery/.test(body)) return body
  try {
    const sent: unknown = JSON.parse(body)
    return JSON.stringify(Array.isArray(sent) ? sent.map(withText) : withText(sent))
  } catch {
    return body
  }
}

function withText(operation: unknown): unknown {
  const { query, documentId, extensions } = Object(operation)
  const id = documentId ?? Object(Object(extensions).persistedQuery).sha256Hash
  const text = typeof id === 'string' ? texts.get(id) : undefined
  return !query && text !== undefined ? { ...Object(operation), query: text } : operation
}

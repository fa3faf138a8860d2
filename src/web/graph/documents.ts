import { type DocumentNode, parse } from 'graphql'

const nodes = new Map<string, DocumentNode>()

/** The parsed form of a document, which the client library requires; one for each text. */
export function parsed(document: object | string): DocumentNode {
  const text = String(document)
  const found = nodes.get(text) ?? parse(text, { noLocation: true })
  nodes.set(text, found)
  return found
}

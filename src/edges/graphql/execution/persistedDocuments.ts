import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { GraphQLError, parse } from 'graphql'
import { z } from 'zod'
import type { RefusalReason } from '../../../kernel/refusalReasons.ts'

/** The documents that an operator has listed, so that clients send ids instead of texts. */
export interface PersistedDocuments {
  /** The text of a document by its id in the list, or by the SHA-256 of its text in hexadecimal digits. */
  readonly find: (id: string) => string | undefined
  readonly has: (text: string) => boolean
  /** Whether the server runs no other documents. */
  readonly only: boolean
}

interface PersistedDocumentsOptions {
  /** Path of a JSON file: an object of documents by their id. */
  readonly path: string
  readonly only: boolean
  /** Path of the JSON file that the build of the web UI writes: a list of SHA-256 hashes of documents that always run. */
  readonly ownHashes: string
}

const FILE_FORMAT = z.record(z.string(), z.string())
/** Prefix of ids that are hashes, as in the GraphQL over HTTP specification. */
const HASH_PREFIX = 'sha256:'
const OWN_FORMAT = z.array(z.string())

/** Reads the list. Throws an error that names the setting, the problem and its remedy. */
export async function readPersistedDocuments(options: PersistedDocumentsOptions): Promise<PersistedDocuments> {
  const { path, only } = options
  const own = await readOwnHashes(options.ownHashes)
  const textsById = await readList(path)
  const textsByHash = new Map([...textsById.values()].map((text) => [sha256(text), text]))
  const texts = new Set(textsById.values())
  return {
    find: (id) => textsById.get(id) ?? textsByHash.get(id.startsWith(HASH_PREFIX) ? id.slice(HASH_PREFIX.length) : id),
    has: (text) => texts.has(text) || own.has(sha256(text)),
    only,
  }
}

/** None while the web UI is not built. */
const readOwnHashes = async (path: string): Promise<ReadonlySet<string>> =>
  new Set(existsSync(path) ? OWN_FORMAT.parse(JSON.parse(await readFile(path, 'utf8'))) : [])

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function readList(path: string): Promise<ReadonlyMap<string, string>> {
  const content = await readFile(path, 'utf8').catch((error) => {
    throw fileError(path, `it can not be read (${error.code})`)
  })
  const list = FILE_FORMAT.safeParse(parseJson(path, content))
  if (!list.success) throw fileError(path, 'it is no object of texts by id')
  const documents = Object.entries(list.data)
  for (const [id, text] of documents) assertSyntax(path, id, text)
  return new Map(documents)
}

function parseJson(path: string, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw fileError(path, 'it is no JSON')
  }
}

function assertSyntax(path: string, id: string, text: string) {
  try {
    parse(text, { noLocation: true })
  } catch (error) {
    throw fileError(path, `document ${id} is no GraphQL: ${error instanceof Error ? error.message : error}`)
  }
}

const fileError = (path: string, problem: string) =>
  new Error(
    `PERSISTED_DOCUMENTS is ${JSON.stringify(path)}, but ${problem}. It must be a JSON file of GraphQL documents by id, ` +
      'as the client preset of graphql-codegen and relay-compiler write it.',
  )

/** The parts of a GraphQL request that name a document. */
interface DocumentParams {
  readonly query?: unknown
  /** Id of a listed document (GraphQL over HTTP specification, appendix A). */
  readonly documentId?: unknown
  /** Apollo's form: `persistedQuery.sha256Hash`. */
  readonly extensions?: unknown
}

/**
 * The text of the document that a request names; undefined if it names none. Throws a GraphQLError if it names an
 * unknown document, or one that the server does not run.
 */
export function documentTextOf(documents: PersistedDocuments | null, params: DocumentParams): string | undefined {
  const { query, documentId } = params
  const hash = persistedHashOf(params)
  const id = typeof documentId === 'string' ? documentId : hash
  if (typeof query === 'string' && (query !== '' || id === undefined)) return listedText(documents, query)
  if (id === undefined) return undefined
  const text = documents?.find(id)
  if (text === undefined)
    throw hash === undefined || documents?.only ? unknownDocument(documents) : unknownHash(documents)
  return text
}

function listedText(documents: PersistedDocuments | null, query: string): string {
  if (documents?.only && !documents.has(query)) throw unknownDocument(documents)
  return query
}

function persistedHashOf({ extensions }: DocumentParams): string | undefined {
  const { sha256Hash } = Object(Object(extensions).persistedQuery)
  return typeof sha256Hash === 'string' ? sha256Hash : undefined
}

interface DocumentRefusal {
  readonly code: string
  readonly reason: RefusalReason
  readonly http: { readonly status: number; readonly spec?: true }
}

const refusalError = (message: string, refusal: DocumentRefusal) =>
  new GraphQLError(message, { extensions: { ...refusal } })

const unknownDocument = (documents: PersistedDocuments | null) =>
  refusalError(documents?.only ? 'The server runs only documents of its list' : 'The server lists no such document', {
    code: 'BAD_INPUT',
    reason: 'document_not_listed',
    http: { status: 400, spec: true },
  })

/**
 * Apollo's clients recognise both by message and code, and send the text instead: after the first for all operations, after
 * the second for this one.
 */
const unknownHash = (documents: PersistedDocuments | null) =>
  refusalError(documents ? 'PersistedQueryNotFound' : 'PersistedQueryNotSupported', {
    code: documents ? 'PERSISTED_QUERY_NOT_FOUND' : 'PERSISTED_QUERY_NOT_SUPPORTED',
    reason: documents ? 'document_not_listed' : 'persisted_query_not_supported',
    http: { status: 200 },
  })

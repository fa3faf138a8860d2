import type { ExecutionResult } from 'graphql'
import { Failure } from '../../../kernel/failure.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { bodyNotJson, bodyText } from '../../requestBody.ts'

/** The parameters of a GraphQL request. */
export interface GraphqlParams {
  /** The document; it may be left out where the request names a listed one by id or hash. */
  readonly query?: string
  readonly documentId?: string | null
  readonly operationName?: string | null
  readonly variables?: Record<string, unknown> | null
  readonly extensions?: Record<string, unknown> | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PART_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  query: (value) => typeof value === 'string',
  documentId: (value) => value === null || typeof value === 'string',
  operationName: (value) => value === null || typeof value === 'string',
  variables: (value) => value === null || isRecord(value),
  extensions: (value) => value === null || isRecord(value),
}

/** Whether a value is an object that names a document. */
const isRequest = (value: unknown) =>
  isRecord(value) && ['query', 'documentId', 'extensions'].some((name) => Object.hasOwn(value, name))

const isGraphqlParams = (value: unknown): value is GraphqlParams =>
  isRecord(value) &&
  isRequest(value) &&
  Object.entries(value).every(([name, part]) => lookUp(PART_CHECKS, name)?.(part))

/** A parsed request body. */
interface GraphqlBody {
  /** Null for a batch, and for a request with a malformed part. */
  readonly params: GraphqlParams | null
  /** Number of operations. */
  readonly size: number
}

const noRequest = () =>
  new Failure('invalid', 'The body must be an object that names a document, or a list of such objects', {
    reason: 'malformed_request',
  })

/** Throws `invalid` for a body that is no JSON, or neither a request nor a batch with one. */
export function parseGraphqlBody(body: Buffer): GraphqlBody {
  const parsed = parseJson(body)
  const isWellFormed = Array.isArray(parsed) ? parsed.some(isRecord) : isRequest(parsed)
  if (!isWellFormed) throw noRequest()
  return { params: isGraphqlParams(parsed) ? parsed : null, size: Array.isArray(parsed) ? parsed.length : 1 }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(bodyText(body))
  } catch {
    throw bodyNotJson()
  }
}

const GRAPHQL_RESPONSE_TYPE = 'application/graphql-response+json'
const JSON_TYPE = 'application/json'
/** The media types that Yoga alone can send, for streams. */
const STREAM_TYPES = ['text/event-stream', 'text/*', 'multipart/mixed', 'multipart/*']
const MEDIA_TYPE_BY_ACCEPT = new Map([
  [GRAPHQL_RESPONSE_TYPE, GRAPHQL_RESPONSE_TYPE],
  [JSON_TYPE, JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['*/*', JSON_TYPE],
])

const typeOf = (part: string) => part.split(';')[0]?.trim() ?? ''
const REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/

/** The parts of an Accept header that name a type which can be sent, one of each type. */
export function acceptedParts(accept: string): string[] {
  const parts = accept.toLowerCase().split(',')
  const offered = parts.filter((part) => {
    const type = typeOf(part)
    return (MEDIA_TYPE_BY_ACCEPT.has(type) || STREAM_TYPES.includes(type)) && !REFUSED.test(part)
  })
  return [...new Map(offered.reverse().map((part) => [typeOf(part), part.trim()])).values()].reverse()
}

/** The first media type of accepted parts that is no stream; null if only Yoga can handle it. */
export const responseMediaType = (accepted: readonly string[]): string | null =>
  accepted.map((part) => MEDIA_TYPE_BY_ACCEPT.get(typeOf(part))).find((type) => type !== undefined) ?? null

const OK = 200

/** The HTTP status of a result. As application/json, invalid documents get 200 (GraphQL over HTTP specification). */
export function httpStatusOf(result: ExecutionResult, type: string): number {
  const httpExtensions = (result.errors ?? []).map((error) => error.extensions.http)
  const counted = httpExtensions.filter((http) => type === GRAPHQL_RESPONSE_TYPE || !http?.spec)
  return Math.max(OK, ...counted.map((http) => http?.status ?? OK))
}

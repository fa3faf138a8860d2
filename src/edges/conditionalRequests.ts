import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from './rest/errors.ts'

interface ConditionalRequest {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

const ENTITY_TAG = /(?:W\/)?"[^"]*"/g
const opaque = (tag: string) => tag.replace(/^W\//, '')
const isStrong = (tag: string) => !tag.startsWith('W/')
const isRead = (method?: string) => method === 'GET' || method === 'HEAD'

/** Whether a list of entity tags names one that matches; `*` names any. */
const names = (list: string, matches: (tag: string) => boolean) =>
  list.trim() === '*' || (list.match(ENTITY_TAG) ?? []).some(matches)

/**
 * Whether the client has the content already by the preconditions of its request (RFC 9110, 13.2.2), which is answered by
 * 304. Throws 412. Conditions by dates are ignored, because content has tags instead.
 */
export function isCurrent({ method, headers }: ConditionalRequest, etag: string): boolean {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (match !== undefined && !names(match, (tag) => isStrong(tag) && tag === etag)) throw preconditionFailed()
  if (noneMatch === undefined || !names(noneMatch, (tag) => opaque(tag) === opaque(etag))) return false
  if (!isRead(method)) throw preconditionFailed()
  return true
}

const preconditionFailed = () => new HttpError(412, 'The content is not the one that the request is about')

/** Positions of the first and the last byte. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

const SINGLE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i

/**
 * The part of a content of `size` bytes that a request asks for. Undefined for the whole: without a valid range of bytes,
 * for several ranges, for another method than GET, and when If-Range does not name the tag.
 */
export function requestedRange(
  { method, headers: { range = '', 'if-range': condition } }: ConditionalRequest,
  { size, etag }: { readonly size: number; readonly etag: string },
): ByteRange | 'unsatisfiable' | undefined {
  if (method !== 'GET' || (condition !== undefined && !(isStrong(etag) && condition === etag))) return undefined
  const [, first = '', last = ''] = SINGLE_RANGE.exec(range) ?? []
  return first === '' ? suffixRange(last, size) : rangeFrom(Number(first), last, size)
}

function suffixRange(length: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (length === '') return undefined
  if (Number(length) === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - Number(length)), end: size - 1 }
}

function rangeFrom(start: number, last: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

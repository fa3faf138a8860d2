import type { IncomingMessage } from 'node:http'
import { BOUNDS } from '../kernel/bounds.ts'
import { decodeSegmentCharacters } from '../kernel/webUrls.ts'
import { HttpError } from './rest/errors.ts'

/** Headers that are parsed in proportion to their length, or repeated in the response. */
const PARSED_HEADERS = [
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'content-encoding',
  'content-type',
  'if-match',
  'if-none-match',
  'if-range',
  'range',
] as const

/** The refusal of a request by its target or its headers alone; null for one that can be served. */
export function headRefusal({ url = '', headers }: IncomingMessage): HttpError | null {
  // The server has normalised every target but a malformed one.
  if (!url.startsWith('/') && url !== '*') return new HttpError(400, 'The address of the request is malformed')
  const long = PARSED_HEADERS.find((name) => (headers[name]?.length ?? 0) > BOUNDS.parsedHeaderBytes.most)
  return long === undefined ? null : new HttpError(431, `The header ${long} is too long`)
}

const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i
const REPEATED_SLASHES = /\/{2,}/g

/**
 * The normal form of the target of a request, by which everything is routed: without the origin of an absolute form, with
 * the escapes decoded that RFC 3986 (6.2.2.2) makes equivalent to their characters, and with one slash for repeated ones,
 * as clients write them where they join a base address to a path. The query stays. Null for a malformed target.
 */
export function normalTarget(target: string): string | null {
  const own = originFormOf(target)
  if (own === null) return null
  const end = own.indexOf('?')
  const path = end < 0 ? own : own.slice(0, end)
  if (!path.includes('%') && !path.includes('//')) return own
  return decodeSegmentCharacters(path).replace(REPEATED_SLASHES, '/') + own.slice(path.length)
}

function originFormOf(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const [origin] = ABSOLUTE_FORM.exec(target) ?? []
  if (origin === undefined || !URL.canParse(target)) return null
  const rest = target.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

interface Target {
  readonly path: string
  /** Without its question mark. */
  readonly query: string
}

/** The parts of the target of a request. */
export function targetOf({ url = '' }: { readonly url?: string | undefined }): Target {
  const end = url.search(/[?#]/)
  if (end < 0) return { path: url, query: '' }
  return { path: url.slice(0, end), query: url[end] === '?' ? (url.slice(end + 1).split('#')[0] ?? '') : '' }
}

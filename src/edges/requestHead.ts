import type { IncomingMessage } from 'node:http'
import { BOUNDS } from '../kernel/bounds.ts'
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

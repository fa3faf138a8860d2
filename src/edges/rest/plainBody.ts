import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BOUNDS } from '../../kernel/bounds.ts'
import { readBodyBytes } from '../request.ts'
import { HttpError } from './errors.ts'
import { parseJsonBody } from './jsonBody.ts'
import { hasBody } from './requestInput.ts'

const PLAIN_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i

/** Bytes that a plain body has at most, with a session or without. */
const { most: MOST_BYTES } = BOUNDS.anonymousBodyBytes

/** Whether a request has no body, or one of JSON that needs neither decoding nor other limits than those of anybody. */
export function hasPlainBody({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  if (!hasBody({ headers })) return true
  return (
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    Number(headers['content-length']) <= MOST_BYTES &&
    PLAIN_TYPE.test(headers['content-type'] ?? '')
  )
}

/** Reads the plain body of a request; `{}` without one. Throws `invalid` for anything else than an object or an array. */
export async function readPlainBody(request: IncomingMessage): Promise<unknown> {
  if (!hasBody(request)) return {}
  const bytes = await readBodyBytes(request, MOST_BYTES)
  if (!bytes) throw new HttpError(413, 'The body is too large')
  return parseJsonBody(bytes)
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BOUNDS } from '../../kernel/bounds.ts'
import { readBodyBytes } from '../request.ts'
import { HttpError } from './errors.ts'
import { bodyNotJson, hasBody } from './requestInput.ts'

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
  return parseBody(decoder.decode(bytes))
}

/** It leaves out a byte order mark. */
const decoder = new TextDecoder()

const OBJECT_OR_ARRAY = /^[ \t\n\r]*[[{]/

function parseBody(text: string): unknown {
  if (!OBJECT_OR_ARRAY.test(text)) throw bodyNotJson()
  try {
    // Only a text with these can have the key `__proto__`, which would change the prototype of an object that copies it.
    const isSuspect = text.includes('__proto__') || text.includes('\\u00')
    return isSuspect ? JSON.parse(text, refusePrototype) : JSON.parse(text)
  } catch {
    throw bodyNotJson()
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('the key __proto__ is not allowed')
  return value
}

import { Failure } from '../../kernel/failure.ts'

/** It leaves out a byte order mark. */
const decoder = new TextDecoder()

/** The text of a body in UTF-8, without a byte order mark. */
export const bodyText = (bytes: Uint8Array): string => decoder.decode(bytes)

export const bodyNotJson = () => new Failure('invalid', 'The body is not valid JSON', { reason: 'malformed_request' })

const OBJECT_OR_ARRAY = /^[ \t\n\r]*[[{]/

/** Parses a body. Throws `invalid` for anything else than an object or an array. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = bodyText(bytes)
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

import type { Prisma } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'

/** Returns the error message of an invalid value, or null. Passed in, because areas don't import the contract. */
export type JsonValidator = (value: unknown) => string | null

/** Checks a JSON value by `validate`, and that the database can store it. Throws `invalid`. */
export function validatedJson(field: string, value: unknown, validate: JsonValidator): Prisma.InputJsonValue {
  const error = validate(value)
  if (error !== null) throw invalid(field, `${field}: ${error}`, 'malformed')
  if (!isJson(value)) throw invalid(field, `${field}: not plain JSON`, 'malformed')
  return value
}

function isJson(value: unknown): value is Prisma.InputJsonValue {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'boolean') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([key, member]) => isStorable(key) && (member === null || isJson(member)))
}

/** PostgreSQL can't store a zero byte in text. */
const isStorable = (text: string) => !text.includes('\0')

import type { Prisma } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'

/** Says what is wrong with a value, or null when nothing is. The doors hand it in, because they know the wire. */
export type Fault = (value: unknown) => string | null

/** The value, when it is one that the database stores as JSON and `fault` finds nothing wrong. Throws `invalid`. */
export function checkedJson(field: string, value: unknown, fault: Fault): Prisma.InputJsonValue {
  const wrong = fault(value)
  if (wrong !== null) throw invalid(field, `${field}: ${wrong}`)
  if (!isJson(value)) throw invalid(field, `${field}: not plain JSON`)
  return value
}

function isJson(value: unknown): value is Prisma.InputJsonValue {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'boolean') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([key, member]) => isStorable(key) && (member === null || isJson(member)))
}

/** PostgreSQL has no place for a zero byte in text. */
const isStorable = (text: string) => !text.includes('\0')

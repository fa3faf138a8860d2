import { z } from 'zod'

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const members = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]))
}

/** The schema of an object within an input: there, null means omitted. */
export const nestedInput = <S extends z.ZodType>(schema: S) => z.preprocess(withoutNulls, schema)

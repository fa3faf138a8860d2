import type { ConfigValueKind, ConsoleConfigMembersQuery } from '../../../generated/graphql.ts'

export type ConfigMember = ConsoleConfigMembersQuery['configMembers'][number]

/** What a field has while a value is edited. */
export type FieldValue = string | number | boolean | string[]

const INDENT = 2

/** A value as one line. */
export const lineOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** What the field of a kind begins with, for the value that is stored. */
export function fieldValueOf(kind: ConfigValueKind, value: unknown): FieldValue {
  if (kind === 'BOOLEAN') return value === true
  if (kind === 'INTEGER' || kind === 'NUMBER') return typeof value === 'number' ? value : ''
  if (kind === 'TEXT') return typeof value === 'string' ? value : ''
  return kind === 'TEXTS' ? textsOf(value) : JSON.stringify(value ?? null, null, INDENT)
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The value that is sent of a field. */
export const valueOfField = (kind: ConfigValueKind, value: FieldValue): unknown =>
  kind === 'JSON' && typeof value === 'string' ? JSON.parse(value) : value

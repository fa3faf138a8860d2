import { ID_PREFIXES } from '../../../src/kernel/ids.ts'
import type { KnownNames } from './values.ts'

/** Existing values by name, such as the id of a world. Generated texts hold placeholders that are filled when sent. */
export type KnownValues = ReadonlyMap<string, string>

const MARK = '~~'
const placeholder = (name: string) => `${MARK}${name}${MARK}`
const PLACEHOLDER = /~~([\w.]+)~~/g

/** Collects the strings in nested data by their dotted paths. */
export function collectValues(data: object, prefix = ''): KnownValues {
  const found = Object.entries(data).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]]
    return typeof value === 'object' && value !== null ? [...collectValues(value, `${prefix}${key}.`)] : []
  })
  return new Map(found)
}

/** Copies nested data with each string replaced by its placeholder. */
export function withPlaceholders<T extends object>(data: T, prefix = ''): T {
  const replaced = Object.entries(data).map(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [key, placeholder(prefix + key)]
    return [key, isPlain(value) ? withPlaceholders(value, `${prefix}${key}.`) : value]
  })
  return Array.isArray(data)
    ? Object.assign([], Object.fromEntries(replaced))
    : Object.assign({}, data, Object.fromEntries(replaced))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date)

/** Replaces placeholders by known values, each encoded by `encode`. */
export const fillPlaceholders = (
  text: string,
  known: KnownValues,
  encode: (value: string) => string = (value) => value,
): string =>
  text.replace(PLACEHOLDER, (all, name: string) => {
    const value = known.get(name)
    return value === undefined ? all : encode(value)
  })

/** Kinds of ids by fields whose names do not end in the kind. */
const FIELD_KINDS: Readonly<Record<string, string>> = {
  author: 'user',
  owner: 'user',
  creator: 'user',
  moderated: 'user',
  receiver: 'user',
  sender: 'user',
  reporter: 'user',
  assignee: 'user',
}

const kindsOf = (field: string): string[] => {
  const withoutId = field.toLowerCase().replace(/ids?$/, '')
  const kinds = Object.keys(ID_PREFIXES).filter((kind) => withoutId.endsWith(kind.toLowerCase()))
  const fieldKind = FIELD_KINDS[withoutId]
  if (withoutId.endsWith('notification')) kinds.push('friendRequest')
  return fieldKind === undefined ? kinds : [...kinds, fieldKind]
}

const PREFIXES: Readonly<Record<string, string>> = ID_PREFIXES
const ID = /^[a-zA-Z]+_[0-9a-f-]{36}$/

/** Finds the placeholders that suit a field or parameter: by its name, by the kind of id, or any id. */
export function placeholderNames(known: KnownValues): KnownNames {
  const entries = [...known]
  const names = (isSuitable: (entry: [string, string]) => boolean) =>
    entries.filter(isSuitable).map(([name]) => placeholder(name))
  const found = new Map<string, readonly string[]>()
  const find = (field: string): readonly string[] => {
    const named = names(([name]) => name.split('.').at(-1) === field)
    const prefixes = kindsOf(field).map((kind) => `${PREFIXES[kind]}_`)
    const ofKind = names(([, value]) => ID.test(value) && prefixes.some((prefix) => value.startsWith(prefix)))
    if (named.length + ofKind.length > 0) return [...named, ...ofKind]
    return /(^id|Id|^ids|Ids)$/.test(field) ? names(([, value]) => ID.test(value)) : []
  }
  return {
    of(field) {
      const list = found.get(field) ?? find(field)
      found.set(field, list)
      return list
    },
  }
}

import { PREFIX } from '../../../src/kernel/ids.ts'
import type { Names } from './values.ts'

/** Things that are there, by their names; what a name stands for is put in when a request is sent. */
export type Known = ReadonlyMap<string, string>

const MARK = '~~'
const stand = (name: string) => `${MARK}${name}${MARK}`
const STANDING = /~~([\w.]+)~~/g

/** The texts in nested data, by their dotted names. */
export function knownIn(data: object, above = ''): Known {
  const found = Object.entries(data).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[above + key, value]]
    return typeof value === 'object' && value !== null ? [...knownIn(value, `${above}${key}.`)] : []
  })
  return new Map(found)
}

/** The same data with each text in it replaced by what stands for it. */
export function standIns<T extends object>(data: T, above = ''): T {
  const replaced = Object.entries(data).map(([key, value]: [string, unknown]) => {
    if (typeof value === 'string') return [key, stand(above + key)]
    return [key, isPlain(value) ? standIns(value, `${above}${key}.`) : value]
  })
  return Array.isArray(data)
    ? Object.assign([], Object.fromEntries(replaced))
    : Object.assign({}, data, Object.fromEntries(replaced))
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) && !(value instanceof Date)

/** Puts in what names stand for. */
export const fill = (text: string, known: Known, written: (value: string) => string = (value) => value): string =>
  text.replace(STANDING, (all, name: string) => {
    const value = known.get(name)
    return value === undefined ? all : written(value)
  })

/** Fields whose names do not end in what they name. */
const MEANT: Readonly<Record<string, string>> = {
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
  const bare = field.toLowerCase().replace(/ids?$/, '')
  const kinds = Object.keys(PREFIX).filter((kind) => bare.endsWith(kind.toLowerCase()))
  const meant = MEANT[bare]
  if (bare.endsWith('notification')) kinds.push('friendRequest')
  return meant === undefined ? kinds : [...kinds, meant]
}

const PREFIXES: Readonly<Record<string, string>> = PREFIX
const ID = /^[a-zA-Z]+_[0-9a-f-]{36}$/

/** What of the known things a field or parameter may mean: by its own name, by the kind it ends in, or any id at all. */
export function namesOf(known: Known): Names {
  const entries = [...known]
  const names = (isMeant: (entry: [string, string]) => boolean) => entries.filter(isMeant).map(([name]) => stand(name))
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

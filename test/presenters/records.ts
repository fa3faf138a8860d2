import { expect } from 'vitest'
import type { z } from 'zod'

/** A different date for each number. */
export const moment = (day: number) => new Date(Date.UTC(2024, 0, day, 1, 2, 3, 4))

/** Combinations of the flags: all false, then each one alone true. */
export const flagCombinations = (...flags: readonly string[]): Record<string, boolean>[] =>
  [undefined, ...flags].map((one) => Object.fromEntries(flags.map((flag) => [flag, flag === one])))

/** What the values of a record are taken from, by name: ids, rows, people. */
type Sources = Readonly<Record<string, unknown>>

/**
 * Compares a record with its snapshot, in which values that come from the sources are written by their names, as in
 * `<row.createdAt>`. All its fields must be in the shape; those that it lacks are listed, too.
 */
export function expectPresented(record: unknown, shape: z.ZodObject, sources: Sources): void {
  const fields = Object.entries(record ?? {}).filter(([, value]) => value !== undefined)
  const [present, known] = [fields.map(([name]) => name), Object.keys(shape.shape)]
  expect(present.length).toBeGreaterThan(0)
  expect(present.filter((name) => !known.includes(name))).toEqual([])
  const absent = known.filter((name) => !present.includes(name))
  const missing = absent.length > 0 ? [`without ${absent.sort().join(', ')}`] : []
  expect([...linesOf(fields, sources), ...missing].join('\n')).toMatchSnapshot()
}

/** The lines of a snapshot, in which values that come from the sources are written by their names. */
export function linesOf(fields: readonly (readonly [name: string, value: unknown])[], sources: Sources): string[] {
  const names = namesOf(sources)
  return fields.map(([name, value]) => `${name}: ${JSON.stringify(withNames(value, names))}`).sort()
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))

/** How records write a value. */
function textOf(value: unknown): string | undefined {
  if (value instanceof Date) return value.toISOString()
  return ['string', 'number', 'bigint'].includes(typeof value) ? String(value) : undefined
}

/** The UUID of an id, or of one in a URL, as other ids and URLs contain it, too. */
function uuidsIn(text: string, name: string): (readonly [value: string, name: string])[] {
  const [uuid] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text) ?? []
  return uuid === undefined ? [] : [[uuid, `UUID of ${name}`]]
}

/** The values in a source, each with its name. */
function valuesIn(source: unknown, name: string): (readonly [value: string, name: string])[] {
  const text = textOf(source)
  if (text !== undefined) return [[text, name], ...uuidsIn(text, name)]
  if (!isPlain(source)) return []
  const nameOf = (key: string) => (Array.isArray(source) ? `${name}[${key}]` : `${name}.${key}`)
  return Object.entries(source).flatMap(([key, each]) => valuesIn(each, nameOf(key)))
}

/** The first name of each value in the sources that is longer than one character; others occur by chance. */
function namesOf(sources: Sources): Map<string, string> {
  const values = Object.entries(sources).flatMap(([name, source]) => valuesIn(source, name))
  return new Map(values.filter(([value]) => value.length > 1).reverse())
}

/** The length of texts that are named inside of others, too, as ids in URLs are. */
const UNMISTAKABLE = 16

function withNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (isPlain(value)) {
    if (Array.isArray(value)) return value.map((each) => withNames(each, names))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNames(each, names)]))
  }
  const text = textOf(value)
  if (text === undefined) return value
  const name = names.get(text)
  if (name !== undefined) return `<${name}>`
  if (typeof value !== 'string') return value
  const inside = [...names].filter(([each]) => each.length >= UNMISTAKABLE).sort(([a], [b]) => b.length - a.length)
  return inside.reduce((found, [each, named]) => found.replaceAll(each, `<${named}>`), value)
}

/** Asserts that no two columns of the rows have the same value, so that a test detects swapped fields. */
export function expectDistinct(...rows: readonly object[]): void {
  const values = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value !== 'boolean')
  const texts = values.map((value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each)))
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
}

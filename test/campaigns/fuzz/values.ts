import type { GeneratorValue } from 'fast-check'
import fc from 'fast-check'
import { ID_PREFIXES } from '../../../src/kernel/ids.ts'
import { resolveSchema, type Schema } from './openApiDocument.ts'

/** The source of random values; the same seed yields the same values. */
export type Generator = GeneratorValue

const UUID = '0198c2f0-0000-7000-8000-00000000'
const unknownId = (prefix: string) => `${prefix}_${UUID}abcd`

/** Texts that are known to break servers. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001\u001b[31m',
  '\r\nSet-Cookie: auth=x',
  '\ud800',
  'x\udc00y',
  '\ufeff\u202e\u200b',
  'аdmin',
  'ﬁle',
  'İstanbul',
  'ſ',
  'Å',
  '👩‍👩‍👧‍👦'.repeat(9),
  `e${'\u0301'.repeat(200)}`,
  "' OR 1=1 --",
  '"; DROP TABLE "User"; --',
  '%',
  '%%_\\',
  '\\',
  '_'.repeat(300),
  '*',
  '(a+)+$',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e309',
  '0x10',
  '9'.repeat(40),
  '1,2',
  '[]',
  '{}',
  '2026-02-30T25:61:00Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00.000Z',
  '0000-00-00',
  'group_0',
  'worlds1',
  ...Object.values(ID_PREFIXES).map(unknownId),
  `usr_${UUID.toUpperCase()}ABCD`,
  'usr_',
  'usr_x',
  `wrld_${UUID}abcd:1~region(us)`,
  `wrld_${UUID}abcd:1~private(usr_${UUID}abcd)~nonce(x`,
  'x'.repeat(3_000),
  'ß'.repeat(70_000),
] as const

const NIL_UUID = '00000000-0000-4000-8000-000000000000'
const opaque = (key: string) => Buffer.from(key).toString('base64url')
/** A day that does not exist, a year beyond PostgreSQL's range, and an invalid time in PostgreSQL's format. */
const [NO_DAY, NO_YEAR, NO_TIME] = ['2026-02-30T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '2026-01-01 99:99:99+00']

/** Invalid cursors that resemble those of some list. */
export const INVALID_CURSORS = [
  ...Object.values(ID_PREFIXES).map((prefix) => `${NO_DAY} ${prefix}_${NIL_UUID}`),
  `${NO_YEAR} wrld_${NIL_UUID}`,
  `${NO_YEAR} not_${NIL_UUID}`,
  `2026-01-01T00:00:00.000Z wrld_${NIL_UUID.slice(1)}\0`,
  `0 0 wrld_${NIL_UUID} =${NO_TIME}`,
  `0 0 wrld_${NIL_UUID} =2026-02-30 00:00:00+00`,
  `0 0 wrld_${NIL_UUID} =\0`,
  `0 9999999999 wrld_${NIL_UUID} =999999999999999999`,
  '\0',
  '99999999999999999999',
  'nothing',
  '',
].map(opaque)

const HOSTILE_NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  -2_147_483_649,
  2_147_483_648,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_VALUE,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  1e21,
] as const

const DEPTH = 3_000
const deepList = (): unknown => {
  let value: unknown = 1
  for (let depth = 0; depth < DEPTH; depth++) value = [value]
  return value
}
/** An object with an own member `__proto__`, which JSON.stringify sends. */
const POLLUTING_OBJECT: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}')
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  ['', '', ''],
  { length: 3 },
  { toString: 1, valueOf: 'x', toJSON: 'y' },
  POLLUTING_OBJECT,
  deepList(),
  Array.from({ length: 2_000 }, (_, at) => at),
  Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at])),
]

/** Picks one element. */
export function pick<T>(g: Generator, list: readonly T[]): T {
  const [one] = list.slice(g(fc.nat, { max: Math.max(0, list.length - 1) }))
  if (one === undefined) throw new Error('the list is empty')
  return one
}
/** True in `percent` of the cases. */
export const chance = (g: Generator, percent: number): boolean => g(fc.nat, { max: 99 }) < percent

export function hostileText(g: Generator): string {
  return chance(g, 75) ? pick(g, HOSTILE_TEXTS) : g(fc.string, { unit: 'binary', maxLength: 60 })
}

/** Generates a value of any type, mostly a hostile one. */
export function hostileValue(g: Generator): unknown {
  const kind = g(fc.nat, { max: 9 })
  if (kind < 5) return hostileText(g)
  if (kind < 7) return pick(g, HOSTILE_NUMBERS)
  return kind < 9 ? pick(g, ODD_VALUES) : g(fc.jsonValue)
}

/** Placeholders for existing values, replaced when the request is sent. */
export interface KnownNames {
  /** The placeholders that suit a field or parameter of this name. */
  of(field: string): readonly string[]
}

/** Generates a value that is valid by the schema. `field` is the name under which it is sent. */
export function validValue(g: Generator, schemaOrRef: Schema, names: KnownNames, field: string): unknown {
  const schema = resolveSchema(schemaOrRef)
  if (schema.enum) return pick(g, schema.enum)
  const alternatives = schema.anyOf ?? schema.allOf
  if (alternatives) return validValue(g, pick(g, alternatives), names, field)
  const type = typeof schema.type === 'string' ? schema.type : pick(g, schema.type ?? ['string'])
  return (GENERATORS[type] ?? validText)(g, schema, names, field)
}

type ValueGenerator = (g: Generator, schema: Schema, names: KnownNames, field: string) => unknown

const GENERATORS: Readonly<Record<string, ValueGenerator>> = {
  null: () => null,
  boolean: (g) => g(fc.boolean),
  integer: (g, { minimum = 0, maximum = 100 }) =>
    g(fc.integer, { min: minimum, max: Math.min(maximum, 2_147_483_647) }),
  number: (g, { minimum = 0, maximum = 100 }) => g(fc.integer, { min: minimum, max: Math.min(maximum, 2_147_483_647) }),
  array: validList,
  object: validObject,
}

function validList(g: Generator, { items = {}, minItems = 0, maxItems = 3 }: Schema, names: KnownNames, field: string) {
  const length = g(fc.integer, { min: minItems, max: Math.min(maxItems, minItems + 3) })
  return Array.from({ length }, () => validValue(g, items, names, field))
}

function validObject(g: Generator, { properties = {}, required = [] }: Schema, names: KnownNames) {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || chance(g, 40))
  return Object.fromEntries(wanted.map(([name, schema]) => [name, validValue(g, schema, names, name)]))
}

const ORDINARY_TEXTS = [
  'plaza',
  'Some words',
  'a',
  'author_tag_fun',
  'language_eng',
  'us',
  '1',
  '2022.3.22f1',
  'en-US',
] as const
const ANY_URL = 'http://plaza.test/somewhere'

function validText(g: Generator, schema: Schema, names: KnownNames, field: string): string {
  const known = names.of(field)
  if (known.length > 0 && chance(g, 85)) return pick(g, known)
  if (schema.format === 'date-time') return g(fc.date, DATES).toISOString()
  if (schema.format === 'date') return g(fc.date, DATES).toISOString().slice(0, 10)
  if (schema.format === 'uri') return ANY_URL
  if (schema.pattern !== undefined) return g(fc.stringMatching, new RegExp(schema.pattern))
  const { minLength = 0, maxLength = 40 } = schema
  if (chance(g, 50)) return pick(g, ORDINARY_TEXTS).padEnd(minLength, 'x').slice(0, maxLength)
  return g(fc.string, { minLength, maxLength: Math.min(maxLength, minLength + 40) })
}

const DATES = { min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }

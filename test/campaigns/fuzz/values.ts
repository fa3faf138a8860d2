import fc, { type GeneratorValue } from 'fast-check'
import { PREFIX } from '../../../src/kernel/ids.ts'
import { resolved, type Schema } from './document.ts'

/** Draws values; the same ones for the same seed. */
export type Draw = GeneratorValue

const UUID = '0198c2f0-0000-7000-8000-00000000'
const strange = (prefix: string) => `${prefix}_${UUID}abcd`

/** Texts that have broken servers. */
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
  ...Object.values(PREFIX).map(strange),
  `usr_${UUID.toUpperCase()}ABCD`,
  'usr_',
  'usr_x',
  `wrld_${UUID}abcd:1~region(us)`,
  `wrld_${UUID}abcd:1~private(usr_${UUID}abcd)~nonce(x`,
  'x'.repeat(3_000),
  'ß'.repeat(70_000),
] as const

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

const DEEP = 3_000
const deepList = (): unknown => {
  let value: unknown = 1
  for (let depth = 0; depth < DEEP; depth++) value = [value]
  return value
}
/** A member of this name that is sent, not the prototype of what holds it. */
const PROTO: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}')
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
  PROTO,
  deepList(),
  Array.from({ length: 2_000 }, (_, at) => at),
  Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at])),
]

/** One of a list. */
export function pick<T>(g: Draw, list: readonly T[]): T {
  const [one] = list.slice(g(fc.nat, { max: Math.max(0, list.length - 1) }))
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}
/** Whether, so many times in a hundred. */
export const chance = (g: Draw, percent: number): boolean => g(fc.nat, { max: 99 }) < percent

export function hostileText(g: Draw): string {
  return chance(g, 75) ? pick(g, HOSTILE_TEXTS) : g(fc.string, { unit: 'binary', maxLength: 60 })
}

/** Anything at all. */
export function hostile(g: Draw): unknown {
  const kind = g(fc.nat, { max: 9 })
  if (kind < 5) return hostileText(g)
  if (kind < 7) return pick(g, HOSTILE_NUMBERS)
  return kind < 9 ? pick(g, ODD_VALUES) : g(fc.jsonValue)
}

/** What stands for things that are there: names that are replaced when the request is sent. */
export interface Names {
  /** Those that a field or parameter of this name may mean. */
  of(field: string): readonly string[]
}

/** A value that looks right for the schema. `field` is the name under which it is sent. */
export function fitting(g: Draw, given: Schema, names: Names, field: string): unknown {
  const schema = resolved(given)
  if (schema.enum) return pick(g, schema.enum)
  const arms = schema.anyOf ?? schema.allOf
  if (arms) return fitting(g, pick(g, arms), names, field)
  const type = typeof schema.type === 'string' ? schema.type : pick(g, schema.type ?? ['string'])
  return (MAKERS[type] ?? fittingText)(g, schema, names, field)
}

type Make = (g: Draw, schema: Schema, names: Names, field: string) => unknown

const MAKERS: Readonly<Record<string, Make>> = {
  null: () => null,
  boolean: (g) => g(fc.boolean),
  integer: (g, { minimum = 0, maximum = 100 }) =>
    g(fc.integer, { min: minimum, max: Math.min(maximum, 2_147_483_647) }),
  number: (g, { minimum = 0, maximum = 100 }) => g(fc.integer, { min: minimum, max: Math.min(maximum, 2_147_483_647) }),
  array: fittingList,
  object: fittingObject,
}

function fittingList(g: Draw, { items = {}, minItems = 0, maxItems = 3 }: Schema, names: Names, field: string) {
  const length = g(fc.integer, { min: minItems, max: Math.min(maxItems, minItems + 3) })
  return Array.from({ length }, () => fitting(g, items, names, field))
}

function fittingObject(g: Draw, { properties = {}, required = [] }: Schema, names: Names) {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || chance(g, 40))
  return Object.fromEntries(wanted.map(([name, schema]) => [name, fitting(g, schema, names, name)]))
}

const PLAIN = ['plaza', 'Some words', 'a', 'author_tag_fun', 'language_eng', 'us', '1', '2022.3.22f1', 'en-US'] as const
const ANYWHERE = 'http://plaza.test/somewhere'

function fittingText(g: Draw, schema: Schema, names: Names, field: string): string {
  const known = names.of(field)
  if (known.length > 0 && chance(g, 85)) return pick(g, known)
  if (schema.format === 'date-time') return g(fc.date, SOON).toISOString()
  if (schema.format === 'date') return g(fc.date, SOON).toISOString().slice(0, 10)
  if (schema.format === 'uri') return ANYWHERE
  if (schema.pattern !== undefined) return g(fc.stringMatching, new RegExp(schema.pattern))
  const { minLength = 0, maxLength = 40 } = schema
  if (chance(g, 50)) return pick(g, PLAIN).padEnd(minLength, 'x').slice(0, maxLength)
  return g(fc.string, { minLength, maxLength: Math.min(maxLength, minLength + 40) })
}

const SOON = { min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }

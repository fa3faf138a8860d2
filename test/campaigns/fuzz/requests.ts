import fc from 'fast-check'
import { brokenForm, brokenHeaders, brokenJson, brokenQuery, type FormPart } from './breaking.ts'
import type { Described, Schema } from './document.ts'
import { resolved } from './document.ts'
import { chance, type Draw, fitting, hostile, type Names, pick } from './values.ts'

export const ASKERS = ['anonymous', 'owing', 'other', 'owner', 'admin'] as const
export type Asker = (typeof ASKERS)[number]

/** A request, in which names stand for things that are there. */
export interface Drawn {
  readonly asker: Asker
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text?: string
  readonly form?: { readonly parts: readonly FormPart[]; readonly end?: string; readonly type?: string }
}

/** A call as tests write it: path parameters by name, `query`, `body`, `form`. */
export type Call = Readonly<Record<string, unknown>>

interface Drawing {
  readonly g: Draw
  readonly operation: Described
  readonly names: Names
  /** The call that is known to be right. */
  readonly right: Call
  /** The parts that are to be wrong, as `query.n`. */
  readonly wrong: ReadonlySet<string>
}

const JSON_TYPE = 'application/json'
const MOODS = [
  'right',
  'fitting',
  'fitting',
  'fitting',
  'wrong',
  'wrong',
  'wrong',
  'wrong',
  'broken',
  'broken',
] as const
/** Most of what matters is asked by whoever has the things. */
export const OFTEN: readonly Asker[] = [
  'owner',
  'owner',
  'owner',
  'owner',
  'owner',
  'other',
  'other',
  'admin',
  'admin',
  'owing',
  'anonymous',
]

/** One request to an operation: right, fitting its schemas, with wrong parts, or broken in itself. */
export function drawRequest(g: Draw, operation: Described, right: Call, names: Names): Drawn {
  const asker = pick(g, OFTEN)
  const mood = pick(g, MOODS)
  if (mood === 'right') return rightRequest(operation, right, asker)
  const wrong = new Set(mood === 'wrong' ? someParts(g, operation) : [])
  const drawn = assemble({ g, operation, names, right, wrong }, asker)
  return mood === 'broken' ? broken(g, drawn) : drawn
}

/** The call as tests make it. */
export function rightRequest(operation: Described, right: Call, asker: Asker): Drawn {
  const { query, body, form } = right
  const path = pathOf(operation, (name) => String(right[name])) + queryOf(Object.entries(Object(query)))
  const head = { asker, method: operation.method, path, headers: {} }
  if (operation.form) return { ...head, form: { parts: Object.entries(Object(form)).map(partOf) } }
  return body === undefined ? head : { ...head, headers: { 'content-type': JSON_TYPE }, text: jsonOf(body) }
}

function someParts(g: Draw, { parameters, body, form }: Described): string[] {
  const fields = [...fieldsOf(body, 'body'), ...fieldsOf(form, 'form')]
  const parts = [...parameters.map((parameter) => `${parameter.in}.${parameter.name}`), ...fields]
  if (parts.length === 0) return []
  return Array.from({ length: g(fc.integer, { min: 1, max: 2 }) }, () => pick(g, parts))
}

const fieldsOf = (schema: Schema | undefined, within: string) =>
  Object.keys((schema && resolved(schema).properties) ?? {}).map((name) => `${within}.${name}`)

function assemble(drawing: Drawing, asker: Asker): Drawn {
  const { operation } = drawing
  const path = pathOf(operation, (name) => textOf(valueFor(drawing, 'path', name)))
  const head = { asker, method: operation.method, path: path + queryOf(queryParts(drawing)), headers: {} }
  if (operation.form)
    return { ...head, form: { parts: Object.entries(fieldsFor(drawing, operation.form, 'form')).map(partOf) } }
  if (!operation.body) return head
  return { ...head, headers: { 'content-type': JSON_TYPE }, text: jsonOf(fieldsFor(drawing, operation.body, 'body')) }
}

type Within = 'path' | 'query' | 'body' | 'form'

/** A parameter's or field's value: a wrong one, the right one, or one that fits. */
function valueFor(drawing: Drawing, within: Within, name: string, schema?: Schema): unknown {
  const { g, operation, names, right, wrong } = drawing
  if (wrong.has(`${within}.${name}`)) return hostile(g)
  const known: unknown = within === 'path' ? right[name] : Object(right[within])[name]
  if (known !== undefined && chance(g, 50)) return known
  const found = schema ?? operation.parameters.find((each) => each.in === within && each.name === name)?.schema ?? {}
  return fitting(g, found, names, name)
}

function queryParts(drawing: Drawing): [string, unknown][] {
  const { g, operation, wrong } = drawing
  return operation.parameters
    .filter((each) => each.in === 'query' && (each.required || wrong.has(`query.${each.name}`) || chance(g, 30)))
    .map(({ name }) => [name, valueFor(drawing, 'query', name)])
}

/** Of a form's fields a file is right only as bytes, which the right call has. */
function fieldsFor(drawing: Drawing, given: Schema, within: 'body' | 'form'): Record<string, unknown> {
  const { properties = {}, required = [] } = resolved(given)
  const { g, right, wrong } = drawing
  const known: object = Object(right[within])
  const sent = Object.entries(properties).filter(
    ([name]) => wrong.has(`${within}.${name}`) || required.includes(name) || chance(g, name in known ? 90 : 25),
  )
  return Object.fromEntries(sent.map(([name, schema]) => [name, fieldOf(drawing, within, name, schema)]))
}

function fieldOf(drawing: Drawing, within: Within, name: string, schema: Schema): unknown {
  const known: unknown = Object(drawing.right[within])[name]
  const isRightFile = Buffer.isBuffer(known) && !drawing.wrong.has(`${within}.${name}`)
  return isRightFile ? known : valueFor(drawing, within, name, schema)
}

const partOf = ([name, value]: [string, unknown]): FormPart =>
  Buffer.isBuffer(value)
    ? { name, content: value, fileName: 'blob', type: 'image/png' }
    : { name, content: textOf(value) }

function broken(g: Draw, drawn: Drawn): Drawn {
  const ways = [brokenHeaders, brokenQuery, ...(drawn.form ? [brokenForm, brokenForm] : [brokenJson, brokenJson])]
  return pick(g, ways)(g, drawn)
}

const pathOf = ({ path }: Described, value: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(value(name)))

const queryOf = (parts: readonly (readonly [string, unknown])[]) =>
  parts.length === 0 ? '' : `?${parts.map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`).join('&')}`

const textOf = (value: unknown) => (typeof value === 'object' ? jsonOf(value) : String(value))
const jsonOf = (value: unknown) => JSON.stringify(value) ?? ''

/** An address has little room. */
const LONGEST = 600
const LONE = /\p{Surrogate}/u
const HALF_A_PAIR = '%ED%A0%80'

/** As a part of an address; half a surrogate pair as bytes that are no UTF-8. */
const encoded = (text: string) =>
  [...text.slice(0, LONGEST)].map((one) => (LONE.test(one) ? HALF_A_PAIR : encodeURIComponent(one))).join('')

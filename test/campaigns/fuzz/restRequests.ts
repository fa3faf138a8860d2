import fc from 'fast-check'
import { type FormPart, malformedForm, malformedHeaders, malformedJson, malformedQuery } from './malformedRequests.ts'
import { type DescribedOperation, resolveSchema, type Schema } from './openApiDocument.ts'
import { chance, type Generator, hostileValue, type KnownNames, pick, validValue } from './values.ts'

export const FUZZ_CALLERS = ['anonymous', 'pendingFactor', 'other', 'owner', 'admin'] as const
export type FuzzCaller = (typeof FUZZ_CALLERS)[number]

/** A request whose text holds placeholders for known values. */
export interface GeneratedRequest {
  readonly caller: FuzzCaller
  readonly method: string
  /** The path below `/api/1`, with the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text?: string
  readonly form?: { readonly parts: readonly FormPart[]; readonly end?: string; readonly type?: string }
}

/** The arguments of a correct call: path parameters by name, `query`, `body`, `form`. */
export type CorrectCall = Readonly<Record<string, unknown>>

interface RequestContext {
  readonly g: Generator
  readonly operation: DescribedOperation
  readonly names: KnownNames
  /** A call that is known to be correct. */
  readonly correct: CorrectCall
  /** Names of the parts that get hostile values, such as `query.n`. */
  readonly hostile: ReadonlySet<string>
}

const JSON_TYPE = 'application/json'
const VARIANTS = [
  'correct',
  'valid',
  'valid',
  'valid',
  'hostile',
  'hostile',
  'hostile',
  'hostile',
  'malformed',
  'malformed',
] as const
/** The callers to choose from; repetition sets the weight. The owner of the objects reaches the most code. */
export const WEIGHTED_CALLERS: readonly FuzzCaller[] = [
  'owner',
  'owner',
  'owner',
  'owner',
  'owner',
  'other',
  'other',
  'admin',
  'admin',
  'pendingFactor',
  'anonymous',
]

/** Generates a request: correct, valid by its schemas, with hostile parts, or malformed. */
export function generateRequest(
  g: Generator,
  operation: DescribedOperation,
  correct: CorrectCall,
  names: KnownNames,
): GeneratedRequest {
  const caller = pick(g, WEIGHTED_CALLERS)
  const variant = pick(g, VARIANTS)
  if (variant === 'correct') return correctRequest(operation, correct, caller)
  const hostile = new Set(variant === 'hostile' ? chooseParts(g, operation) : [])
  const generated = assemble({ g, operation, names, correct, hostile }, caller)
  return variant === 'malformed' ? malformed(g, generated) : generated
}

/** Turns a correct call into a request. */
export function correctRequest(
  operation: DescribedOperation,
  correct: CorrectCall,
  caller: FuzzCaller,
): GeneratedRequest {
  const { query, body, form } = correct
  const path = pathOf(operation, (name) => String(correct[name])) + queryOf(Object.entries(Object(query)))
  const head = { caller, method: operation.method, path, headers: {} }
  if (operation.form) return { ...head, form: { parts: Object.entries(Object(form)).map(partOf) } }
  return body === undefined ? head : { ...head, headers: { 'content-type': JSON_TYPE }, text: jsonOf(body) }
}

function chooseParts(g: Generator, { parameters, body, form }: DescribedOperation): string[] {
  const fields = [...fieldsOf(body, 'body'), ...fieldsOf(form, 'form')]
  const parts = [...parameters.map((parameter) => `${parameter.in}.${parameter.name}`), ...fields]
  if (parts.length === 0) return []
  return Array.from({ length: g(fc.integer, { min: 1, max: 2 }) }, () => pick(g, parts))
}

const fieldsOf = (schema: Schema | undefined, location: string) =>
  Object.keys((schema && resolveSchema(schema).properties) ?? {}).map((name) => `${location}.${name}`)

function assemble(context: RequestContext, caller: FuzzCaller): GeneratedRequest {
  const { operation } = context
  const path = pathOf(operation, (name) => textOf(valueFor(context, 'path', name)))
  const head = { caller, method: operation.method, path: path + queryOf(queryParts(context)), headers: {} }
  if (operation.form)
    return { ...head, form: { parts: Object.entries(fieldsFor(context, operation.form, 'form')).map(partOf) } }
  if (!operation.body) return head
  return { ...head, headers: { 'content-type': JSON_TYPE }, text: jsonOf(fieldsFor(context, operation.body, 'body')) }
}

type PartLocation = 'path' | 'query' | 'body' | 'form'

/** The value of a parameter or field: hostile if chosen so, else the correct one or one that is valid by the schema. */
function valueFor(context: RequestContext, location: PartLocation, name: string, schema?: Schema): unknown {
  const { g, operation, names, correct, hostile } = context
  if (hostile.has(`${location}.${name}`)) return hostileValue(g)
  const known: unknown = location === 'path' ? correct[name] : Object(correct[location])[name]
  if (known !== undefined && chance(g, 50)) return known
  const found = schema ?? operation.parameters.find((each) => each.in === location && each.name === name)?.schema ?? {}
  return validValue(g, found, names, name)
}

function queryParts(context: RequestContext): [string, unknown][] {
  const { g, operation, hostile } = context
  return operation.parameters
    .filter((each) => each.in === 'query' && (each.required || hostile.has(`query.${each.name}`) || chance(g, 30)))
    .map(({ name }) => [name, valueFor(context, 'query', name)])
}

/** Chooses the fields of a body or form, with their values. */
function fieldsFor(context: RequestContext, given: Schema, location: 'body' | 'form'): Record<string, unknown> {
  const { properties = {}, required = [] } = resolveSchema(given)
  const { g, correct, hostile } = context
  const known: object = Object(correct[location])
  const sent = Object.entries(properties).filter(
    ([name]) => hostile.has(`${location}.${name}`) || required.includes(name) || chance(g, name in known ? 90 : 25),
  )
  return Object.fromEntries(sent.map(([name, schema]) => [name, fieldOf(context, location, name, schema)]))
}

/** The value of a field; a file is valid only as the bytes of the correct call. */
function fieldOf(context: RequestContext, location: PartLocation, name: string, schema: Schema): unknown {
  const known: unknown = Object(context.correct[location])[name]
  const isCorrectFile = Buffer.isBuffer(known) && !context.hostile.has(`${location}.${name}`)
  return isCorrectFile ? known : valueFor(context, location, name, schema)
}

const partOf = ([name, value]: [string, unknown]): FormPart =>
  Buffer.isBuffer(value)
    ? { name, content: value, fileName: 'blob', type: 'image/png' }
    : { name, content: textOf(value) }

function malformed(g: Generator, generated: GeneratedRequest): GeneratedRequest {
  const ways = [
    malformedHeaders,
    malformedQuery,
    ...(generated.form ? [malformedForm, malformedForm] : [malformedJson, malformedJson]),
  ]
  return pick(g, ways)(g, generated)
}

const pathOf = ({ path }: DescribedOperation, value: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(value(name)))

const queryOf = (parts: readonly (readonly [string, unknown])[]) =>
  parts.length === 0 ? '' : `?${parts.map(([name, value]) => `${encoded(name)}=${encoded(textOf(value))}`).join('&')}`

const textOf = (value: unknown) => (typeof value === 'object' ? jsonOf(value) : String(value))
const jsonOf = (value: unknown) => JSON.stringify(value) ?? ''

/** Characters of a path or query part, as URLs are limited. */
const MAX_PART_LENGTH = 600
const LONE_SURROGATE = /\p{Surrogate}/u
const INVALID_UTF8 = '%ED%A0%80'

/** Encodes a part of a URL; a lone surrogate becomes bytes that are invalid UTF-8. */
const encoded = (text: string) =>
  [...text.slice(0, MAX_PART_LENGTH)]
    .map((one) => (LONE_SURROGATE.test(one) ? INVALID_UTF8 : encodeURIComponent(one)))
    .join('')

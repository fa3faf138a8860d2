import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type ArgumentOptions, chooseArguments, generateArgument } from './graphArguments.ts'
import { type FuzzCaller, WEIGHTED_CALLERS } from './restRequests.ts'
import { chance, type Generator, hostileText, INVALID_CURSORS, type KnownNames, pick } from './values.ts'

export const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'))

/** A GraphQL request whose text holds placeholders for known values. */
export interface GeneratedDocument {
  readonly caller: FuzzCaller
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Whether it exceeds a limit of the server, and must be refused. */
  readonly exceedsLimit: boolean
}

interface DocumentContext extends ArgumentOptions {
  readonly variables: Map<string, unknown>
  readonly declared: string[]
  readonly fragments: string[]
  /** The number of aliases so far, which makes each unique. */
  count: number
}

const MAX_DEPTH = 5
const MAX_ALIASES = 14

/** Generates a document by the schema: valid, with invalid values, malformed, or exceeding a limit. */
export function generateDocument(g: Generator, names: KnownNames): GeneratedDocument {
  const caller = pick(g, WEIGHTED_CALLERS)
  const hostility = pick(g, [0, 0, 0, 4, 20])
  const context: DocumentContext = { g, names, hostility, variables: new Map(), declared: [], fragments: [], count: 0 }
  const kind = chance(g, 60) ? 'query' : 'mutation'
  const body = rootSelection(context, kind)
  const declared = context.declared.length > 0 ? `(${context.declared.join(', ')})` : ''
  const query = [`${kind} Generated${declared} ${body}`, ...context.fragments].join('\n')
  const document = { caller, query, variables: Object.fromEntries(context.variables), exceedsLimit: false }
  if (chance(g, 10)) return { ...document, query: malformedDocument(g, query) }
  return chance(g, 6)
    ? { ...document, query: pick(g, DOCUMENTS_BEYOND_LIMITS), variables: {}, exceedsLimit: true }
    : document
}

function rootSelection(context: DocumentContext, kind: 'query' | 'mutation'): string {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  const fields = Object.values(root?.getFields() ?? {})
  const wanted = Array.from({ length: context.g(fc.integer, { min: 1, max: 2 }) }, () => pick(context.g, fields))
  return `{ ${wanted.map((each) => fieldText(context, each, 1)).join(' ')} }`
}

function fieldText(context: DocumentContext, field: GraphQLField<unknown, unknown>, depth: number): string {
  const args = chooseArguments(context, field.args).map(({ name, type }) => {
    // An argument `id` is the id of an object named by the field.
    const meaning = name === 'id' || name === 'ids' ? `${field.name.replace(/s$/, '')}Id` : name
    return `${name}: ${argumentText(context, generateArgument(context, type, meaning), type)}`
  })
  const alias = chance(context.g, 10) && context.count < MAX_ALIASES ? `a${++context.count}: ` : ''
  const directive = chance(context.g, 3) ? ` @include(if: ${context.g(fc.boolean)})` : ''
  const list = args.length > 0 ? `(${args.join(', ')})` : ''
  return `${alias}${field.name}${list}${directive}${selection(context, getNamedType(field.type), depth)}`
}

/** Writes an argument's value as a variable or, where possible, as a literal. */
function argumentText(context: DocumentContext, value: unknown, type: GraphQLInputType): string {
  const isWord = typeof value === 'string' && !isEnumType(getNamedType(type)) && !LONE_SURROGATE.test(value)
  const isPlain = isWord || typeof value === 'number' || typeof value === 'boolean' || value === null
  if (isPlain && chance(context.g, 30)) return JSON.stringify(value)
  const name = `v${context.variables.size}`
  context.variables.set(name, value)
  context.declared.push(`$${name}: ${type}`)
  return `$${name}`
}

const LONE_SURROGATE = /\p{Surrogate}/u

function selection(context: DocumentContext, type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return ''
  if (isAbstractType(type)) return ` { __typename ${someTypes(context, type.name, depth)} }`
  const text = ` { ${fieldsText(context, type, depth)} }`
  if (!chance(context.g, 10)) return text
  const name = `F${context.fragments.length}`
  context.fragments.push(`fragment ${name} on ${type.name}${text}`)
  return ` { ...${name} }`
}

function someTypes(context: DocumentContext, name: string, depth: number): string {
  const type = schema.getType(name)
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const chosen = [pick(context.g, types), pick(context.g, types)]
  return chosen.map((each) => `... on ${each.name} { ${fieldsText(context, each, depth)} }`).join(' ')
}

function fieldsText(context: DocumentContext, type: GraphQLNamedType, depth: number): string {
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  const leaves = fields.filter((each) => isLeafType(getNamedType(each.type)))
  const objects = fields.filter((each) => !isLeafType(getNamedType(each.type)))
  const { g } = context
  const chosenLeaves = pickSome(g, leaves, 5)
  const chosenObjects = depth < MAX_DEPTH ? pickSome(g, objects, 2) : []
  const texts = [...chosenLeaves, ...chosenObjects].map((each) => fieldText(context, each, depth + 1))
  return texts.length > 0 ? texts.join(' ') : '__typename'
}

/** Picks at most `most` distinct elements. */
const pickSome = <T>(g: Generator, list: readonly T[], most: number): T[] =>
  list.length === 0 ? [] : [...new Set(Array.from({ length: g(fc.nat, { max: most }) }, () => pick(g, list)))]

/** Makes a document invalid: truncated, with unknown names, or with circular fragments. */
function malformedDocument(g: Generator, query: string): string {
  const at = g(fc.nat, { max: query.length })
  return pick(g, [
    query.slice(0, at),
    `${query.slice(0, at)}${hostileText(g)}${query.slice(at)}`,
    query.replace('{', '{ nothing '),
    query.replace('{', '{ ...Nowhere '),
    `${query} fragment A on Query { ...B } fragment B on Query { ...A }`,
    query.replace('Generated', `Generated${'('.repeat(50)}`),
    query.replaceAll(/\$v\d+: [^,)]+/g, (found) => found.replace(/: .+/, ': Nothing')),
    '',
    'query',
    '{',
    '\ufeff{ onlineCount }',
    '{ onlineCount } { onlineCount }',
    'query A { onlineCount } query B { onlineCount }',
    `{ onlineCount @include(if: "x") @nothing }`,
    'subscription { nothing }',
  ])
}

const nested = (depth: number) =>
  `{ viewer ${'{ friends(first: 1) { nodes '.repeat(depth)}{ id }${' } }'.repeat(depth)} }`

/** Documents that each exceed one limit: depth, cost, aliases, tokens or directives. */
const DOCUMENTS_BEYOND_LIMITS = [
  nested(8),
  nested(60),
  '{ users(filter: { search: "a" }, first: 100) { nodes { friends: worlds(first: 100) { nodes { id name } } } } }',
  `{ ${Array.from({ length: 120 }, (_, at) => `b${at}: onlineCount`).join(' ')} }`,
  `{ onlineCount ${'systemTime '.repeat(1_200)} }`,
  `{ onlineCount ${'@include(if: true) '.repeat(40)} }`,
] as const

/** Below the server's limit of aliases. */
const ALIASES_PER_DOCUMENT = 12

/** By type, a document that selects fields of an object of that type. */
const DOCUMENT_BY_TYPE: Readonly<Record<string, (fields: string) => string>> = {
  Query: (fields) => `{ ${fields} }`,
  Viewer: (fields) => `{ viewer { ${fields} } }`,
  User: (fields) => `{ user(id: "~~userId~~") { ${fields} } }`,
  World: (fields) => `{ world(id: "~~worldId~~") { ${fields} } }`,
}

type Field = GraphQLField<unknown, unknown>

const isConnection = ({ args }: Field) =>
  args.some(({ name }) => name === 'after') && !args.some(({ type }) => isNonNullType(type))

/** Documents that request every list after each invalid cursor, in each of its sort orders. */
export function cursorDocuments(): string[] {
  return Object.keys(DOCUMENT_BY_TYPE)
    .map((name) => schema.getType(name))
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(isConnection)
        .flatMap((field) => documentsFor(type, field)),
    )
}

/** Arguments of lists that need some. */
const REQUIRED_ARGUMENTS: Readonly<Record<string, string>> = { infoPushes: 'filter: { include: ["x"] }' }

/** The ways to sort a list: the default, and each that it takes. */
function sortsOf({ args }: Field): string[] {
  const [type] = args.filter(({ name }) => name === 'sort').map(({ type: of }) => getNamedType(of))
  return isEnumType(type) ? ['', ...type.getValues().map(({ name }) => `sort: ${name}`)] : ['']
}

function documentsFor(type: GraphQLObjectType, field: Field): string[] {
  const { name } = field
  return sortsOf(field).flatMap((sort) =>
    batches(INVALID_CURSORS).map((cursors) => {
      const more = [REQUIRED_ARGUMENTS[name] ?? '', sort].filter(Boolean).join(', ')
      const fields = cursors.map(
        (cursor, at) => `c${at}: ${name}(first: 1, after: "${cursor}", ${more}) { __typename }`,
      )
      return DOCUMENT_BY_TYPE[type.name]?.(fields.join(' ')) ?? ''
    }),
  )
}

const batches = (list: readonly string[]) =>
  Array.from({ length: Math.ceil(list.length / ALIASES_PER_DOCUMENT) }, (_, at) =>
    list.slice(at * ALIASES_PER_DOCUMENT, (at + 1) * ALIASES_PER_DOCUMENT),
  )

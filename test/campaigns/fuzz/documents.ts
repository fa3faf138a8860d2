import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { given, type Inputs, input } from './inputs.ts'
import { type Asker, OFTEN } from './requests.ts'
import { chance, type Draw, hostileText, type Names, pick } from './values.ts'

export const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'))

/** An operation as it is sent, with names in the place of things. */
export interface Asked {
  readonly asker: Asker
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Whether it passes a limit of documents, and so must be refused. */
  readonly beyond: boolean
}

interface Writing extends Inputs {
  readonly variables: Map<string, unknown>
  readonly declared: string[]
  readonly fragments: string[]
  /** Of the document; each alias is another. */
  count: number
}

const DEEPEST = 5
const MANY = 14

/** One document by the schema: right, with wrong values, broken, or beyond a limit. */
export function drawDocument(g: Draw, names: Names): Asked {
  const asker = pick(g, OFTEN)
  const hostility = pick(g, [0, 0, 0, 4, 20])
  const writing: Writing = { g, names, hostility, variables: new Map(), declared: [], fragments: [], count: 0 }
  const kind = chance(g, 60) ? 'query' : 'mutation'
  const body = rootSelection(writing, kind)
  const declared = writing.declared.length > 0 ? `(${writing.declared.join(', ')})` : ''
  const query = [`${kind} Drawn${declared} ${body}`, ...writing.fragments].join('\n')
  const asked = { asker, query, variables: Object.fromEntries(writing.variables), beyond: false }
  if (chance(g, 10)) return { ...asked, query: broken(g, query) }
  return chance(g, 6) ? { ...asked, query: pick(g, BEYOND), variables: {}, beyond: true } : asked
}

function rootSelection(writing: Writing, kind: 'query' | 'mutation'): string {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
  const fields = Object.values(root?.getFields() ?? {})
  const wanted = Array.from({ length: writing.g(fc.integer, { min: 1, max: 2 }) }, () => pick(writing.g, fields))
  return `{ ${wanted.map((each) => fieldText(writing, each, 1)).join(' ')} }`
}

function fieldText(writing: Writing, field: GraphQLField<unknown, unknown>, depth: number): string {
  const args = given(writing, field.args).map(({ name, type }) => {
    // An id is of what the field is called.
    const means = name === 'id' || name === 'ids' ? `${field.name.replace(/s$/, '')}Id` : name
    return `${name}: ${argumentText(writing, input(writing, type, means), type)}`
  })
  const alias = chance(writing.g, 10) && writing.count < MANY ? `a${++writing.count}: ` : ''
  const directive = chance(writing.g, 3) ? ` @include(if: ${writing.g(fc.boolean)})` : ''
  const list = args.length > 0 ? `(${args.join(', ')})` : ''
  return `${alias}${field.name}${list}${directive}${selection(writing, getNamedType(field.type), depth)}`
}

/** As a variable, or in the document where it can be written there. */
function argumentText(writing: Writing, value: unknown, type: GraphQLInputType): string {
  const isWord = typeof value === 'string' && !isEnumType(getNamedType(type)) && !LONE.test(value)
  const isPlain = isWord || typeof value === 'number' || typeof value === 'boolean' || value === null
  if (isPlain && chance(writing.g, 30)) return JSON.stringify(value)
  const name = `v${writing.variables.size}`
  writing.variables.set(name, value)
  writing.declared.push(`$${name}: ${type}`)
  return `$${name}`
}

const LONE = /\p{Surrogate}/u

function selection(writing: Writing, type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return ''
  if (isAbstractType(type)) return ` { __typename ${someTypes(writing, type.name, depth)} }`
  const text = ` { ${fieldsText(writing, type, depth)} }`
  if (!chance(writing.g, 10)) return text
  const name = `F${writing.fragments.length}`
  writing.fragments.push(`fragment ${name} on ${type.name}${text}`)
  return ` { ...${name} }`
}

function someTypes(writing: Writing, name: string, depth: number): string {
  const type = schema.getType(name)
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : []
  const asked = [pick(writing.g, types), pick(writing.g, types)]
  return asked.map((each) => `... on ${each.name} { ${fieldsText(writing, each, depth)} }`).join(' ')
}

function fieldsText(writing: Writing, type: GraphQLNamedType, depth: number): string {
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  const leaves = fields.filter((each) => isLeafType(getNamedType(each.type)))
  const deep = fields.filter((each) => !isLeafType(getNamedType(each.type)))
  const { g } = writing
  const few = some(g, leaves, 5)
  const deeper = depth < DEEPEST ? some(g, deep, 2) : []
  const texts = [...few, ...deeper].map((each) => fieldText(writing, each, depth + 1))
  return texts.length > 0 ? texts.join(' ') : '__typename'
}

/** At most so many of a list, each once. */
const some = <T>(g: Draw, list: readonly T[], most: number): T[] =>
  list.length === 0 ? [] : [...new Set(Array.from({ length: g(fc.nat, { max: most }) }, () => pick(g, list)))]

/** A document that is cut off, has something in it that is not there, or goes in circles. */
function broken(g: Draw, query: string): string {
  const at = g(fc.nat, { max: query.length })
  return pick(g, [
    query.slice(0, at),
    `${query.slice(0, at)}${hostileText(g)}${query.slice(at)}`,
    query.replace('{', '{ nothing '),
    query.replace('{', '{ ...Nowhere '),
    `${query} fragment A on Query { ...B } fragment B on Query { ...A }`,
    query.replace('Drawn', `Drawn${'('.repeat(50)}`),
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

/** Each passes one limit: of depth, cost, aliases, tokens, directives. */
const BEYOND = [
  nested(8),
  nested(60),
  '{ users(search: "a", first: 100) { nodes { friends: worlds(first: 100) { nodes { id name } } } } }',
  `{ ${Array.from({ length: 20 }, (_, at) => `b${at}: onlineCount`).join(' ')} }`,
  `{ onlineCount ${'systemTime '.repeat(1_200)} }`,
  `{ onlineCount ${'@include(if: true) '.repeat(40)} }`,
] as const

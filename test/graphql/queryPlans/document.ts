import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import type { Random } from './random.ts'

const VARIABLES =
  '$yes: Boolean!, $no: Boolean! = false, $maybe: Boolean = true, $size: Int = 2, $text: String, $filter: Filter, $id: ID!'
const DIRECTIVES = ['$yes', '$no', '$maybe', 'true', 'false']
const DEEPEST = 4

interface Writer {
  readonly schema: GraphQLSchema
  readonly random: Random
  /** Texts of the fragments by name. */
  readonly fragments: Map<string, string>
}

/** A random query. It may be invalid. */
export function randomDocument(schema: GraphQLSchema, random: Random): string {
  const writer: Writer = { schema, random, fragments: new Map() }
  for (const type of ['Person', 'Named', 'Pet', 'Node'])
    writer.fragments.set(`On${type}`, `fragment On${type} on ${type} ${selectionOf(writer, type, DEEPEST - 2)}`)
  const query = `query Compared(${VARIABLES}) ${selectionOf(writer, 'Query', 0)}`
  const used = [...writer.fragments].filter(([name]) => query.includes(`...${name}`))
  return [query, ...used.map(([, text]) => text)].join('\n')
}

/** Random values of the variables; sometimes they are refused. */
export const randomVariables = (random: Random): Record<string, unknown> => ({
  yes: !random.oneIn(3),
  id: random.oneIn(20) ? null : `n${random.below(3)}`,
  ...(random.oneIn(2) && { no: random.oneIn(2) }),
  ...(random.oneIn(2) && { maybe: random.pick<unknown>(true, false, null) }),
  ...(random.oneIn(2) && { size: random.pick<unknown>(1, 3, null, random.oneIn(9) ? 'many' : 2) }),
  ...(random.oneIn(2) && { text: random.pick<unknown>('some', null, '') }),
  ...(random.oneIn(2) && { filter: random.pick<unknown>(null, {}, { name: null, ages: 3, deeper: {} }) }),
})

function selectionOf(writer: Writer, typeName: string, depth: number): string {
  const { random, schema } = writer
  const type = schema.getType(typeName)
  const parts = Array.from({ length: 1 + random.below(4) }, () => partOf(writer, type, depth))
  return `{ ${parts.join(' ')} }`
}

function partOf(writer: Writer, type: GraphQLNamedType | undefined, depth: number): string {
  const { random } = writer
  if (depth < DEEPEST && random.oneIn(5)) return inlineFragmentOf(writer, type, depth)
  const [spread] = [...writer.fragments.keys()].slice(random.below(4))
  if (spread && type?.name !== 'Query' && depth < DEEPEST && random.oneIn(6)) return `...${spread}${directive(random)}`
  if (random.oneIn(8) || !(isObjectType(type) || isInterfaceType(type)))
    return `${random.pick('', 'kind: ')}__typename${directive(random)}`
  const fields = Object.values(type.getFields()).filter((one) => depth < DEEPEST || isLeafType(getNamedType(one.type)))
  const [first, ...others] = fields
  return first ? fieldOf(writer, random.pick(first, ...others), depth) : '__typename'
}

function inlineFragmentOf(writer: Writer, type: GraphQLNamedType | undefined, depth: number): string {
  const { random, schema } = writer
  const members = isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : ['Node', 'Named']
  const within = type?.name === 'Query' ? 'Query' : random.pick(type?.name ?? '', ...members)
  const condition = random.oneIn(5) ? type?.name : within
  return `... on ${condition}${directive(random)} ${selectionOf(writer, condition ?? '', depth + 1)}`
}

function fieldOf(writer: Writer, field: GraphQLField<unknown, unknown>, depth: number): string {
  const { random } = writer
  const type = getNamedType(field.type)
  const alias = random.oneIn(3) ? `${random.pick('first', 'second', '__proto__', 'constructor', 'then')}: ` : ''
  const below = isLeafType(type) ? '' : ` ${selectionOf(writer, type.name, depth + 1)}`
  return `${alias}${field.name}${argumentsOf(random, field)}${directive(random)}${below}`
}

function argumentsOf(random: Random, { args }: GraphQLField<unknown, unknown>): string {
  const given = args.filter(({ name }) => (name === 'id' ? !random.oneIn(9) : random.oneIn(2)))
  const texts = given.map(({ name, type }) => `${name}: ${argumentOf(random, String(type))}`)
  return texts.length > 0 ? `(${texts.join(', ')})` : ''
}

function argumentOf(random: Random, type: string): string {
  if (type.startsWith('Int')) return random.pick('$size', '1', '3')
  if (type === 'Filter')
    return random.pick('$filter', '{ages: [$size]}', '{name: $text, colour: GREEN}', '{deeper: {name: "x"}}', 'null')
  if (type.includes('Colour')) return random.pick('RED', 'GREEN')
  if (type === 'String') return random.pick('$text', '"literal"', 'null')
  return random.pick('$id', '"n1"')
}

const directive = (random: Random): string =>
  random.oneIn(6) ? ` @${random.pick('skip', 'include')}(if: ${random.pick('$yes', ...DIRECTIVES)})` : ''

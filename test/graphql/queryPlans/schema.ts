import {
  buildSchema,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'
import { type Random, randomOf } from './random.ts'

/** What resolvers do: all of it is random, but depends only on the seed and the path of the field. */
export interface Behaviour {
  readonly seed: string
  /** Whether some values, and all items of lists, come by promises. */
  readonly isAsync: boolean
  /** Whether the value at a path fails: then it is thrown, null or of a wrong type. */
  readonly fails: (path: string) => boolean
}

interface ResolverContext {
  readonly behaviour: Behaviour
}

const SDL = `
  enum Colour { RED GREEN }
  input Filter { name: String = "any", ages: [Int!], colour: Colour = RED, deeper: Filter }
  interface Node { id: ID! }
  interface Named implements Node { id: ID! name(style: Colour = GREEN, suffix: String): String friend: Named }
  type Person implements Named & Node {
    id: ID!
    name(style: Colour = GREEN, suffix: String): String
    friend: Named
    self: Person!
    age: Int!
    colour: Colour
    tags: [String!]!
    matrix: [[Int!]]
    pets(first: Int! = 2, filter: Filter): [Pet!]!
    people: [Person]
    plain(size: Int! = 1): String
    label: String
    strictLabel: String!
    sizes: [Int!]
    strictSizes: [Int]!
    loud: String
    length: Int!
  }
  type Cat implements Named & Node {
    id: ID!
    name(style: Colour = GREEN, suffix: String): String
    friend: Named
    owner: Person!
    lives: Int
  }
  type Stone implements Node { id: ID! weight: Float! owner: Person }
  union Pet = Cat | Stone
  type Query {
    person(id: ID!): Person
    people(first: Int = 3, filter: Filter): [Person!]
    strictPeople: [Person!]!
    pet: Pet
    pets: [Pet]
    named: Named!
    node(id: ID = "n1"): Node
    count(of: [Colour!] = [RED]): Int!
    plain(size: Int! = 1): String
  }
`

/** Fields that show a member of their row. */
const EXPOSED = ['label', 'strictLabel', 'sizes', 'strictSizes']

interface LabelledRow {
  readonly label: unknown
}

/** Fields that are computed from their row alone: the first throws for some rows, the second is not always a number. */
const COMPUTED: Readonly<Record<string, (row: LabelledRow) => unknown>> = {
  loud: ({ label }) => `${label}!`,
  length: ({ label }) => Object(label).length,
}

/** The schema for comparisons. Its resolvers return and throw what the behaviour in their context says. */
export function comparedSchema() {
  const schema = buildSchema(SDL)
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  for (const type of types.filter(isAbstractType))
    Object.assign(type, {
      resolveType: (row: unknown, { behaviour }: ResolverContext, info: GraphQLResolveInfo) =>
        typeNameOf(behaviour, Object(row).path, { info, type }),
    })
  for (const field of types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()))) declareField(field)
  return schema
}

function declareField(field: GraphQLField<unknown, ResolverContext>) {
  const { name } = field
  const compute = COMPUTED[name]
  if (compute) Object.assign(field, { resolve: compute })
  else if (name !== 'plain' && !EXPOSED.includes(name)) field.resolve = resolve
}

const textOf = (path: GraphQLResolveInfo['path'] | undefined): string =>
  path ? `${textOf(path.prev)}/${path.typename ?? ''}.${path.key}` : ''

const resolve: GraphQLFieldResolver<unknown, ResolverContext> = (_, args, { behaviour }, info) => {
  const path = textOf(info.path)
  const value = resultOf(behaviour, path, info.returnType)
  if (typeof value === 'string' && value.startsWith('text'))
    return `${value} ${JSON.stringify(args)} ${JSON.stringify(info.variableValues)}`
  return value
}

interface Wanted {
  readonly behaviour: Behaviour
  readonly random: Random
  readonly path: string
  readonly type: GraphQLOutputType
}

/** A value of a type, or a failure, at once or by a promise. */
function resultOf(behaviour: Behaviour, path: string, type: GraphQLOutputType): unknown {
  const wanted = { behaviour, random: randomOf(`${behaviour.seed} ${path}`), path, type }
  if (!behaviour.isAsync || !wanted.random.oneIn(3)) return outcomeOf(wanted)
  return lateOutcome(wanted)
}

async function lateOutcome(wanted: Wanted): Promise<unknown> {
  for (let turn = wanted.random.below(3); turn > 0; turn--) await new Promise(setImmediate)
  return outcomeOf(wanted)
}

const outcomeOf = (wanted: Wanted): unknown =>
  wanted.behaviour.fails(wanted.path) ? failureOf(wanted) : successOf(wanted)

function failureOf({ random, path, type, ...wanted }: Wanted): unknown {
  const failures: readonly (() => unknown)[] = [
    () => null,
    () => undefined,
    () => new Error(`returned at ${path}`),
    () => refuse(new Error(`thrown at ${path}`)),
    () => refuse(new GraphQLError(`refused at ${path}`, { extensions: { code: 'REFUSED' } })),
    () => (isListType(getNullableType(type)) ? 'no list' : 'of a wrong type'),
    () => (isListType(getNullableType(type)) ? brokenList({ random, path, type, ...wanted }) : 'of a wrong type'),
  ]
  return failures[random.below(failures.length)]?.()
}

function refuse(error: Error): never {
  throw error
}

function successOf(wanted: Wanted): unknown {
  const { random, path } = wanted
  const type = getNullableType(wanted.type)
  if (isListType(type)) return random.oneIn(4) ? new Set(itemsOf(wanted)) : itemsOf(wanted)
  if (isEnumType(type)) return random.pick('RED', 'GREEN')
  if (!isLeafType(type)) return rowOf(wanted)
  return type.name === 'Int' || type.name === 'Float' ? random.below(100) : `text ${path}`
}

/** Members of exposed fields: a third is not what their types want, or comes by promises where others do. */
function rowOf({ behaviour, random, path }: Wanted): object {
  const plain = random.oneIn(2) ? `plain ${path}` : () => `called ${path}`
  const late = { label: Promise.resolve('late'), sizes: [1, Promise.resolve(2)] }
  const odd = { label: oddLabel(random, path), sizes: random.pick<unknown>(new Set([1]), [1, null], [1, 'x'], 'none') }
  const member = <V>(usual: V, other: unknown) => (random.oneIn(3) ? other : usual)
  const { label, sizes } = behaviour.isAsync ? late : odd
  return {
    path,
    plain,
    label: member('text', label),
    strictLabel: member(5, label),
    sizes: member([1, 2], sizes),
    strictSizes: member([], sizes),
  }
}

const oddLabel = (random: Random, path: string) =>
  random.pick<unknown>({}, null, new Error(`returned at ${path}`), () => `called ${path}`, Symbol('odd'))

function itemsOf({ behaviour, random, path, type }: Wanted): unknown[] {
  const list = getNullableType(type)
  const itemType = isListType(list) ? list.ofType : type
  return Array.from({ length: random.below(4) }, (_, at) => itemOf(behaviour, `${path}#${at}`, itemType))
}

function* brokenList(wanted: Wanted) {
  yield* itemsOf(wanted)
  throw new Error('the list breaks off')
}

/** A list can hold no thrown error, so it holds errors instead. */
function itemOf(behaviour: Behaviour, path: string, type: GraphQLOutputType): unknown {
  const wanted = { behaviour, random: randomOf(`${behaviour.seed} ${path}`), path, type }
  if (behaviour.isAsync) return lateOutcome(wanted)
  try {
    return outcomeOf(wanted)
  } catch (error) {
    return error
  }
}

interface AbstractPosition {
  readonly info: GraphQLResolveInfo
  readonly type: GraphQLAbstractType
}

/** The name of one of the types, or something else, which must fail. */
function typeNameOf(behaviour: Behaviour, of: string, { info, type }: AbstractPosition): unknown {
  const path = `type of ${of} at ${textOf(info.path)}`
  const random = randomOf(`${behaviour.seed} ${path}`)
  const possible = info.schema.getPossibleTypes(type)
  const name = behaviour.fails(path) ? wrongTypeName(random) : possible[random.below(possible.length)]?.name
  return behaviour.isAsync && random.oneIn(3) ? Promise.resolve(name) : name
}

function wrongTypeName(random: Random): unknown {
  if (random.oneIn(4)) throw new Error('thrown by the type')
  return random.pick<unknown>(undefined, null, 7, 'Colour', 'Unknown', 'Query', 'Stone', 'Person')
}

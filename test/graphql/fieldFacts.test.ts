import SchemaBuilder from '@pothos/core'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { type GraphQLField, type GraphQLResolveInfo, isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import type { GraphContext } from '../../src/edges/graphql/context.ts'
import { factsOf } from '../../src/edges/graphql/fieldFacts.ts'
import { FIELD_PLUGIN } from '../../src/edges/graphql/fieldPlugin.ts'
import { atMost } from '../../src/edges/graphql/limits.ts'
import { byId, fromColumn, optionalText } from '../../src/edges/graphql/resolvers/columns.ts'
import { loadedForAll } from '../../src/edges/graphql/resolvers/loader.ts'
import { derivedId, nodeBy } from '../../src/edges/graphql/resolvers/reference.ts'
import { PAYLOAD_FOR_ALL, withValuesFor } from '../../src/edges/graphql/resolvers/subscriptions.ts'
import { getDatamodel } from '../../src/generated/pothos/types.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly size: number
}

const RULES = { publicUrl: 'http://plaza.test' }
const CONTEXT = { scope: { rules: RULES } }
const ROW: Row = { id: 'row', name: '', size: 2 }
const loader = () => ({ load: (id: string) => ({ ...ROW, id }) })

const noClient = () => {
  throw new Error('no field reads the database')
}
const builder = new SchemaBuilder<{
  AuthScopes: { admin: boolean }
  Context: GraphContext
  DefaultFieldNullability: false
}>({
  plugins: [FIELD_PLUGIN, ScopeAuthPlugin, RelayPlugin],
  defaultFieldNullability: false,
  prisma: { client: noClient, dmmf: getDatamodel() },
  relay: {},
  scopeAuth: { authScopes: () => ({ admin: false }) },
})
const Thing = builder.objectRef<Row>('Thing')
const Secret = builder.objectRef<Row>('Secret')
const Derived = builder.objectRef<Row>('Derived')

builder.node(Thing, {
  ...nodeBy(loader),
  fields: (t) => ({
    name: t.exposeString('name'),
    title: t.exposeString('name'),
    guarded: t.exposeString('name', { authScopes: { admin: true } }),
    text: t.string(optionalText('name', 'The name.')),
    link: t.string(fromColumn('name', (name: string, { publicUrl }) => `${publicUrl}/${name}`)),
    isLarge: t.boolean({ resolve: ({ size }) => size > 1 }),
    rest: t.string({ resolve: (...given) => String(given.length) }),
    asked: t.string({ args: { a: t.arg.int() }, resolve: ({ name }) => name }),
    dependent: t.string({ resolve: ({ name }, _args, context) => name + Object.keys(context) }),
    ofId: t.string({ resolve: byId((id, _args, context) => id + Object.keys(context)) }),
    loaded: t.string(loadedForAll(async (_context, id) => id, String)),
    things: t.field({ type: [Thing], ...atMost(5), ...withValuesFor('Thing.dependent'), resolve: (row) => [row] }),
  }),
})
builder.node(Derived, { ...nodeBy(loader), id: derivedId(({ name }: Row) => `x${name}`), fields: () => ({}) })
Secret.implement({ authScopes: { admin: true }, fields: (t) => ({ name: t.exposeString('name') }) })
builder.queryType({ fields: (t) => ({ thing: t.field({ type: Thing, nullable: true, resolve: () => ROW }) }) })
builder.subscriptionType({
  fields: (t) => ({
    one: t.field({ type: Secret, ...PAYLOAD_FOR_ALL, resolve: () => ROW, subscribe: async function* () {} }),
    other: t.field({ type: Secret, resolve: () => ROW, subscribe: async function* () {} }),
  }),
})
const schema = builder.toSchema()

function field(path: string): GraphQLField<unknown, unknown> {
  const [typeName = '', name = ''] = path.split('.')
  const type = schema.getType(typeName)
  const found = isObjectType(type) ? type.getFields()[name] : undefined
  if (!found) throw new Error(`the schema has no ${path}`)
  return found
}

/** Whether the value is the same for all viewers, and the columns that it is known to read. */
function factsAt(path: string) {
  const { isSameForAll, columns } = factsOf(field(path))
  return [isSameForAll, columns]
}

it.each([
  ['Thing.id', [true, ['id']]],
  ['Thing.name', [true, ['name']]],
  ['Thing.title', [true, ['name']]],
  ['Thing.guarded', [false, ['name']]],
  ['Secret.name', [false, ['name']]],
  ['Thing.text', [true, ['name']]],
  ['Thing.link', [true, ['name']]],
  ['Thing.isLarge', [true, null]],
  ['Thing.rest', [true, null]],
  ['Thing.asked', [true, null]],
  ['Thing.dependent', [false, null]],
  ['Thing.ofId', [false, ['id']]],
  ['Thing.loaded', [true, ['id']]],
  ['Thing.things', [true, null]],
  ['Derived.id', [true, null]],
  ['Query.thing', [false, null]],
  ['Subscription.one', [true, null]],
  ['Subscription.other', [false, null]],
])('of %s follow from its declaration', (path, facts) => {
  expect(factsAt(path)).toEqual(facts)
})

it('let a resolver that takes no context see none', () => {
  const info: GraphQLResolveInfo = Object.create(null)
  expect(field('Thing.rest').resolve?.(ROW, {}, CONTEXT, info)).toBe('1')
})

it('name the values that hold below a field, and its cost', () => {
  expect(factsOf(field('Thing.things'))).toMatchObject({
    sameForAllBelow: ['Thing.dependent'],
    complexity: { field: 5, multiplier: 5 },
  })
  expect([factsOf(field('Thing.name')), factsOf(field('Query.thing'))]).toMatchObject([{ complexity: 0 }, {}])
})

import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import type PrismaTypes from '../../generated/pothos/types.ts'
import { getDatamodel } from '../../generated/pothos/types.ts'
import { type AuthScopes, accessFailure, authScopesOf } from './access.ts'
import type { GraphContext } from './context.ts'
import { invalidInputFailure } from './errors.ts'
import { FIELD_PLUGIN } from './fieldPlugin.ts'
import { DEFAULT_PAGE, MAX_PAGE } from './limits.ts'
import { relayOptions } from './relay.ts'
import type { TotalCount } from './resolvers/connection.ts'
import { type Scalars, scalars } from './scalars.ts'

export interface SchemaTypes {
  Context: GraphContext
  PrismaTypes: PrismaTypes
  Scalars: Scalars
  AuthScopes: AuthScopes
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Connection: { readonly totalCount: TotalCount }
}

/** In development, fails for resolvers that ignore their Prisma `query`, which would cost a further query per row. */
const onUnusedQuery = process.env.NODE_ENV === 'production' ? null : 'error'

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [FIELD_PLUGIN, ScopeAuthPlugin, ValidationPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: authScopesOf,
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, context) => accessFailure(context),
  },
  validation: { validationError: ({ issues }) => invalidInputFailure(issues) },
  relay: relayOptions,
  prisma: {
    client: (context) => context.scope.client,
    dmmf: getDatamodel(),
    defaultConnectionSize: DEFAULT_PAGE,
    maxConnectionSize: MAX_PAGE,
    onUnusedQuery,
  },
})

const Query = builder.queryType({
  description: 'Queries. They need a session unless stated otherwise.',
  authScopes: { session: true },
})
/** A field by which a payload or an event also shows what stands at the root, as it is then. */
export const queryField = {
  type: Query,
  // What is below is read as the viewer, so that no viewer gets the result of another one.
  facts: { isSameForAll: false },
  description: 'All queries, which show the state after the change.',
  resolve: () => ({}),
} as const

builder.mutationType({
  description: 'Mutations. They need a session unless stated otherwise.',
  authScopes: { session: true },
})
builder.subscriptionType({ description: 'Subscriptions. They need a session.', authScopes: { session: true } })
builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Number of objects in the whole list that the viewer may see.',
    resolve: ({ totalCount }) => (typeof totalCount === 'function' ? totalCount() : totalCount),
  }),
)
for (const [name, scalar] of scalars) builder.addScalarType(name, scalar)

/** Options of a query whose answers may be a second old, but for changes of the viewer: a replica of the database may give them. */
export const MAY_BE_OLD = { facts: { mayBeOld: true } } as const

/** The field builder of an object, for functions that define fields which several objects share. */
export type ObjectFieldBuilder<Row> = PothosSchemaTypes.ObjectFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  Row
>

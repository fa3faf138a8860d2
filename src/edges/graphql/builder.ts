import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import DataloaderPlugin from '@pothos/plugin-dataloader'
import ErrorsPlugin from '@pothos/plugin-errors'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import ValidationPlugin from '@pothos/plugin-validation'
import type PrismaTypes from '../../generated/pothos/types.ts'
import { getDatamodel } from '../../generated/pothos/types.ts'
import { type AuthScopes, grants, refusal } from './access.ts'
import type { GraphContext } from './context.ts'
import { invalidInput } from './failure.ts'
import { allowance, DEFAULT_PAGE, MAX_PAGE } from './limits.ts'
import { relayOptions } from './relay.ts'
import { type Scalars, scalars } from './scalars.ts'

/** What a schema is built with. Every type and field says in one sentence what it is. */
export interface Types {
  Context: GraphContext
  PrismaTypes: PrismaTypes
  Scalars: Scalars
  AuthScopes: AuthScopes
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
}

/** A resolver that does not read what its query asks for would read once more a row; said early, never to a user. */
const onUnusedQuery = process.env.NODE_ENV === 'production' ? null : 'error'

export const builder = new SchemaBuilder<Types>({
  plugins: [
    ScopeAuthPlugin,
    ErrorsPlugin,
    ValidationPlugin,
    ComplexityPlugin,
    RelayPlugin,
    DataloaderPlugin,
    PrismaPlugin,
  ],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: grants,
    authorizeOnSubscribe: true,
    unauthorizedError: (_parent, context) => refusal(context),
  },
  validation: { validationError: ({ issues }) => invalidInput(issues) },
  complexity: { limit: (context) => allowance(context.scope.viewer) },
  relay: relayOptions,
  prisma: {
    client: (context) => context.scope.client,
    dmmf: getDatamodel(),
    defaultConnectionSize: DEFAULT_PAGE,
    maxConnectionSize: MAX_PAGE,
    onUnusedQuery,
  },
})

builder.queryType({ description: 'What can be read.', authScopes: { session: true } })
builder.mutationType({ description: 'What can be done; each field is an act.', authScopes: { session: true } })
builder.subscriptionType({ description: 'What can be followed live.', authScopes: { session: true } })
for (const [name, scalar] of scalars) builder.addScalarType(name, scalar)

/** What defines the fields of an object, for those that several objects share. */
export type FieldsOf<Row> = PothosSchemaTypes.ObjectFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<Types>, Row>

/** The one argument of a mutation. */
export const INPUT = { required: true, description: 'What the act needs to know.' } as const

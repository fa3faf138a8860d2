import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type InputShapeFromFields,
  type OutputType,
  type PothosOutputFieldConfig,
  type PothosOutputFieldType,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { getOrCreate } from '../../kernel/maps.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import { type DeclaredFacts, declaredColumns, FieldFacts } from './fieldFacts.ts'

/** What a field costs: its own objects, and the number of objects for which the fields below it are read. */
type FieldCost = number | { readonly field?: number; readonly multiplier?: number }

declare global {
  // biome-ignore lint/style/noNamespace: Pothos declares the options of fields in this namespace.
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      fieldFacts: FieldPlugin<Types>
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The cost of the field; by default 1 for each object, and nothing for scalars. */
      complexity?: FieldCost | ((args: InputShapeFromFields<Args>) => FieldCost)
      /** Set by functions that make fields. */
      facts?: DeclaredFacts
    }
  }
}

export const FIELD_PLUGIN = 'fieldFacts'

type FieldConfig<Types extends SchemaTypes> = PothosOutputFieldConfig<Types>

/**
 * Attaches `FieldFacts` to each field, has its arguments checked and mapped once, however many rows it is resolved for, and
 * shows stored URLs: fields of the type `URL` can resolve to what a row holds.
 */
class FieldPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: FieldConfig<Types>): FieldConfig<Types> {
    const type = this.buildCache.getTypeConfig(config.parentType)
    const declared: unknown = nodeIdResolver(type, config.name) ?? config.resolve
    const ofRow = rowResolver(config, declared)
    const facts = factsFrom(config, { declared, isGuarded: hasScopes(config) || hasScopes(type) })
    return {
      ...config,
      ...(ofRow && { resolve: (row) => ofRow(Object(row)) }),
      argMappers: mappedOnce(config.argMappers),
      extensions: { ...config.extensions, facts },
    }
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { type }: FieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (this.buildCache.getTypeConfig(entryOf(type)).name !== 'URL') return resolve
    return (row, args, context, info) => showUrls(scopeOf(context), resolve(row, args, context, info))
  }
}

SchemaBuilder.registerPlugin(FIELD_PLUGIN, FieldPlugin)

/** The scope in the context of an operation, whose type Pothos gives to plugins as a parameter. */
const scopeOf = (context: object): UrlOptions => Object(context).scope

/** What a field shows, or a list of the field. */
const entryOf = <Types extends SchemaTypes>(type: PothosOutputFieldType<Types>): OutputType<Types> =>
  type.kind === 'List' ? entryOf(type.type) : type.ref

/** A URL, a list of URLs, or the promise of either, with the stored ones in full. */
function showUrls(options: UrlOptions, value: unknown): unknown {
  if (typeof value === 'string') return shownUrl(options, value)
  if (Array.isArray(value)) return value.map((one) => showUrls(options, one))
  return value instanceof Promise ? value.then((settled: unknown) => showUrls(options, settled)) : value
}

const ROOTS: readonly string[] = ['Query', 'Mutation', 'Subscription']

interface FieldResolver {
  /** The resolver as it was declared. */
  readonly declared: unknown
  /** Whether not everybody sees the field. */
  readonly isGuarded: boolean
}

function factsFrom<Types extends SchemaTypes>(
  config: FieldConfig<Types>,
  { declared, isGuarded }: FieldResolver,
): FieldFacts {
  const { complexity = isLeaf(config.type) ? 0 : undefined, facts = {} } = config.pothosOptions
  const isOfRow =
    exposedColumns(config) !== null || facts.isMadeOfColumns || rowResolver(config, declared) !== undefined
  return new FieldFacts({
    isSameForAll: isOfRow && !isGuarded,
    ...facts,
    complexity,
    columns: facts.columns ?? declaredColumns(declared) ?? exposedColumns(config),
  })
}

function isLeaf<Types extends SchemaTypes>(type: PothosOutputFieldType<Types>): boolean {
  return type.kind === 'List' ? isLeaf(type.type) : type.kind === 'Scalar' || type.kind === 'Enum'
}

const hasScopes = ({ pothosOptions }: { readonly pothosOptions: unknown }) =>
  Object(pothosOptions).authScopes !== undefined

/** What computes the id of a node, which Pothos wraps to be asynchronous. Undefined for other fields. */
const nodeIdResolver = ({ pothosOptions }: { readonly pothosOptions: unknown }, name: string): unknown =>
  name === 'id' ? Object(pothosOptions).id?.resolve : undefined

/** The column that `t.expose` shows. */
function exposedColumns({ extensions }: Pick<FieldConfig<SchemaTypes>, 'extensions'>): string[] | null {
  return typeof extensions?.pothosExposedField === 'string' ? [extensions.pothosExposedField] : null
}

const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown => typeof value === 'function'

/** A resolver that takes its row alone: it gets nothing else. Root fields have no row. */
function rowResolver({ kind }: Pick<FieldConfig<SchemaTypes>, 'kind'>, declared: unknown) {
  if (!isFunction(declared) || declared.length > 1 || ROOTS.includes(kind)) return undefined
  return (row: object): unknown => declared(row)
}

type MapArguments = FieldConfig<SchemaTypes>['argMappers'][number]

function mappedOnce(mappers: MapArguments[]): MapArguments[] {
  if (mappers.length === 0) return mappers
  const known = new WeakMap<object, ReturnType<MapArguments>>()
  const map: MapArguments = (given, context, info) =>
    mappers.reduce<ReturnType<MapArguments>>(
      (mapped, one) =>
        mapped instanceof Promise ? mapped.then((args) => one(args, context, info)) : one(mapped, context, info),
      given,
    )
  return [(given, context, info) => getOrCreate(known, given, () => map(given, context, info))]
}

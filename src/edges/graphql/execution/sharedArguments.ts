import type { GraphQLField, GraphQLFieldResolver } from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'

type Resolve = GraphQLFieldResolver<unknown, unknown>
type MapArguments = (given: unknown, context: unknown, info: unknown) => unknown

/**
 * Has the arguments of a field checked and mapped once, however many parents it is resolved for: all of them share an object
 * of arguments.
 */
export function mapArgumentsOnce(field: GraphQLField<unknown, unknown>): void {
  const { pothosArgMappers: mappers } = field.extensions
  if (!Array.isArray(mappers) || mappers.length === 0) return
  // The resolver has this array, too: without mappers it takes the arguments as they are.
  const map = oncePerArguments(mappers.splice(0))
  if (field.resolve) field.resolve = withMappedArguments(field.resolve, map)
  if (field.subscribe) field.subscribe = withMappedArguments(field.subscribe, map)
}

function oncePerArguments(mappers: readonly MapArguments[]): MapArguments {
  const known = new WeakMap<object, unknown>()
  const mapBy = (given: unknown, context: unknown, info: unknown) =>
    mappers.reduce(
      (mapped, one) =>
        mapped instanceof Promise ? mapped.then((args) => one(args, context, info)) : one(mapped, context, info),
      given,
    )
  return (given, context, info) => getOrCreate(known, Object(given), () => mapBy(given, context, info))
}

const withMappedArguments =
  (resolve: Resolve, map: MapArguments): Resolve =>
  (row, given, context, info) => {
    const mapped = map(given, context, info)
    return mapped instanceof Promise
      ? mapped.then((args) => resolve(row, args, context, info))
      : resolve(row, Object(mapped), context, info)
  }

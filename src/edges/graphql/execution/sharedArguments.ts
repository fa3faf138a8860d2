import type { GraphQLField } from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'

type MapArguments = (given: object, ...rest: readonly unknown[]) => unknown

/** All parents of a list share an object of arguments, which is checked and mapped for the first of them. */
function oncePerArguments(map: MapArguments): MapArguments {
  const known = new WeakMap<object, unknown>()
  return (given, ...rest) => getOrCreate(known, given, () => map(given, ...rest))
}

/** Has the arguments of a field checked and mapped once, however many parents it is resolved for. */
export function mapArgumentsOnce({ extensions }: GraphQLField<unknown, unknown>): void {
  const { pothosArgMappers: mappers } = extensions
  // The resolver has this array.
  if (Array.isArray(mappers)) mappers.splice(0, mappers.length, ...mappers.map(oncePerArguments))
}

import { GraphQLError, GraphQLScalarType } from 'graphql'
import { DateResolver, DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars'

/** TypeScript types of the GraphQL scalars. */
export type Scalars = {
  ID: { Input: string; Output: string }
  Date: { Input: Date; Output: Date }
  DateTime: { Input: Date; Output: Date }
  JSON: { Input: unknown; Output: unknown }
  JSONObject: { Input: Readonly<Record<string, unknown>>; Output: unknown }
}

type TimeScalar = GraphQLScalarType<Date, unknown>

/** Restricts a scalar to years from 1 on: JavaScript writes earlier years in a form that PostgreSQL can't parse. */
const sinceYearOne = (times: TimeScalar): TimeScalar =>
  new GraphQLScalarType({
    ...times.toConfig(),
    parseValue: (value) => assertYearOneOrLater(times.parseValue(value)),
    parseLiteral: (node, variables) => assertYearOneOrLater(times.parseLiteral(node, variables)),
  })

function assertYearOneOrLater(at: Date): Date {
  if (at.getUTCFullYear() < 1) throw new GraphQLError('there is no year before 1')
  return at
}

/** An object. The library writes other values into its error as text, which fails for those that have none. */
const object = new GraphQLScalarType({
  ...JSONObjectResolver.toConfig(),
  parseValue: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new GraphQLError('expected an object')
    return value
  },
})

export const scalars = [
  ['Date', sinceYearOne(DateResolver)],
  ['DateTime', sinceYearOne(DateTimeResolver)],
  ['JSON', JSONResolver],
  ['JSONObject', object],
] as const

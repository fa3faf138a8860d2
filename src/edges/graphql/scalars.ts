import { GraphQLError, GraphQLScalarType } from 'graphql'
import { DateResolver, DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars'

/** What the scalars are inside the server, by their names in the schema. */
export type Scalars = {
  ID: { Input: string; Output: string }
  /** A day, without a time. */
  Date: { Input: Date; Output: Date }
  DateTime: { Input: Date; Output: Date }
  JSON: { Input: unknown; Output: unknown }
  JSONObject: { Input: Readonly<Record<string, unknown>>; Output: unknown }
}

type Times = GraphQLScalarType<Date, unknown>

/** A scalar that takes no time before the first year: PostgreSQL reads none as it is written here. */
const sinceYearOne = (times: Times): Times =>
  new GraphQLScalarType({
    ...times.toConfig(),
    parseValue: (value) => known(times.parseValue(value)),
    parseLiteral: (node, variables) => known(times.parseLiteral(node, variables)),
  })

function known(at: Date): Date {
  if (at.getUTCFullYear() < 1) throw new GraphQLError('there is no year before 1')
  return at
}

export const scalars = [
  ['Date', sinceYearOne(DateResolver)],
  ['DateTime', sinceYearOne(DateTimeResolver)],
  ['JSON', JSONResolver],
  ['JSONObject', JSONObjectResolver],
] as const

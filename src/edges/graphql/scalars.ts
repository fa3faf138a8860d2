import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { DateResolver, DateTimeResolver, JSONObjectResolver, JSONResolver } from 'graphql-scalars'

/** TypeScript types of the GraphQL scalars. */
export type Scalars = {
  ID: { Input: string; Output: string }
  Date: { Input: Date; Output: Date }
  DateTime: { Input: Date; Output: Date }
  JSON: { Input: unknown; Output: unknown }
  URL: { Input: string; Output: string }
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

/** An absolute URL. Values are texts, as the library's own scalar would write each anew. */
const url = new GraphQLScalarType<string, string>({
  name: 'URL',
  description: 'An absolute URL with `https:` or `http:`, as in the URL standard.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  parseValue: parseUrl,
  parseLiteral: (node) => parseUrl(node.kind === Kind.STRING ? node.value : undefined),
  serialize: String,
})

function parseUrl(value: unknown): string {
  const isUrl = typeof value === 'string' && URL.canParse(value) && /^https?:/i.test(value)
  if (!isUrl) throw new GraphQLError('expected an absolute URL with https: or http:')
  return value
}

export const scalars = [
  ['Date', sinceYearOne(DateResolver)],
  ['DateTime', sinceYearOne(DateTimeResolver)],
  ['JSON', JSONResolver],
  ['URL', url],
  ['JSONObject', object],
] as const

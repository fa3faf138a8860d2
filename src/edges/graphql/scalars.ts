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

export const scalars = [
  ['Date', DateResolver],
  ['DateTime', DateTimeResolver],
  ['JSON', JSONResolver],
  ['JSONObject', JSONObjectResolver],
] as const

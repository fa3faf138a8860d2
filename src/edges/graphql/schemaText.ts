import { lexicographicSortSchema, printSchema } from 'graphql'
import { graphSchema } from './schema.ts'

/** The schema in the schema definition language, sorted by name: the content of schema.graphql. */
export const schemaText = () => `${printSchema(lexicographicSortSchema(graphSchema()))}\n`

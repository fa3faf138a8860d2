import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type CodegenConfig, generate } from '@graphql-codegen/cli'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { makeSchema } from './src/edges/graphql/schema.ts'

/**
 * Writes schema.graphql, and typed documents for the tests. With `--check` it writes nothing, but fails when the schema
 * in the repository is not the one that the code makes; with `--documents` it writes the documents alone.
 */
const SCHEMA = 'schema.graphql'
const DOCUMENTS = 'test/generated/'

const printed = () => `${printSchema(lexicographicSortSchema(makeSchema()))}\n`
const stored = () => (existsSync(SCHEMA) ? readFileSync(SCHEMA, 'utf8') : '')

const config: CodegenConfig = {
  schema: SCHEMA,
  documents: ['test/**/*.ts', `!${DOCUMENTS}**`],
  ignoreNoDocuments: true,
  silent: true,
  importExtension: '.ts',
  generates: {
    [DOCUMENTS]: {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: { Date: 'string', DateTime: 'string', JSON: 'unknown', JSONObject: 'Record<string, unknown>' },
      },
    },
  },
}

if (process.argv.includes('--check')) {
  const isStale = printed() !== stored()
  if (isStale) process.stderr.write(`${SCHEMA} is stale: run npm run codegen and look at the difference\n`)
  process.exitCode = isStale ? 1 : 0
} else {
  if (!process.argv.includes('--documents')) writeFileSync(SCHEMA, printed())
  await generate(config, true)
}

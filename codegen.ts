import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { CodegenConfig } from '@graphql-codegen/cli'
import { generatorStamp } from './src/tools/generatorStamp.ts'

/**
 * Writes schema.graphql, and typed documents for the tests. With `--check` it writes nothing, but fails when the schema
 * in the repository is not the one that the code makes; with `--documents` it writes the documents alone, when they or
 * the schema have changed. What takes long to load is imported only where it is needed.
 */
const SCHEMA = 'schema.graphql'
const DOCUMENTS = 'test/generated/'

const printed = async () => (await import('./src/edges/graphql/schemaText.ts')).schemaText()
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
        scalars: {
          Date: 'string',
          DateTime: 'string',
          JSON: 'unknown',
          JSONObject: 'Record<string, unknown>',
          URL: 'string',
        },
      },
    },
  },
}

/** The documents that a file of the tests gives to `graphql`. */
const documentsIn = (text: string) => text.match(/\bgraphql\(\s*`[^`]*`/g) ?? []

function testDocuments(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).sort()
  const sources = files.filter((file) => file.endsWith('.ts') && !`test/${file}`.startsWith(DOCUMENTS))
  return sources.flatMap((file) => documentsIn(readFileSync(`test/${file}`, 'utf8')))
}

async function writeDocuments(): Promise<void> {
  const inputs = [SCHEMA, 'codegen.ts', 'package.json'].map((file) => readFileSync(file, 'utf8'))
  const stamp = generatorStamp(`${DOCUMENTS}stamp`, [...inputs, ...testDocuments()])
  if (stamp.isCurrent()) return
  const { generate } = await import('@graphql-codegen/cli')
  await generate(config, true)
  stamp.write()
}

if (process.argv.includes('--check')) {
  const isStale = (await printed()) !== stored()
  if (isStale) process.stderr.write(`${SCHEMA} is stale: run npm run codegen and look at the difference\n`)
  process.exitCode = isStale ? 1 : 0
} else {
  if (!process.argv.includes('--documents')) writeFileSync(SCHEMA, await printed())
  await writeDocuments()
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { CodegenConfig } from '@graphql-codegen/cli'
import { generatorStamp } from './src/tools/generatorStamp.ts'

/**
 * Writes schema.graphql, and typed documents for the tests and the web UI. With `--check` it writes nothing, but fails when
 * the schema in the repository is not the one that the code makes; with `--documents` it writes what derives from
 * schema.graphql alone: typed documents, when they or the schema have changed, and the policies of the cache of the web UI.
 * What takes long to load is imported only where it is needed.
 */
const SCHEMA = 'schema.graphql'
const DOCUMENTS = 'test/generated/'
const WEB_DOCUMENTS = 'src/web/generated/'

const printed = async () => (await import('./src/edges/graphql/schemaText.ts')).schemaText()
const stored = () => (existsSync(SCHEMA) ? readFileSync(SCHEMA, 'utf8') : '')

const TYPES = {
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
}

const COMMON: Omit<CodegenConfig, 'generates'> = {
  schema: SCHEMA,
  ignoreNoDocuments: true,
  silent: true,
  importExtension: '.ts',
}

const CONFIGS: readonly CodegenConfig[] = [
  {
    ...COMMON,
    documents: ['test/**/*.ts', `!${DOCUMENTS}**`],
    generates: { [DOCUMENTS]: { preset: 'client', presetConfig: { fragmentMasking: false }, config: TYPES } },
  },
  {
    ...COMMON,
    documents: ['src/web/**/*.{ts,tsx}', `!${WEB_DOCUMENTS}**`],
    generates: {
      [WEB_DOCUMENTS]: {
        preset: 'client',
        presetConfig: { fragmentMasking: { unmaskFunctionName: 'getFragmentData' } },
        config: { ...TYPES, inputMaybeValue: 'T | null | undefined' },
      },
    },
  },
]

/** The documents that a file gives to `graphql`. */
const documentsIn = (text: string) => text.match(/\bgraphql\(\s*`[^`]*`/g) ?? []

function documentsUnder(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/'))
  return sources.flatMap((file) => documentsIn(readFileSync(`${folder}/${file}`, 'utf8')))
}

async function writeCachePolicies(): Promise<void> {
  const [{ buildSchema }, { cachePolicies }, { operationsIn }, { usedPolicies }] = await Promise.all([
    import('graphql'),
    import('./src/edges/graphql/cachePolicies.ts'),
    import('./src/web/build/inlineDocuments.ts'),
    import('./src/tools/usedPolicies.ts'),
  ])
  const schema = buildSchema(stored())
  const policies = usedPolicies(schema, cachePolicies(schema), operationsIn('src/web'))
  writeFileSync(`${WEB_DOCUMENTS}cachePolicies.json`, `${JSON.stringify(policies, null, 2)}\n`)
}

async function writeDocuments(): Promise<void> {
  const inputs = [SCHEMA, 'codegen.ts', 'src/tools/usedPolicies.ts', 'package.json'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const stamp = generatorStamp(`${WEB_DOCUMENTS}stamp`, [...inputs, ...['test', 'src/web'].flatMap(documentsUnder)])
  if (stamp.isCurrent()) return
  const { generate } = await import('@graphql-codegen/cli')
  for (const config of CONFIGS) await generate(config, true)
  await writeCachePolicies()
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

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import plugin, { configs } from '@graphql-eslint/eslint-plugin'
import { ESLint } from 'eslint'
import { type ASTNode, type DirectiveNode, parse, visit } from 'graphql'
import { z } from 'zod'
import { REMOVAL_DATE } from '../../../src/tools/graphChanges.ts'
import { RULE_OPTIONS } from './exceptions.ts'

/** Something that a linter finds in a schema. */
export interface Problem {
  readonly rule: string
  /** What it concerns, such as `World.name`. */
  readonly at: string
  readonly message: string
}

/** Runs graphql-eslint with its recommended and its Relay rules, and graphql-schema-linter with all but those of sorting. */
export async function problemsIn(text: string): Promise<Problem[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-lint-'))
  const path = join(folder, 'schema.graphql')
  await writeFile(path, text)
  const coordinateAt = coordinatesOf(text)
  const found = await Promise.all([eslintProblems(path, text), schemaLinterProblems(path), undatedDeprecations(text)])
  await rm(folder, { recursive: true })
  return found.flat().map(({ rule, line, message }) => ({ rule, at: coordinateAt(line), message }))
}

interface Finding {
  readonly rule: string
  readonly line: number
  readonly message: string
}

/** The plugin declares its rules by types of an earlier ESLint, whose rules this one runs. */
const isPlugin = (value: object): value is ESLint.Plugin => 'rules' in value
const pluginOf = (value: object): ESLint.Plugin => {
  if (!isPlugin(value)) throw new Error('graphql-eslint has no rules')
  return value
}

async function eslintProblems(path: string, text: string): Promise<Finding[]> {
  const eslint = new ESLint({
    cwd: dirname(path),
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.graphql'],
      plugins: { '@graphql-eslint': pluginOf(plugin) },
      languageOptions: { parser: plugin.parser, parserOptions: { graphQLConfig: { schema: path } } },
      rules: { ...configs['flat/schema-recommended'].rules, ...configs['flat/schema-relay'].rules, ...RULE_OPTIONS },
    },
  })
  const results = await eslint.lintText(text, { filePath: path })
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, message }) => ({
      rule: ruleId ?? 'parser',
      line,
      message: message.split('\n')[0] ?? '',
    })),
  )
}

const SchemaLinterReport = z.object({
  errors: z.array(z.object({ rule: z.string(), message: z.string(), location: z.object({ line: z.number() }) })),
})
/** All of its rules but those that need fields to be sorted, which schema.graphql is by itself. */
const SCHEMA_LINTER_RULES = [
  'arguments-have-descriptions',
  'defined-types-are-used',
  'deprecations-have-a-reason',
  'descriptions-are-capitalized',
  'enum-values-all-caps',
  'enum-values-have-descriptions',
  'fields-are-camel-cased',
  'fields-have-descriptions',
  'input-object-values-are-camel-cased',
  'input-object-values-have-descriptions',
  'relay-connection-arguments-spec',
  'relay-connection-types-spec',
  'relay-page-info-spec',
  'types-are-capitalized',
  'types-have-descriptions',
]

async function schemaLinterProblems(path: string): Promise<Finding[]> {
  const program = join(
    dirname(createRequire(import.meta.url).resolve('graphql-schema-linter/package.json')),
    'lib/cli.js',
  )
  const given = ['--format', 'json', '--rules', SCHEMA_LINTER_RULES.join(','), path]
  const output = await new Promise<string>((resolve) =>
    // It ends with 1 when it has found something, and prints nothing useful to standard error.
    execFile(process.execPath, [program, ...given], { maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout)),
  )
  const { errors } = SchemaLinterReport.parse(JSON.parse(output))
  return errors.map(({ rule, message, location }) => ({ rule, message, line: location.line }))
}

function undatedDeprecations(text: string): Finding[] {
  const found: Finding[] = []
  visit(parse(text), {
    Directive(node) {
      if (node.name.value !== 'deprecated' || REMOVAL_DATE.test(reasonOf(node))) return
      const message = 'The reason of a deprecation ends with "Removed after YYYY-MM-DD."'
      found.push({ rule: 'deprecations-have-a-date', line: node.loc?.startToken.line ?? 0, message })
    },
  })
  return found
}

const reasonOf = ({ arguments: given = [] }: Pick<DirectiveNode, 'arguments'>) =>
  given.map(({ value }) => (value.kind === 'StringValue' ? value.value : '')).join('')

/** Returns the function that tells what stands in a line, such as `World` or `World.name`. */
function coordinatesOf(text: string): (line: number) => string {
  const starts: { readonly line: number; readonly at: string }[] = []
  const enter = (node: ASTNode, parents: readonly string[]) => {
    const name = 'name' in node ? node.name?.value : undefined
    const path = name === undefined ? parents : [...parents, name]
    if (name !== undefined) starts.push({ line: node.loc?.startToken.line ?? 0, at: path.join('.') })
    for (const member of membersOf(node)) enter(member, path)
  }
  for (const definition of parse(text).definitions) enter(definition, [])
  return (line) => starts.findLast((start) => start.line <= line)?.at ?? 'schema'
}

function membersOf(node: ASTNode): readonly ASTNode[] {
  if ('fields' in node) return (node.fields ?? []).filter((field) => 'name' in field)
  if ('values' in node) return (node.values ?? []).filter((value) => value.kind === 'EnumValueDefinition')
  return node.kind === 'FieldDefinition' ? (node.arguments ?? []) : []
}

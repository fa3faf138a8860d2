import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ConstDirectiveNode, type DefinitionNode, type FieldNode, parse, print, visit } from 'graphql'
import type { ConcreteRequest } from 'relay-runtime'
import { PAGED_LISTS } from './pagedLists.ts'
import { type PageName, pages } from './pages.ts'

const COMPILER = resolve('node_modules/relay-compiler/cli.js')
const LISTS: readonly string[] = Object.values(PAGED_LISTS).flat()

/** The key of the connection of a list, which Relay demands to end with its name. */
export const connectionKey = (list: string): string => `pages_${list}`

function directiveOf(text: string): ConstDirectiveNode {
  const [definition] = parse(`fragment F on T ${text} { id }`).definitions
  const [directive] = definition?.kind === 'FragmentDefinition' ? (definition.directives ?? []) : []
  if (!directive) throw new Error(`${text} is no directive`)
  return Object(directive)
}

const UNMASKED = directiveOf('@relay(mask: false)')

const isPagedList = ({ name, alias, selectionSet }: FieldNode): boolean =>
  LISTS.includes(name.value) &&
  alias === undefined &&
  (selectionSet?.selections.some((one) => one.kind === 'Field' && one.name.value === 'edges') ?? false)

/**
 * A definition with the directives of Relay: its lists are connections, and the test reads whole pages, as the other clients
 * give them; components would read their own fragments.
 */
const withDirectives = (definition: DefinitionNode): DefinitionNode =>
  visit(definition, {
    FragmentSpread: (node) => ({ ...node, directives: [UNMASKED] }),
    Field: (node) =>
      isPagedList(node)
        ? { ...node, directives: [directiveOf(`@connection(key: "${connectionKey(node.name.value)}", filters: [])`)] }
        : undefined,
  })

/** The definitions of all pages by their text: pages share fragments. */
function definitions(): string[] {
  const all = Object.values(pages).flatMap((text) => parse(text).definitions)
  return [...new Set(all.map((definition) => print(withDirectives(definition))))]
}

export type Requests = ReadonlyMap<string, ConcreteRequest>

let compiled: Promise<Requests> | undefined

/** The artifacts of the operations of the pages, by Relay's compiler. */
export function compiledPages(): Promise<Requests> {
  compiled ??= compilePages()
  return compiled
}

async function compilePages(): Promise<Requests> {
  // Within the project, as the compiler ignores other folders.
  const folder = mkdtempSync(resolve('node_modules/.relay-pages-'))
  try {
    mkdirSync(join(folder, 'src/artifacts'), { recursive: true })
    const documents = definitions().map((text) => `graphql\`${text}\``)
    writeFileSync(join(folder, 'src/pages.js'), documents.join('\n'))
    const config = {
      src: './src',
      schema: resolve('schema.graphql'),
      language: 'javascript',
      artifactDirectory: './src/artifacts',
      eagerEsModules: true,
      excludes: [],
    }
    writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
    execFileSync(process.execPath, [COMPILER, 'relay.config.json'], { cwd: folder, stdio: 'pipe' })
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    return await loadArtifacts(join(folder, 'src/artifacts'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function loadArtifacts(folder: string): Promise<Requests> {
  const requests = new Map<string, ConcreteRequest>()
  for (const file of readdirSync(folder)) {
    const { default: artifact } = await import(/* @vite-ignore */ join(folder, file))
    if (artifact.kind === 'Request') requests.set(artifact.params.name, artifact)
  }
  return requests
}

export function requestOf(requests: Requests, page: PageName): ConcreteRequest {
  const name = /pages\w+(Query|Mutation|Subscription)/.exec(pages[page])?.[0] ?? ''
  const request = requests.get(name)
  if (!request) throw new Error(`Relay compiled no ${name}`)
  return request
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql'
import type { Plugin } from 'vite'

const CALL = /\bgraphql\(\s*`([^`]*)`\s*,?\s*\)/g
const IMPORT = /^import \{ graphql \} from '[^']*generated\/gql\.ts'\n/m
const SOURCE = /\.tsx?$/

/** The texts that the files of a folder give to `graphql`. */
function textsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => SOURCE.test(file) && !file.startsWith('generated'))
  return sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(CALL)].map(([, text = '']) => text),
  )
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

function fragmentsIn(folder: string): Fragments {
  const definitions = textsIn(folder).flatMap((text) => parse(text, { noLocation: true }).definitions)
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
}

/** The names of the fragments that a document uses, also by other fragments. */
function usedFragments(fragments: Fragments, node: DocumentNode | FragmentDefinitionNode, found = new Set<string>()) {
  visit(node, {
    FragmentSpread({ name: { value } }) {
      const fragment = fragments.get(value)
      if (!fragment) throw new Error(`There is no fragment ${value}`)
      if (found.has(value)) return
      found.add(value)
      usedFragments(fragments, fragment, found)
    },
  })
  return found
}

const TYPENAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const

/** Adds `__typename`, which the cache needs, to each selection below the root. */
const withTypenames = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet(node, _key, parent): SelectionSetNode | undefined {
      const isRoot = parent && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION
      return isRoot ? undefined : { ...node, selections: [...node.selections, TYPENAME] }
    },
  })

/** The whole document of a text, with the fragments that it uses. */
export function completeDocument(fragments: Fragments, text: string): string {
  const document = parse(text, { noLocation: true })
  const own = new Set(document.definitions.map((one) => ('name' in one ? one.name?.value : undefined)))
  const used = [...usedFragments(fragments, document)].filter((name) => !own.has(name)).sort()
  const definitions = used.flatMap((name) => fragments.get(name) ?? [])
  return print(withTypenames({ ...document, definitions: [...document.definitions, ...definitions] }))
}

/** The complete texts of all operations of a folder. */
export function operationsIn(folder: string): string[] {
  const fragments = fragmentsIn(folder)
  const isOperation = (text: string) => parse(text).definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  return textsIn(folder)
    .filter(isOperation)
    .map((text) => completeDocument(fragments, text))
}

/**
 * Puts the complete text of each document where `graphql` is called. The function that the code generator makes would
 * bring all documents of the UI into the first chunk.
 */
export function inlineDocuments(folder: string): Plugin {
  return {
    name: 'inline documents',
    enforce: 'pre',
    transform(code, id) {
      if (!SOURCE.test(id) || !id.startsWith(folder)) return
      // Otherwise the bundler keeps the documents in it, which it makes by `new`.
      if (id.includes('/generated/')) return { code, map: null, moduleSideEffects: false }
      if (!code.includes('graphql(`')) return
      const fragments = fragmentsIn(folder)
      const inlined = code.replace(IMPORT, '').replaceAll(CALL, (_call, text: string) => {
        return JSON.stringify(completeDocument(fragments, text))
      })
      return { code: inlined, map: null }
    },
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse, visit } from 'graphql'
import { expect, test } from 'vitest'

const FOLDER = 'src/web'
const DOCUMENT = /\b(?:gql|graphql)(?:\(\s*(?:\/\*.*?\*\/\s*)?)?`([^`]*)`/gs

/** The documents in a source file. */
const documentsIn = (text: string) => [...text.matchAll(DOCUMENT)].map(([, document = '']) => document)

/** Lists that a document reads by `nodes`, which caches cannot join to the pages before. */
function nodesIn(document: string): string[] {
  const found: string[] = []
  visit(parse(document.replaceAll(/\$\{[^}]*\}/g, '')), {
    Field({ name, arguments: args = [] }) {
      if (name.value === 'nodes' && args.length === 0) found.push(document.trim())
    },
  })
  return found
}

test('documents of the web UI read lists by edges, so that caches join their pages', () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }) : []
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/^(generated|build)\//.test(file))
  const found = sources.flatMap((file) => documentsIn(readFileSync(`${FOLDER}/${file}`, 'utf8')).flatMap(nodesIn))
  expect(found).toEqual([])
})

test('the check finds lists that are read by nodes, and not the root field', () => {
  const read = 'const A = graphql(`query { worlds { nodes { id } } }`)\nconst B = gql`{ nodes(ids: []) { id } }`'
  expect(documentsIn(read)).toHaveLength(2)
  expect(documentsIn(read).flatMap(nodesIn)).toEqual(['query { worlds { nodes { id } } }'])
})

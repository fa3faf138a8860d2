import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema } from 'graphql'
import { capabilities, EQUIVALENTS, uiFinder } from './parity.ts'

/** The folder of the repository: the tool may run in another one. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

type Cells = readonly string[]

const tableOf = (columns: Cells, rows: readonly Cells[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (name: string) => `\`${name}\``

/** The page about the parity of REST, the graph and the web UI. */
export function parityPage(): string {
  const schema = buildSchema(readFileSync(join(ROOT, 'schema.graphql'), 'utf8'))
  const inUi = uiFinder(schema, join(ROOT, 'src/web'))
  const operations = Object.entries(EQUIVALENTS).sort(([one], [other]) => one.localeCompare(other, 'en'))
  const rows = operations.map(([operation, places]) =>
    'hole' in places
      ? [code(operation), '–', places.hole]
      : [code(operation), places.map(code).join(', '), inUi(places)],
  )
  return `# Parity

What the REST API can do, the GraphQL API can do, and the web UI shows it, or there is a reason why not. \`npm run docs\`
writes this page from \`src/tools/parity/\`, \`schema.graphql\` and the documents of the web UI;
\`test/graphql/webParity.test.ts\` fails for a field that is neither used nor has a reason, and for a reason of one that is
used. Places are folders of \`src/web\`; parts in \`components\` are on several pages.

## REST operations

${tableOf(['Operation', 'GraphQL', 'Web UI'], rows)}

## Mutations without a REST operation

${tableOf(
  ['Mutation', 'Web UI'],
  capabilities(schema).more.map((field) => [code(field.replace('Mutation.', '')), inUi([field])]),
)}
`
}

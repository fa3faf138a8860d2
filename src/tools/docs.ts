import { readFileSync, writeFileSync } from 'node:fs'
import { BOUNDS, type Bound } from '../kernel/bounds.ts'
import { settingRows } from '../settings.ts'
import { graphIdentity, type IdentityRow, PROOFS, restIdentity } from './identityTable.ts'
import { parityPage } from './parity/page.ts'

/** Writes the generated pages under docs/. With `--check` it writes nothing, and fails when a page is stale. */
type Row = readonly (string | number)[]

const tableOf = (columns: Row, rows: readonly Row[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const settings = () => `# Settings

Plaza reads its settings from environment variables when it starts. With an invalid value it does not start, and the
error message lists every invalid setting. [running.md](running.md) describes which ones a production server needs.
\`npm run docs\` writes this page from \`src/settingSchema.ts\`.

${tableOf(
  ['Setting', 'Default', 'Description'],
  settingRows().map(({ name, fallback, help }) => [`\`${name}\``, fallback, help]),
)}
`

const bounds = (all: readonly Bound[]) => `# Bounds

The server limits what it holds in memory and works on at a time, so that no client can exhaust it, and how much people
can send to others unasked. \`npm run docs\` writes this page from \`src/kernel/bounds.ts\`;
\`test/edges/bounds.test.ts\` drives each bound to its limit and beyond.

A node is one server process. With \`WORKERS\`, each worker counts as a node, so a bound of a user or an address holds
in each worker separately. The numbers of requests in 5 minutes are limited by [settings](settings.md), over all nodes.

${tableOf(
  ['What', 'At most', 'For each', 'Beyond it'],
  all.map(({ what, most, per, beyond }) => [what, most.toLocaleString('en'), per, beyond]),
)}
`

const identityTable = (rows: readonly IdentityRow[]) =>
  tableOf(
    ['Name', 'Proof', 'Why'],
    rows.map(({ name, proof, why }) => [`\`${name}\``, PROOFS[proof].text, why]),
  )

const identity = () => `# Proofs of identity

Which proof of identity a request needs, by REST operation and by root field of the GraphQL schema, and why that proof
is enough. \`npm run docs\` writes this page from the contract, the schema and \`src/tools/identityTable.ts\`;
\`test/access/identity.test.ts\` compares it with the server.

- A **session** is the cookie of a finished login. It may have been stolen, so it alone takes over no account.
- A **confirmed** session began, or was confirmed by \`confirmIdentity\`, at most 10 minutes ago. Without that the
  answer is 403 "Confirm your identity first", reason \`confirmation_required\`.
- Nothing that a session can create or read itself confirms it: no second factor that was enabled after its login, and
  no recovery codes that were shown after it.
- The link in a mail about a change ends all sessions, and undoes what has happened since that mail: it removes a second
  factor that was enabled, drops an e-mail address that waits for its confirmation, and restores the address that was
  replaced.
- A password reset by mail leaves the second factor, which protects the account from somebody who can only read the
  mailbox. A second factor that a stranger enabled is removed, for 7 days, by the link in the mail about it or about an
  earlier change; after that by \`plaza user disable-2fa\`.

## REST operations

${identityTable(restIdentity())}

## Queries

${identityTable(graphIdentity('Query'))}

## Mutations

${identityTable(graphIdentity('Mutation'))}

## Subscriptions

${identityTable(graphIdentity('Subscription'))}
`

const PAGES = {
  'docs/settings.md': settings(),
  'docs/bounds.md': bounds(Object.values(BOUNDS)),
  'docs/identity.md': identity(),
  'docs/parity.md': parityPage(),
}

for (const [path, text] of Object.entries(PAGES)) {
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is stale: npm run docs`)
    process.exitCode = 1
  }
}

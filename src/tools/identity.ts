import { readFileSync, writeFileSync } from 'node:fs'
import { graphIdentity, type IdentityRow, PROOFS, restIdentity } from './identityTable.ts'

/** Writes docs/identity.md: the proof of identity that each operation and root field needs; with --check fails when it is stale. */
const DOCUMENT = 'docs/identity.md'

const INTRODUCTION = `# Proofs of identity

What a request must prove, by REST operation and root field of the graph, and why that is enough. \`npm run identity\` writes
this from the contract, the schema and \`src/tools/identityTable.ts\`; \`test/access/identity.test.ts\` holds it.

- A **session** is the cookie of a finished login. It may have been stolen, so it alone takes over no account.
- A **confirmed** session began, or was confirmed by \`confirmIdentity\`, at most 10 minutes ago. Without that the answer is 403
  "Confirm your identity first", reason \`confirmation_required\`.
- Nothing that a session can make or read itself confirms it: no second factor that was enabled after its login, and no
  recovery codes that were shown after it.
- A mailed link of a notice ends all sessions, and undoes what has happened since that mail: it removes a second factor that was
  enabled, drops an e-mail address that waits for its confirmation, and gives back the address that was replaced.
- A password reset by mail leaves the second factor: it protects the account from who reads the mailbox alone. One that a
  stranger enabled is removed by the link in the mail that told of it or of an earlier change, for 7 days; then by
  \`npm run cli -- user disable-2fa\`.
`

const tableOf = (title: string, rows: readonly IdentityRow[]) => {
  const lines = rows.map(({ name, proof, why }) => `| \`${name}\` | ${PROOFS[proof].text} | ${why} |`)
  return `## ${title}\n\n| Name | Proof | Why |\n|---|---|---|\n${lines.join('\n')}\n`
}

const text = [
  INTRODUCTION,
  tableOf('REST operations', restIdentity()),
  tableOf('Queries', graphIdentity('Query')),
  tableOf('Mutations', graphIdentity('Mutation')),
  tableOf('Subscriptions', graphIdentity('Subscription')),
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, text)
else if (readFileSync(DOCUMENT, 'utf8') !== text) {
  console.error(`${DOCUMENT} is stale: npm run identity`)
  process.exitCode = 1
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { withVersion } from './graphChangelog.ts'
import { changeFaults, releasedText } from './graphChanges.ts'
import { RELEASED_DOCUMENTS, webDocumentHashes } from './webDocuments.ts'

/**
 * `check` compares schema.graphql with the released schema, and fails for changes that break clients without announcement
 * or are missing in the changelog. `release VERSION` makes schema.graphql the released schema, if the check passes, and the
 * documents of the web UI the released ones.
 */
const CURRENT = 'schema.graphql'
const RELEASED = 'test/graphql/released/schema.graphql'
const CHANGELOG = 'src/edges/graphql/docs/CHANGELOG.md'

const current = readFileSync(CURRENT, 'utf8')
const changelog = readFileSync(CHANGELOG, 'utf8')
const released = existsSync(RELEASED) ? readFileSync(RELEASED, 'utf8') : null
const today = new Date().toISOString().slice(0, 10)

function release(version: string) {
  const changed = withVersion(changelog, { version, date: today })
  mkdirSync(dirname(RELEASED), { recursive: true })
  writeFileSync(RELEASED, releasedText(current, version))
  writeFileSync(CHANGELOG, changed)
  writeFileSync(RELEASED_DOCUMENTS, `${JSON.stringify(webDocumentHashes(), null, 2)}\n`)
}

const [command, version = ''] = process.argv.slice(2)
const faults = await changeFaults({ released, current, changelog, today })
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else if (command === 'release') release(version)
else console.log(released === null ? 'nothing is released yet' : 'no unannounced breaking change')

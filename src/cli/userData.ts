import { createWriteStream, existsSync } from 'node:fs'
import { rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { eraseAccountAtOnce } from '../areas/accounts/account/deletion.ts'
import { type ExportSummary, writePersonalArchive } from '../areas/accounts/dataExport/archive.ts'
import { cliAct } from '../areas/audit/staffAct.ts'
import { erasers, exportRules } from '../areas/index.ts'
import { countText } from '../backup/progress.ts'
import type { Scope } from '../kernel/scope.ts'
import { syncFolder } from '../platform/blobs/disk/durableFiles.ts'
import { type Command, EXIT_CODE, singleArgument, withSettings } from './command.ts'
import { withServerScope } from './serverDatabase.ts'
import { findUserByNameOrId } from './users.ts'

export const exportUserCommand: Command = {
  name: 'user export',
  takes: '<username | id> <file>',
  help: [
    'Writes everything that is kept about a person to an archive (tar, gzip): JSON for each table, and the files. Passwords',
    'and other secrets are left out, as are private notes of others; export.json in the archive says what, and why.',
  ],
  read(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const user = singleArgument(positionals.slice(0, 1), 'username')
    const file = singleArgument(positionals.slice(1), 'file')
    return withSettings(async (settings, print) => {
      if (existsSync(file)) throw new Error(`${file} exists already. Give another name, or delete it first.`)
      await withServerScope(settings, 'found', async (scope) => {
        const { id, username } = await findUserByNameOrId(scope, user)
        // Before, so that the archive tells of it, too.
        await cliAct(scope, 'user export', async () => ({ subjectId: id }))
        const summary = await writeToFile(scope, id, file)
        print(`Wrote ${file}: ${summaryText(username, summary)}.`)
      })
      return EXIT_CODE.done
    })
  },
}

/** For the user of the server alone. */
const FILE_MODE = 0o600

/** Writes beside the file, which appears when it is whole. */
async function writeToFile(scope: Scope, userId: string, file: string): Promise<ExportSummary> {
  const part = `${file}.part`
  try {
    const summary = await writePersonalArchive(scope, { userId, rules: exportRules }, (content) =>
      pipeline(content, createWriteStream(part, { flags: 'w', mode: FILE_MODE, flush: true })),
    )
    await rename(part, file)
    await syncFolder(dirname(file))
    return summary
  } catch (error) {
    await unlink(part).catch(() => undefined)
    throw error
  }
}

function summaryText(username: string, { rows, files, missingFiles }: ExportSummary): string {
  const missing = missingFiles.length > 0 ? `; the store has lost ${countText(missingFiles.length, 'file')}` : ''
  return `${countText(rows, 'row')} and ${countText(files, 'file')} of ${username}${missing}`
}

export const eraseUserCommand: Command = {
  name: 'user erase',
  takes: '<username | id> [--yes]',
  help: [
    'Erases an account with all that is kept about the person, at once and for ever: what a deletion by the person does after',
    '14 days. Asks before, unless --yes is given. Backups that were made before keep it.',
  ],
  read(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false } },
    })
    const user = singleArgument(positionals, 'username')
    return withSettings(async (settings, print) => {
      await withServerScope(settings, 'found', async (scope) => {
        const { id, username } = await findUserByNameOrId(scope, user)
        if (!values.yes) await assertConfirmedByOperator(username)
        await eraseAccountAtOnce(scope, id, erasers)
        print(`Erased ${username} (${id}).`)
      })
      return EXIT_CODE.done
    })
  },
}

/** Throws unless the operator types the name on a terminal. */
async function assertConfirmedByOperator(username: string): Promise<void> {
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask on: give --yes to erase the account.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`Type ${username} to erase the account for ever: `)
    if (answer.trim() !== username) throw new Error('That is another name. Nothing was erased.')
  } finally {
    terminal.close()
  }
}

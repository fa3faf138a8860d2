import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { migrateDeploy, migrateStatus } from './migrate.ts'
import { userDisable2FA, userRevokeSessions } from './userAccess.ts'
import { userCreate } from './userCreate.ts'
import { userPromote } from './userPromote.ts'

const COMMANDS: readonly Command[] = [
  userCreate,
  userPromote,
  userDisable2FA,
  userRevokeSessions,
  migrateStatus,
  migrateDeploy,
  doctor,
]

/** The command whose name the words begin with, and what follows it. */
export function findCommand(words: readonly string[]): { command: Command; args: string[] } | null {
  for (const command of COMMANDS) {
    const name = command.name.split(' ')
    if (name.every((word, at) => words[at] === word)) return { command, args: words.slice(name.length) }
  }
  return null
}

const CALLED = 'npm run cli --'

const usageOf = ({ name, takes, help }: Command) => [
  `  ${name} ${takes}`.trimEnd(),
  ...help.map((line) => `      ${line}`),
]

/** How one command is called, or each of them. */
export function usage(command?: Command): string {
  const shown = command ? [command] : COMMANDS
  return [
    `Usage: ${CALLED} <command>`,
    '',
    ...shown.flatMap(usageOf),
    '',
    "Give it the server's settings (the same environment and folder): it works on the server's database, also while the",
    'server runs. Exit codes: 0 done, 1 refused or not found, 2 usage.',
  ].join('\n')
}

import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { checkEconomyCommand, grantTokensCommand } from './economy.ts'
import { grantInventoryCommand } from './inventory.ts'
import { migrateDeployCommand, migrateStatusCommand } from './migrate.ts'
import { moveDatabaseCommand } from './moveDatabase.ts'
import { moveFilesCommand } from './moveFiles.ts'
import { moveUrlCommand } from './moveUrl.ts'
import { restoreCommand } from './restore.ts'
import { createRewardCommand } from './rewards.ts'
import { rotateKeyCommand } from './rotateKey.ts'
import { grantSubscriptionCommand, revokeSubscriptionCommand } from './subscriptions.ts'
import { eraseUserCommand, exportUserCommand } from './userData.ts'
import { createUserCommand, disable2FACommand, promoteUserCommand, revokeSessionsCommand } from './users.ts'

const COMMANDS: readonly Command[] = [
  createUserCommand,
  promoteUserCommand,
  disable2FACommand,
  revokeSessionsCommand,
  exportUserCommand,
  eraseUserCommand,
  grantSubscriptionCommand,
  revokeSubscriptionCommand,
  grantInventoryCommand,
  createRewardCommand,
  grantTokensCommand,
  checkEconomyCommand,
  migrateStatusCommand,
  migrateDeployCommand,
  backupCommand,
  restoreCommand,
  moveFilesCommand,
  moveDatabaseCommand,
  moveUrlCommand,
  rotateKeyCommand,
  doctorCommand,
]

/** The command that the first words select, and its arguments. */
export function findCommand(words: readonly string[]): { command: Command; args: string[] } | null {
  for (const command of COMMANDS) {
    const name = command.name.split(' ')
    if (name.every((word, at) => words[at] === word)) return { command, args: words.slice(name.length) }
  }
  return null
}

const INVOCATION = 'plaza'

const commandUsage = ({ name, takes, help }: Command) => [
  `  ${name} ${takes}`.trimEnd(),
  ...help.map((line) => `      ${line}`),
]

/** Usage of one command, or of all. */
export function usageText(command?: Command): string {
  const shown = command ? [command] : COMMANDS
  return [
    `Usage: ${INVOCATION} <command>`,
    '',
    ...shown.flatMap(commandUsage),
    '',
    "Give it the server's settings (the same environment and folder): it works on the server's database, also while the",
    'server runs. Exit codes: 0 done, 1 refused or not found, 2 usage.',
    'In a checkout, plaza is: npm run cli --',
  ].join('\n')
}

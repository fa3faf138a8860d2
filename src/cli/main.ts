import { messageOf } from './checks/finding.ts'
import { type Act, type Command, type Env, EXIT, type Exit } from './command.ts'
import { findCommand, usage } from './commands.ts'

/** The process of one command. */
async function main(words: readonly string[], env: Env): Promise<Exit> {
  const found = findCommand(words)
  if (words.includes('--help') || words.includes('-h')) return help(found?.command)
  if (!found) return misused(words.length > 0 ? `There is no command ${words.join(' ')}.` : 'Which command?')
  const act = readArguments(found.command, found.args)
  if (!act) return EXIT.usage
  return act(env).catch((error: unknown) => {
    console.error(messageOf(error))
    return EXIT.refused
  })
}

function help(command: Command | undefined): Exit {
  console.log(usage(command))
  return EXIT.done
}

function misused(complaint: string, command?: Command): Exit {
  console.error(`${complaint}\n\n${usage(command)}`)
  return EXIT.usage
}

function readArguments(command: Command, args: string[]): Act | null {
  try {
    return command.read(args)
  } catch (error) {
    misused(messageOf(error), command)
    return null
  }
}

process.exitCode = await main(process.argv.slice(2), process.env)

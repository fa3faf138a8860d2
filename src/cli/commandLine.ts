import { type Command, type CommandAction, type CommandContext, EXIT_CODE, type ExitCode } from './command.ts'
import { findCommand, usageText } from './commandList.ts'
import { errorMessage } from './doctor/check.ts'

/** What the process gives to a command line: environment, standard output and error output. */
interface CommandLineContext extends CommandContext {
  readonly printError: (text: string) => void
}

/** Runs one command line, such as `user promote ada`, and prints every failure. */
export async function runCommandLine(words: readonly string[], context: CommandLineContext): Promise<ExitCode> {
  const found = findCommand(words)
  if (words.includes('--help') || words.includes('-h')) {
    context.print(usageText(found?.command))
    return EXIT_CODE.done
  }
  if (!found)
    return printUsageError(context, words.length > 0 ? `There is no command ${words.join(' ')}.` : 'Which command?')
  const act = readArguments(context, found)
  if (!act) return EXIT_CODE.usage
  return act(context).catch((error: unknown) => {
    context.printError(errorMessage(error))
    return EXIT_CODE.refused
  })
}

function printUsageError({ printError }: CommandLineContext, complaint: string, command?: Command): ExitCode {
  printError(`${complaint}\n\n${usageText(command)}`)
  return EXIT_CODE.usage
}

interface FoundCommand {
  readonly command: Command
  readonly args: string[]
}

function readArguments(context: CommandLineContext, { command, args }: FoundCommand): CommandAction | null {
  try {
    return command.read(args)
  } catch (error) {
    printUsageError(context, errorMessage(error), command)
    return null
  }
}

import { explainStartError } from '../platform/startErrors.ts'
import { readSettings, type Settings } from '../settings.ts'

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Exit code of the process. */
export const EXIT_CODE = { done: 0, refused: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT_CODE)[keyof typeof EXIT_CODE]

/** Writes a line of a command's output. */
export type Print = (line: string) => void

/** Context of a command beside its arguments. */
export interface CommandContext {
  readonly env: Environment
  readonly print: Print
}

/** A command with parsed arguments. An error that it throws is printed as a refusal. */
export type CommandAction = (context: CommandContext) => Promise<ExitCode>

export interface Command {
  /** The words that select the command. */
  readonly name: string
  /** Arguments as the usage text shows them. */
  readonly takes: string
  /** Lines of the usage text. */
  readonly help: readonly string[]
  /** Parses the arguments. An error that it throws is printed as a usage error. */
  read(args: string[]): CommandAction
}

/** Makes a command that needs the settings. */
export const withSettings =
  (act: (settings: Settings, print: Print) => Promise<ExitCode>): CommandAction =>
  async ({ env, print }) => {
    const settings = readSettings(env)
    return act(settings, print).catch((error: unknown) => {
      throw new Error(explainStartError(error, settings), { cause: error })
    })
  }

/** The single positional argument; throws when it is missing or followed by others. */
export function singleArgument([word, ...rest]: readonly string[], what: string): string {
  if (!word) throw new Error(`The ${what} is missing.`)
  if (rest.length > 0) throw new Error(`Too many words: ${rest.join(' ')}`)
  return word
}

/** Throws when there is a positional argument. */
export function assertNoArguments(words: readonly string[]): void {
  if (words.length > 0) throw new Error(`Too many words: ${words.join(' ')}`)
}

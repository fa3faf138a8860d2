import { readSettings, type Settings } from '../settings.ts'

/** The environment variables of the process. */
export type Env = Readonly<Record<string, string | undefined>>

/** What the process ends with. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/** A command with its arguments read. What it throws is a refusal. */
export type Act = (env: Env) => Promise<Exit>

export interface Command {
  /** What it is called by. */
  readonly name: string
  /** The arguments, as the usage shows them. */
  readonly takes: string
  /** What it does, a line each. */
  readonly help: readonly string[]
  /** Reads what follows the name. Whatever it throws is a fault in the usage. */
  read(args: string[]): Act
}

/** An act that the settings are read for. */
export const withSettings =
  (act: (settings: Settings) => Promise<Exit>): Act =>
  async (env) =>
    act(readSettings(env))

/** The one word that a command needs; throws when it is missing or followed by others. */
export function only([word, ...rest]: readonly string[], what: string): string {
  if (!word) throw new Error(`The ${what} is missing.`)
  if (rest.length > 0) throw new Error(`Too many words: ${rest.join(' ')}`)
  return word
}

/** Throws when a command that needs no word has one. */
export function none(words: readonly string[]): void {
  if (words.length > 0) throw new Error(`Too many words: ${words.join(' ')}`)
}

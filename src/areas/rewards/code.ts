import { randomInt } from 'node:crypto'
import { invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { typedCode } from '../../kernel/texts.ts'

type Hashing = Pick<Scope, 'secrets'>

/** Letters and digits that nobody takes for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

const MIN_LENGTH = 6
const MAX_LENGTH = 32
const CODE_PATTERN = /^[A-Z0-9-]{6,32}$/

/** A code that nobody guesses: four groups of four characters, 80 random bits. */
export const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  ).join('-')

const plainCode = (code: string): string => typedCode(code).toUpperCase()

/** The characters of a code that count: people type it in lower case, and with other dashes. */
const comparable = (code: string): string => plainCode(code).replaceAll('-', '')

const isCode = (code: string): boolean => CODE_PATTERN.test(plainCode(code)) && comparable(code).length >= MIN_LENGTH

/** Throws `invalid` for a text that no reward can have as its code. */
export function assertCode(code: string): void {
  if (!isCode(code))
    throw invalid(
      'code',
      `code must have ${MIN_LENGTH} to ${MAX_LENGTH} letters A to Z, digits and dashes, of which ${MIN_LENGTH} are no dashes`,
      'malformed',
    )
}

/** The keyed hash by which a code is stored; null for a text that no reward has as its code. */
export const hashOfCode = ({ secrets }: Hashing, code: string): string | null =>
  isCode(code) ? secrets.mac('reward-code', comparable(code)) : null

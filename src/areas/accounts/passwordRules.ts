import { dictionary } from '@zxcvbn-ts/language-common'
import { invalid } from '../../kernel/failure.ts'

const SHORTEST = 8
const LONGEST = 256
/** The dictionary is in the order of how often a password is seen. */
const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000))

/** Throws `invalid` for a password that is too short, too long, one of the 10,000 most common, or the person's own name. */
export function checkNewPassword(password: string, own: readonly string[]): void {
  if ([...password].length < SHORTEST) throw invalid('password', `password: at least ${SHORTEST} characters`)
  if (password.length > LONGEST) throw invalid('password', `password: at most ${LONGEST} characters`)
  const plain = password.toLowerCase()
  if (COMMON.has(plain)) throw invalid('password', 'password: too common')
  if (own.some((text) => text.toLowerCase() === plain))
    throw invalid('password', 'password: must not be your name or address')
}

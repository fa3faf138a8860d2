import type { Scope } from '../../../kernel/scope.ts'
import { opaqueText } from '../../../kernel/texts.ts'

/** Comparisons that one attempt can cost. */
const MAX_COMPARISONS = 4

interface PasswordMatch {
  readonly isRight: boolean
  /** The hash to store instead, because the present one was made before passwords were normalized; null for none. */
  readonly replacement: string | null
}

/**
 * Compares the readings of a password with a hash; null for an account that does not exist. Each is compared in its
 * normalized form, and then as it was sent, because older hashes were made of that. How many comparisons a wrong password
 * takes depends on its text alone, which tells nothing of the account.
 */
export async function matchPassword(
  { passwords }: Pick<Scope, 'passwords'>,
  stored: string | null,
  readings: readonly string[],
): Promise<PasswordMatch> {
  const forms = new Set(readings.flatMap((reading) => [opaqueText(reading), reading]))
  for (const form of [...forms].slice(0, MAX_COMPARISONS)) {
    if (!(await passwords.matches(form, stored))) continue
    return { isRight: true, replacement: form === opaqueText(form) ? null : await passwords.hash(form) }
  }
  return { isRight: false, replacement: null }
}

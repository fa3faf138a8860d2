import { hash, verify } from '@node-rs/argon2'
import { BOUNDS } from './bounds.ts'
import { Failure } from './failure.ts'
import { opaqueText } from './texts.ts'

/**
 * Hashes and verifies passwords by argon2id, on the thread pool. Few hashes are computed at a time and a bounded number
 * waits; beyond it both methods throw `unavailable`.
 */
export interface PasswordHasher {
  /** Hashes the normalized form of the password. */
  hash(password: string): Promise<string>
  /** Compares a text as it is. Without a stored hash (unknown username) it takes equal time and returns false. */
  matches(password: string, stored: string | null): Promise<boolean>
}

/** Argon2 parameters: kibibytes of memory, passes over it, and lanes. */
export interface PasswordHashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** The OWASP recommendation for argon2id, which is the library's default variant. */
export const ARGON2_COST: PasswordHashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const queueFull = () =>
  new Failure('unavailable', 'Too many logins at once, try again in a moment', { reason: 'overloaded', retryAfter: 1 })

/** Runs few hashes at a time, the others in order of arrival. Throws `unavailable` when too many wait. */
function hashQueue() {
  const waiting: (() => void)[] = []
  let running = 0
  const waitForTurn = () => {
    if (waiting.length >= BOUNDS.passwordHashesWaiting.most) throw queueFull()
    return new Promise<void>((resolve) => waiting.push(resolve))
  }
  const takeTurn = async () => {
    if (running >= BOUNDS.passwordHashes.most) return waitForTurn()
    running += 1
  }
  const passTurn = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <R>(work: () => Promise<R>): Promise<R> => {
    await takeTurn()
    return work().finally(passTurn)
  }
}

/** `onHash` is called before each computation, so that tests and metrics can count hashes. */
export async function createPasswordHasher(onHash: () => void, cost = ARGON2_COST): Promise<PasswordHasher> {
  const dummyHash = await hash('nobody has this password', cost)
  const inTurn = hashQueue()
  return {
    hash: (password) =>
      inTurn(() => {
        onHash()
        return hash(opaqueText(password), cost)
      }),
    async matches(password, stored) {
      const same = await inTurn(() => {
        onHash()
        return verify(stored ?? dummyHash, password)
      })
      return same && stored !== null
    },
  }
}

import { hash, verify } from '@node-rs/argon2'

/** Hashes and verifies passwords by argon2id, on the thread pool. */
export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Without a stored hash (unknown username) it takes equal time and returns false. */
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

/** `onHash` is called before each computation, so that tests and metrics can count hashes. */
export async function createPasswordHasher(onHash: () => void, cost = ARGON2_COST): Promise<PasswordHasher> {
  const dummyHash = await hash('nobody has this password', cost)
  return {
    hash(password) {
      onHash()
      return hash(password, cost)
    },
    async matches(password, stored) {
      onHash()
      const same = await verify(stored ?? dummyHash, password)
      return same && stored !== null
    },
  }
}

import { hash, verify } from '@node-rs/argon2'

/** Hashes and compares passwords by argon2id on the thread pool, never on the event loop. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** With no hash to compare (nobody has that name) it takes the same time and answers false. */
  matches(password: string, stored: string | null): Promise<boolean>
}

/** 19 MiB, 2 passes, 1 lane: the OWASP recommendation for argon2id, which is the library's default variant. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** `onHash` is called before each computation, so that tests and metrics can count what a flood of logins costs. */
export async function openPasswords(onHash: () => void = () => {}): Promise<Passwords> {
  const nobody = await hash('nobody has this password', COST)
  return {
    hash(password) {
      onHash()
      return hash(password, COST)
    },
    async matches(password, stored) {
      onHash()
      const same = await verify(stored ?? nobody, password)
      return same && stored !== null
    },
  }
}

import { expect, it } from 'vitest'
import { BOUNDS } from '../../src/kernel/bounds.ts'
import { createPasswordHasher } from '../../src/kernel/passwordHasher.ts'

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const MOST = BOUNDS.passwordHashes.most + BOUNDS.passwordHashesWaiting.most

it('password hashes beyond the queue are refused at once, and the others are computed', async () => {
  let computed = 0
  const hasher = await createPasswordHasher(() => {
    computed += 1
  }, CHEAP)
  const answers = Array.from({ length: MOST + 5 }, (_, at) =>
    (at % 2 ? hasher.hash('a password') : hasher.matches('a password', null)).then(
      () => 'computed',
      (error: unknown) => error,
    ),
  )
  const results = await Promise.all(answers)
  expect(results.filter((result) => result === 'computed')).toHaveLength(MOST)
  for (const refused of results.slice(MOST))
    expect(refused).toMatchObject({ kind: 'unavailable', retryAfter: expect.any(Number) })
  expect(computed).toBe(MOST)

  const stored = await hasher.hash('a password')
  expect([await hasher.matches('a password', stored), await hasher.matches('another', stored)]).toEqual([true, false])
})

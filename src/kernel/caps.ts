import { Failure } from './failure.ts'

/** Throws `conflict` when a person has as many things of a kind as one person can have. */
export function assertBelowCap(count: number, most: number, things: string): void {
  if (count >= most)
    throw new Failure('conflict', `You have too many ${things}: the most is ${most}`, { reason: 'limit_reached' })
}

/**
 * How often a test repeats a race or random acts: a tenth of the number, or all of it with FULL_ROUNDS set, as
 * `npm run test:full` does.
 */
export const rounds = (full: number): number => (process.env.FULL_ROUNDS ? full : Math.ceil(full / 10))

/** A tenth of the cases, spread over all of them, or all with FULL_ROUNDS set. */
export function sampleOf<T>(cases: readonly T[]): T[] {
  const step = cases.length / rounds(cases.length)
  return cases.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
}

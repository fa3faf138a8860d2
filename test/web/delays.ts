import type { Locator } from 'playwright-core'

/** Milliseconds from an act of one person until another sees it; far more than the second that it takes. */
const LONGEST = 5_000

interface Delay {
  readonly act: string
  /** Milliseconds. */
  readonly took: number
}

const delays: Delay[] = []

/** The delays that were measured since this was called last, for the output of the tests. */
export const takeDelays = (): readonly Delay[] => delays.splice(0)

interface Seen {
  /** What is done, for the output. */
  readonly act: string
  readonly run: () => Promise<unknown>
  /** What the other person sees then. */
  readonly seen: Locator
  /** `detached` for what the other sees no longer. */
  readonly state?: 'visible' | 'detached'
}

/** Acts, and measures how long it takes until the act is seen. Throws if that takes more than five seconds. */
export async function seesSoon({ act, run, seen, state = 'visible' }: Seen): Promise<void> {
  await run()
  const begun = performance.now()
  await seen.waitFor({ state })
  const took = Math.round(performance.now() - begun)
  delays.push({ act, took })
  if (took > LONGEST) throw new Error(`${act} was seen after ${took} ms`)
}

import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds: below the timeout of a test, and long enough for a busy machine. */
const TIMEOUT = 80_000
const INTERVAL = 10

/** Waits until the condition holds. After the timeout, throws an error with the text of `describe`. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  describe: () => string = () => 'the condition did not become true',
): Promise<void> {
  const end = performance.now() + TIMEOUT
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(describe())
    await pause(INTERVAL)
  }
}

import { setFlagsFromString } from 'node:v8'

/** V8's measure of how much a function has run, in bytes of its code, when it is optimised: by default 66 KiB. */
const INTERRUPT_BUDGET = 30_000

/**
 * Lets V8 optimise functions sooner, as requests run many small ones. On Node 20 alone: later versions count calls instead,
 * and would refuse to start with this flag on the command line.
 */
export function optimiseEarly(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
}

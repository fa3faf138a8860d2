import { setFlagsFromString } from 'node:v8'

/** V8's measure of how much a function has run, in bytes of its code, when it is optimised: by default 66 KiB. */
const INTERRUPT_BUDGET = 30_000

/**
 * Sets flags of V8 for the start of a server. No function is optimised: those of the start run a few times, and threads that
 * optimise them take a processor from the embedded database, which starts at the same time. The young generation stays
 * about as large as it is: the start allocates much that lives on, for which V8 would let it grow to the most that
 * `npm start` allows; that memory is of no use before the first load.
 */
export function tuneForStart(): void {
  setFlagsFromString('--no-opt')
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Sets flags of V8 for a server that answers requests. The young generation may grow when more objects survive in it than it
 * has room for: by default it doubles then. Functions are optimised, sooner than by default, as requests run many small
 * ones; Node later than 20 counts calls for that, and would not know the flag.
 */
export function tuneForRequests(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--opt')
  if (process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
}

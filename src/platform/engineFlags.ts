import { setFlagsFromString } from 'node:v8'

/** V8's measure of how much a function has run, in bytes of its code, when it is optimised: by default 66 KiB. */
const INTERRUPT_BUDGET = 30_000

/**
 * Later versions of Node count calls instead of bytes, and have no `--interrupt-budget`. A function that Maglev has
 * compiled there while `--no-opt` was set would never be optimised by TurboFan.
 */
const isNode20 = process.versions.node.startsWith('20.')

/**
 * Sets flags of V8 for the start of a server. The young generation stays about as large as it is: the start allocates much
 * that lives on, for which V8 would let it grow to the most that `npm start` allows; that memory is of no use before the
 * first load. Node 20 optimises no function: those of the start run a few times, and threads that optimise them take a
 * processor from the embedded database, which starts at the same time.
 */
export function tuneForStart(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  if (isNode20) setFlagsFromString('--no-opt')
}

/**
 * Sets flags of V8 for a server that answers requests. The young generation may grow when more objects survive in it than it
 * has room for: by default it doubles then. Node 20 optimises functions sooner than by default, as requests run many small
 * ones.
 */
export function tuneForRequests(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  if (!isNode20) return
  setFlagsFromString('--opt')
  setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`)
}

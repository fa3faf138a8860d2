import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's young generation about as large as it is. Starting the server allocates much that lives on, for which V8
 * would let it grow to the most that `npm start` allows; that memory is of no use before the first load.
 */
export const holdYoungGeneration = () => setFlagsFromString('--semi-space-growth-factor=1')

/** Lets V8's young generation grow when more objects survive in it than it has room for: by default it doubles then. */
export const releaseYoungGeneration = () => setFlagsFromString('--semi-space-growth-factor=2')

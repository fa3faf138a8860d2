import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's young generation at the size that it has. Starting the server allocates much that lives on, for which V8
 * would let it grow to the most that it may have; that memory would be of no use before the first load.
 */
export const holdYoungGeneration = () => setFlagsFromString('--semi-space-growth-factor=1')

/** Lets it grow again, as far as `npm start` allows, once more survives a collection than it holds. */
export const releaseYoungGeneration = () => setFlagsFromString('--semi-space-growth-factor=2')

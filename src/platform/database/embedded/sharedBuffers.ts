import { totalmem } from 'node:os'

const MIB = 2 ** 20
/** PostgreSQL's advice is a quarter of the memory of a machine of its own; this one runs beside the server and others. */
const SHARE = 1 / 16
/** PostgreSQL's default. */
const LEAST_MIB = 128
const MOST_MIB = 1_024

/**
 * MiB of the pages that the embedded PostgreSQL shares among its connections, on a machine or in a container with so many
 * bytes of memory. It occupies them as it reads pages. A page that is not among them is copied and its checksum verified,
 * which lists that read rows all over a large table do for several pages each.
 */
export const sharedBuffersOf = (memory: number) =>
  Math.round(Math.min(MOST_MIB, Math.max(LEAST_MIB, (memory * SHARE) / MIB)))

/** Bytes of memory that this process may use: those of its container or, without such a limit, of the machine. */
export const memoryOfHost = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

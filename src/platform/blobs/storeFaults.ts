import { Failure } from '../../kernel/failure.ts'
import { lookUp } from '../../kernel/maps.ts'

interface StoreSettings {
  readonly S3_BUCKET?: string | undefined
  readonly DATA_DIR: string
}

/** What can be wrong with a store of files, as the metrics name it. */
export const STORE_ERRORS = [
  'unreachable',
  'timeout',
  'denied',
  'no_bucket',
  'server',
  'refused',
  'full',
  'read_only',
  'io',
] as const
export type StoreError = (typeof STORE_ERRORS)[number]

const UNAVAILABLE = ['The store of files is not available right now', 'store_unavailable', 5] as const
const FULL = ['The store of files is full', 'store_full', 60] as const

const isWithoutRoom = (error: StoreError) => error === 'full' || error === 'read_only'

/** A store of files that can't serve at the moment. Clients see only whether it has no room or is not available. */
export class StoreFault extends Failure {
  readonly error: StoreError

  constructor(error: StoreError, cause?: unknown) {
    const [message, reason, retryAfter] = isWithoutRoom(error) ? FULL : UNAVAILABLE
    super('unavailable', message, { reason, retryAfter })
    this.error = error
    this.cause = cause
  }
}

/** Why a server can't start whose store of files has failed, and what to check. */
export function startFault({ error, cause }: StoreFault, { S3_BUCKET: bucket, DATA_DIR }: StoreSettings): Error {
  const reason = `${error}${cause instanceof Error ? `, ${cause.message || cause.name}` : ''}`
  const remedy = bucket
    ? `The bucket ${bucket} can't be used (${reason}). Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys; doctor looks at each.`
    : `${DATA_DIR} can't be written (${reason}). Make room, give it to the server's user, or set DATA_DIR.`
  return new Error(remedy, { cause })
}

/** Without room on the disk, or with less than must be left free. */
export const storeFull = () => new StoreFault('full')

/** System errors of files, as they come from a disk; errors of connections have other codes. */
const DISK_ERRORS: Readonly<Record<string, StoreError>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'denied',
  EPERM: 'denied',
  EIO: 'io',
  EMFILE: 'io',
  ENFILE: 'io',
  ENOENT: 'io',
  ENOTDIR: 'io',
  EISDIR: 'io',
  ESTALE: 'io',
}

/** The fault of the disk that a system error shows; null for any other error. */
export function diskFaultOf(error: unknown): StoreFault | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = lookUp(DISK_ERRORS, code)
  return fault ? new StoreFault(fault, error) : null
}

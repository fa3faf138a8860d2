/** Bytes that wait on disk while a request arrives, or a job runs. They are gone once it is closed, or the process ends. */
export interface SpoolFile {
  append(bytes: Uint8Array): Promise<void>
  /** Some of the bytes, in memory; by default all from `from` on, which is the first one. */
  read(from?: number, length?: number): Promise<Buffer>
  close(): Promise<void>
}

export interface Spool {
  /** Throws `unavailable` when the disk has no room. */
  open(): Promise<SpoolFile>
}

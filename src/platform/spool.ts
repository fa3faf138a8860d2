import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FreeSpaceCheck } from './blobs/freeSpace.ts'

/** Bytes that wait on disk while a request arrives. They are gone once it is closed, or the process ends. */
export interface SpoolFile {
  append(bytes: Uint8Array): Promise<void>
  /** All bytes so far, in memory. */
  read(): Promise<Buffer>
  close(): Promise<void>
}

export interface Spool {
  /** Throws `unavailable` when the disk has no room. */
  open(): Promise<SpoolFile>
}

/** Keeps bytes in files of a folder that have no name, so that none is left behind by a process that was killed. */
export function openSpool(folder: string, assertRoom: FreeSpaceCheck): Spool {
  return {
    async open() {
      await assertRoom()
      return spoolFile(await openUnnamedFile(folder))
    },
  }
}

async function openUnnamedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

function spoolFile(file: FileHandle): SpoolFile {
  let size = 0
  return {
    async append(bytes) {
      await writeAll(file, bytes, size)
      size += bytes.length
    },
    async read() {
      const bytes = Buffer.allocUnsafe(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      if (bytesRead < size) throw new Error('a spooled file was cut')
      return bytes
    },
    close: () => file.close(),
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
    at += bytesWritten
  }
}

import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Spool, SpoolFile } from '../kernel/spool.ts'
import type { FreeSpaceCheck } from './blobs/freeSpace.ts'

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
    async read(from = 0, length = size - from) {
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(bytes, 0, length, from)
      if (bytesRead < length) throw new Error('a spooled file was cut')
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

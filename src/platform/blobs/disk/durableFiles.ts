import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { processStartId } from '../../processes.ts'
import { diskFaultOf } from '../storeFaults.ts'

/** A durably written file that was not moved to its place yet. */
export interface StagedFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Hex. */
  readonly md5: string
  /** Hex. */
  readonly sha256: string
}

type Content = AsyncIterable<unknown> | Iterable<Buffer>

const toBytes = (chunk: unknown) => (chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk)))

/** Temporary names contain the process that writes, so that files of dead processes are recognised. */
const stagedPath = (folder: string) => join(folder, `${process.pid}-${randomUUID()}`)

/**
 * Streams content to a new file of the folder, hashes it, and resolves when it is synced to disk. Deletes the file on
 * failure. `check` gets the number of bytes so far and throws to abort.
 */
export async function writeStagedFile(
  folder: string,
  content: Content,
  check: (size: number) => void = () => {},
): Promise<StagedFile> {
  const path = stagedPath(folder)
  try {
    return { path, ...(await writeAndHash(path, content, check)) }
  } catch (error) {
    await rm(path, { force: true })
    throw diskFaultOf(error) ?? error
  }
}

async function writeAndHash(
  path: string,
  content: Content,
  check: (size: number) => void,
): Promise<Omit<StagedFile, 'path'>> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      const bytes = toBytes(chunk)
      size += bytes.length
      check(size)
      md5.update(bytes)
      sha256.update(bytes)
      await file.writeFile(bytes)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, md5: md5.digest('hex'), sha256: sha256.digest('hex') }
}

/** Syncs a folder, so that its names survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Creates a folder and its parents durably. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (!first) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Replaces a small file atomically. */
export async function writeJsonFile(aside: string, path: string, record: object): Promise<void> {
  const written = await writeStagedFile(aside, [Buffer.from(JSON.stringify(record))])
  await rename(written.path, path).catch(async (error: unknown) => {
    await rm(written.path, { force: true })
    throw error
  })
  await syncFolder(dirname(path))
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Runs work; null when the file or folder does not exist. */
export async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Reads the record of a file; null without the file. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await nullIfMissing(readFile(path, 'utf8'))
  return text === null ? null : JSON.parse(text)
}

/** The names in a folder; none without the folder. */
export const listFolder = async (path: string): Promise<readonly string[]> => (await nullIfMissing(readdir(path))) ?? []

/** Modification time of a file or folder; null when it does not exist. */
export const lastModified = async (path: string): Promise<Date | null> =>
  (await nullIfMissing(stat(path)))?.mtime ?? null

/** Bytes of a file; null when it does not exist. */
export const fileSize = async (path: string): Promise<number | null> => (await nullIfMissing(stat(path)))?.size ?? null

/** Deletes temporary files of dead processes, and of earlier processes with this pid. */
export async function removeAbandonedFiles(folder: string): Promise<void> {
  const isLeft = (name: string) => {
    const pid = Number(name.split('-')[0])
    return pid === process.pid || processStartId(pid) === null
  }
  const left = (await listFolder(folder)).filter(isLeft)
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

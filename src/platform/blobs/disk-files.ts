import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lifeOf } from '../database/processes.ts'
import { full } from './refusals.ts'

/** A file that is written and stands on the disk, but at no place yet. */
export interface Aside {
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Hex. */
  readonly md5: string
  /** Hex. */
  readonly sha256: string
}

type Content = AsyncIterable<unknown> | Iterable<Buffer>

const bytesOf = (chunk: unknown) => (chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk)))

/** Named by the process that writes it: what a dead one left can be told from what is being written. */
const asideIn = (folder: string) => join(folder, `${process.pid}-${randomUUID()}`)

/**
 * Writes content to a new file of the folder, chunk by chunk, hashing on the way, and resolves when it stands on the
 * disk. Nothing is left when it fails; `check` is told the bytes so far and throws to end it.
 */
export async function writeAside(
  folder: string,
  content: Content,
  check: (size: number) => void = () => {},
): Promise<Aside> {
  const path = asideIn(folder)
  try {
    return { path, ...(await write(path, content, check)) }
  } catch (error) {
    await rm(path, { force: true })
    throw isFull(error) ? full() : error
  }
}

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

async function write(path: string, content: Content, check: (size: number) => void): Promise<Omit<Aside, 'path'>> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      const bytes = bytesOf(chunk)
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

/** Makes the names in a folder outlast a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes a folder with those above it, all of them for good. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (!first) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Puts a small file in its place, whole or not at all, over what stood there. */
export async function putRecord(aside: string, path: string, record: object): Promise<void> {
  const written = await writeAside(aside, [Buffer.from(JSON.stringify(record))])
  await rename(written.path, path).catch(async (error: unknown) => {
    await rm(written.path, { force: true })
    throw error
  })
  await syncFolder(dirname(path))
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** Answers null where there is no such file or folder. */
export async function ifThere<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The record in a file; null where there is none. */
export async function readRecord(path: string): Promise<unknown> {
  const text = await ifThere(readFile(path, 'utf8'))
  return text === null ? null : JSON.parse(text)
}

/** The names in a folder; none where there is no such folder. */
export const namesIn = async (path: string): Promise<readonly string[]> => (await ifThere(readdir(path))) ?? []

/** When a file or folder was last written; null where there is none. */
export const writtenAt = async (path: string): Promise<Date | null> => (await ifThere(stat(path)))?.mtime ?? null

/** Removes what dead processes were writing, and what an earlier one with this process's number was. */
export async function clearAside(folder: string): Promise<void> {
  const isLeft = (name: string) => {
    const pid = Number(name.split('-')[0])
    return pid === process.pid || lifeOf(pid) === null
  }
  const left = (await namesIn(folder)).filter(isLeft)
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
}

import { once } from 'node:events'
import { extract } from 'tar-stream'
import { type ArchiveWriter, bytesOf, writeTar } from '../kernel/tar.ts'
import { compressed, decompressed } from './zstd.ts'

/** Writes a tar archive, compressed by Zstandard: `write` adds the entries, `send` takes the bytes. */
export const writeArchive = (
  write: (archive: ArchiveWriter) => Promise<void>,
  send: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> => writeTar(write, (chunks) => send(compressed(chunks)))

/** An entry of an archive. */
export interface ArchiveEntry {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/** Reads an archive. Each entry must be read or skipped before the next one. Throws for one that is cut or damaged. */
export async function* readArchive(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const source: Source = {}
  const feed = feedInto(tar, decompressed(chunks))
  feed.catch((error: Error) => {
    source.fault = error
    tar.destroy(error)
  })
  try {
    for await (const entry of readTar(tar, source))
      yield { name: entry.header.name, size: entry.header.size, content: readTar(bytesOf(entry), source) }
    await feed
  } finally {
    tar.destroy()
  }
}

/** Where an archive comes from. */
interface Source {
  /** Why it could not be read to its end, or decompressed. */
  fault?: Error
}

/** What is read of a tar archive. Its own errors mean that the archive is damaged. */
async function* readTar<T>(parts: AsyncIterable<T>, source: Source): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    throw source.fault ?? new Error('The backup is cut or damaged: it is no tar archive.', { cause: error })
  }
}

async function feedInto(tar: ReturnType<typeof extract>, chunks: AsyncIterable<Buffer>): Promise<void> {
  const closed = new AbortController()
  tar.on('close', () => closed.abort())
  for await (const chunk of chunks) {
    // Whoever reads may have given up: leaving the loop closes the source. The reader gets the error itself.
    if (tar.destroyed) return
    if (!tar.write(chunk)) await once(tar, 'drain', { signal: closed.signal }).catch(() => {})
  }
  tar.end(null)
}

/** The whole content of a small entry. Throws for one that is larger. */
export async function readWhole({ name, size, content }: ArchiveEntry, most = 2 ** 28): Promise<Buffer> {
  if (size > most) throw new Error(`The entry ${name} of the backup is too large.`)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

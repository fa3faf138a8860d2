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
  const feed = feedInto(tar, decompressed(chunks))
  feed.catch((error: Error) => tar.destroy(error))
  try {
    for await (const entry of tar) yield { name: entry.header.name, size: entry.header.size, content: bytesOf(entry) }
    await feed
  } finally {
    tar.destroy()
  }
}

/** Waits until a stream takes more or is closed, and leaves no listeners on it. */
async function untilDrained(stream: ReturnType<typeof extract>): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() => stop.abort())
}

async function feedInto(tar: ReturnType<typeof extract>, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    // Whoever reads may have given up: leaving the loop closes the source.
    if (tar.destroyed) return
    if (!tar.write(chunk)) await untilDrained(tar)
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

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pack } from 'tar-stream'

/** Bytes and SHA-256, in hex, of what was written or read. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

/** Computes a digest while content passes. */
export function openDigest() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    update(chunk: Uint8Array) {
      hash.update(chunk)
      bytes += chunk.length
    },
    end: (): Digest => ({ bytes, sha256: hash.digest('hex') }),
  }
}

export const digestOf = (content: Uint8Array): Digest => {
  const digest = openDigest()
  digest.update(content)
  return digest.end()
}

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<Digest>
  /** Adds content of a size that is known before. Throws when it has another one. */
  addStream(name: string, content: { readonly size: number; readonly stream: Readable }): Promise<Digest>
}

/** Writes a tar archive: `write` adds the entries, `send` takes the bytes. */
export async function writeTar(
  write: (archive: ArchiveWriter) => Promise<void>,
  send: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const tar = pack()
  // Each entry tells its own error.
  tar.on('error', () => {})
  const sent = send(bytesOf(tar))
  // Entries wait for whoever takes the bytes, who may have failed.
  const failed = sent.then(
    () => new Promise<never>(() => {}),
    (error: unknown) => Promise.reject(error),
  )
  failed.catch(() => {})
  const archive: ArchiveWriter = {
    add: (name, content) => Promise.race([addBuffer(tar, name, content), failed]),
    addStream: (name, content) => Promise.race([addStream(tar, name, content), failed]),
  }
  try {
    await write(archive)
    tar.finalize()
  } catch (error) {
    const isOver = await isSettled(sent)
    tar.destroy()
    // Whoever takes the bytes has failed first, or fails now as they end.
    if (isOver) await sent
    await sent.catch(() => {})
    throw error
  }
  await sent
}

/** Whether a promise is settled already. */
const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ])

type Tar = ReturnType<typeof pack>

/** For the user of the server alone, where somebody unpacks it. */
const MODE = 0o600

function addBuffer(tar: Tar, name: string, content: Buffer): Promise<Digest> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: MODE, size: content.length }, content, (error) =>
      error ? reject(error) : resolve(digestOf(content)),
    )
  })
}

async function addStream(
  tar: Tar,
  name: string,
  { size, stream }: { readonly size: number; readonly stream: Readable },
): Promise<Digest> {
  const digest = openDigest()
  const { entry, ended } = openEntry(tar, name, size)
  let left = size
  for await (const chunk of stream) {
    digest.update(chunk)
    left -= chunk.length
    if (left < 0) break
    if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), ended])
  }
  if (left !== 0) throw new Error(`${name} does not have the ${size} bytes that its store says.`)
  entry.end(null)
  await ended
  return digest.end()
}

function openEntry(tar: Tar, name: string, size: number) {
  let end: (error?: Error | null) => void = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve())
  })
  ended.catch(() => {})
  const entry = tar.entry({ name, mode: MODE, size }, end)
  entry.on('error', end)
  return { entry, ended }
}

/** The chunks of a stream that does not declare their type. */
export async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new Error('A stream of bytes has a chunk that is none.')
    yield chunk
  }
}

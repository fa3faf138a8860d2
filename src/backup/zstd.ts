import { compress, init } from '@bokuweb/zstd-wasm'
import { Decompress } from 'fzstd'

type Chunks = AsyncIterable<Uint8Array>

/** Bytes that are compressed at a time, as one frame of the Zstandard format. */
const FRAME_BYTES = 2 ** 20
const LEVEL = 3

let initialised: Promise<void> | undefined

/** Loads the library once: a second time would break what uses it already. */
function loadLibrary(): Promise<void> {
  initialised ??= init()
  return initialised
}

/** Compresses by Zstandard; any of its tools can decompress the result. */
export async function* compressed(chunks: Chunks): AsyncGenerator<Buffer> {
  await loadLibrary()
  for await (const frame of inPieces(chunks, FRAME_BYTES)) yield Buffer.from(compress(frame, LEVEL))
}

/** Gathers chunks to pieces of the given size; the last one may be shorter. */
export async function* inPieces(chunks: Chunks, size: number): AsyncGenerator<Buffer> {
  let [waiting, length]: [Uint8Array[], number] = [[], 0]
  for await (const chunk of chunks) {
    waiting.push(chunk)
    length += chunk.length
    if (length < size) continue
    const all = Buffer.concat(waiting)
    const whole = length - (length % size)
    for (let at = 0; at < whole; at += size) yield all.subarray(at, at + size)
    waiting = [all.subarray(whole)]
    length -= whole
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** Decompresses what `compressed` yields. Throws for content that is cut or damaged. */
export async function* decompressed(chunks: Chunks): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const stream = new Decompress((chunk) => void ready.push(Buffer.from(chunk)))
  const push = (chunk: Uint8Array, isLast: boolean) => {
    try {
      stream.push(chunk, isLast)
    } catch (error) {
      throw new Error('The backup is cut or damaged: it can not be decompressed.', { cause: error })
    }
  }
  for await (const chunk of chunks) {
    push(chunk, false)
    yield* ready.splice(0)
  }
  push(new Uint8Array(), true)
  yield* ready
}

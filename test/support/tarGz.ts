import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { bytesOf } from '../../src/kernel/tar.ts'

/** The content of the entries of an archive, by their names. */
export async function readTarGz(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const entries = new Map<string, Buffer>()
  const tar = extract()
  tar.end(gunzipSync(archive))
  for await (const entry of tar) entries.set(entry.header.name, await contentOf(entry))
  return entries
}

async function contentOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

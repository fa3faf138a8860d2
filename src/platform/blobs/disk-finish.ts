import { createReadStream } from 'node:fs'
import type { StoredBlob } from '../../kernel/blobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import { writeAside } from './disk-files.ts'
import { type Arrived, blobOf, type Outcome, type Records } from './disk-records.ts'
import type { Shelf } from './disk-shelf.ts'
import { checkEtags, nothingArrived, uploadGone, wrongEtags } from './refusals.ts'

export interface Finishing {
  readonly records: Records
  readonly shelf: Shelf
  readonly clock: Clock
  /** Where files are written before they have a place. */
  readonly aside: string
}

/**
 * Makes a blob of an upload's parts. How it ends is written down before the bytes move, so a process that is killed at
 * any point is taken up by whoever finishes again.
 */
export async function finish(site: Finishing, ref: string, etags: readonly string[] | null): Promise<StoredBlob> {
  const { records } = site
  const known = await records.outcome(ref)
  if (known) return settle(site, ref, known)
  const begun = await records.begun(ref)
  if (!begun) throw uploadGone()
  const parts = await records.parts(ref)
  checkParts(parts, etags, begun.multipart)
  const outcome = await outcomeOf(site, ref, parts)
  await records.end(ref, outcome)
  return settle(site, ref, outcome)
}

function checkParts(parts: readonly Arrived[], etags: readonly string[] | null, multipart: boolean) {
  if (parts.length === 0) throw nothingArrived()
  if (etags === null && multipart) throw wrongEtags()
  if (etags) checkEtags(parts.map(etagged), etags)
}

const etagged = ({ partNumber, md5 }: Arrived) => ({ partNumber, etag: md5 })

async function outcomeOf(site: Finishing, ref: string, parts: readonly Arrived[]): Promise<Outcome> {
  const endedAt = site.clock.now().getTime()
  const [first, ...others] = parts
  if (first && others.length === 0) {
    const { sha256: key, size, md5, file } = first
    return { key, size, md5, file, endedAt }
  }
  const { path, sha256: key, size, md5 } = await writeAside(site.aside, bytesOf(site.records, ref, parts))
  return { key, size, md5, file: await site.records.keep(ref, path), endedAt }
}

async function* bytesOf(records: Records, ref: string, parts: readonly Arrived[]): AsyncIterable<unknown> {
  for (const part of parts) yield* createReadStream(records.fileOf(ref, part))
}

async function settle({ records, shelf }: Finishing, ref: string, outcome: Outcome): Promise<StoredBlob> {
  await shelf.place(records.fileOf(ref, outcome), outcome.key)
  await records.clear(ref)
  return blobOf(outcome)
}

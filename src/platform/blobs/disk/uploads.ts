import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { StoredBlob } from '../../../kernel/blobs.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { assertEtags, noPartsUploaded, partSuperseded, uploadNotFound, wrongEtags } from '../errors.ts'
import type { FreeSpaceCheck } from '../freeSpace.ts'
import type { BlobFolder } from './blobFolder.ts'
import {
  listFolder,
  makeFolder,
  nullIfMissing,
  readJsonFile,
  type StagedFile,
  syncFolder,
  writeJsonFile,
  writeStagedFile,
} from './durableFiles.ts'
import type { Holds } from './mutexes.ts'

/** The record of an upload. Times are in milliseconds since 1970. */
const UploadRecord = z.object({ multipart: z.boolean(), begunAt: z.number() })
/** A complete part; `file` is the name of its bytes in the upload's folder. */
const UploadedPart = z.object({
  partNumber: z.number(),
  file: z.string(),
  size: z.number(),
  md5: z.string(),
  sha256: z.string(),
  /** When its request began, in milliseconds since 1970. */
  begunAt: z.number().default(0),
})
/** The outcome of an upload: `file` becomes, or became, the blob. */
const UploadOutcome = z.object({
  key: z.string(),
  size: z.number(),
  md5: z.string(),
  file: z.string(),
  endedAt: z.number(),
})

type UploadRecord = z.output<typeof UploadRecord>
type UploadedPart = z.output<typeof UploadedPart>
type UploadOutcome = z.output<typeof UploadOutcome>

/** A part whose bytes were written, but not moved to its upload yet. */
export interface ReceivedPart extends StagedFile {
  readonly begunAt: number
}

const UPLOAD_REF_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PART_FILE_PATTERN = /^[1-9]\d{0,4}\.json$/
const [UPLOAD_FILE, OUTCOME_FILE] = ['upload.json', 'outcome.json']

/** The files of an upload. */
function openUploadFolders(uploads: string, aside: string) {
  const folderOf = (ref: string) => join(uploads, ref)
  return {
    folderOf,
    put: (ref: string, name: string, record: object) => writeJsonFile(aside, join(folderOf(ref), name), record),
    read: async (ref: string, name: string) =>
      UPLOAD_REF_PATTERN.test(ref) ? readJsonFile(join(folderOf(ref), name)) : null,
    names: (ref: string) => listFolder(folderOf(ref)),
    remove: (ref: string, file: string) => rm(join(folderOf(ref), file), { force: true }),
    /** Moves a written file to the upload's folder; returns its name there. */
    async keep(ref: string, path: string): Promise<string> {
      const file = `${randomUUID()}.bytes`
      await rename(path, join(folderOf(ref), file))
      return file
    },
  }
}

function openPartRecords({ put, read, names, remove, keep }: ReturnType<typeof openUploadFolders>) {
  const readPart = async (ref: string, name: string) => UploadedPart.nullable().parse(await read(ref, name))
  return {
    /** Parts in the order of their numbers. */
    async parts(ref: string): Promise<readonly UploadedPart[]> {
      const records = (await names(ref)).filter((name) => PART_FILE_PATTERN.test(name))
      const parts = await Promise.all(records.map((name) => readPart(ref, name)))
      return parts.filter((part) => part !== null).sort((a, b) => a.partNumber - b.partNumber)
    },
    /** Stores the bytes of a part, and replaces earlier bytes of its number. Throws `conflict` for bytes that a later request has replaced. */
    async addPart(ref: string, partNumber: number, part: ReceivedPart): Promise<void> {
      const { path, size, md5, sha256, begunAt } = part
      const name = `${partNumber}.json`
      const before = await readPart(ref, name)
      if (before && before.begunAt > begunAt) throw partSuperseded()
      const file = await keep(ref, path)
      await put(ref, name, { partNumber, file, size, md5, sha256, begunAt } satisfies UploadedPart)
      if (before) await remove(ref, before.file)
    },
  }
}

/** The folders of uploads: `upload.json`, a record and a file per part, and `outcome.json` once the parts were joined. */
export function openUploadRecords(uploads: string, aside: string) {
  const folders = openUploadFolders(uploads, aside)
  const { folderOf, put, read, names, remove, keep } = folders
  return {
    ...openPartRecords(folders),
    keep,
    fileOf: (ref: string, { file }: { readonly file: string }) => join(folderOf(ref), file),
    refs: async () => (await listFolder(uploads)).filter((name) => UPLOAD_REF_PATTERN.test(name)),

    async begin(begun: UploadRecord): Promise<string> {
      const ref = randomUUID()
      await makeFolder(folderOf(ref))
      await put(ref, UPLOAD_FILE, begun)
      return ref
    },
    begun: async (ref: string) => UploadRecord.nullable().parse(await read(ref, UPLOAD_FILE)),
    outcome: async (ref: string) => UploadOutcome.nullable().parse(await read(ref, OUTCOME_FILE)),
    end: (ref: string, outcome: UploadOutcome) => put(ref, OUTCOME_FILE, outcome),
    /** Modification time of a folder whose process died before it wrote `upload.json`. */
    touchedAt: async (ref: string) => (await nullIfMissing(stat(folderOf(ref))))?.mtime ?? null,

    /** Deletes a finished upload except for its outcome. */
    async clear(ref: string): Promise<void> {
      const others = (await names(ref)).filter((name) => name !== OUTCOME_FILE)
      await Promise.all(others.map((name) => remove(ref, name)))
    },
    /** Deletes an upload; ignores malformed references. */
    async forget(ref: string): Promise<void> {
      if (!UPLOAD_REF_PATTERN.test(ref)) return
      await rm(folderOf(ref), { recursive: true, force: true })
      await syncFolder(uploads)
    },
  }
}

export type UploadRecords = ReturnType<typeof openUploadRecords>

const storedBlobOf = ({ key, size, md5 }: UploadOutcome): StoredBlob => ({ key, size, md5 })

interface FinishContext {
  readonly records: UploadRecords
  readonly blobFolder: BlobFolder
  readonly clock: Clock
  /** Folder of temporary files. */
  readonly aside: string
  readonly holds: Holds
  readonly assertRoom: FreeSpaceCheck
}

/**
 * Joins the parts of an upload into a blob. The outcome is written before the bytes move, so that finishing again
 * completes the work of a process that was killed at any point.
 */
export async function finishDiskUpload(
  site: FinishContext,
  ref: string,
  etags: readonly string[] | null,
): Promise<StoredBlob> {
  const { records } = site
  const known = await records.outcome(ref)
  if (known) return storeOutcome(site, ref, known)
  const begun = await records.begun(ref)
  if (!begun) throw uploadNotFound()
  const parts = await records.parts(ref)
  assertPartsComplete(parts, etags, begun.multipart)
  const outcome = await computeOutcome(site, ref, parts)
  await records.end(ref, outcome)
  return storeOutcome(site, ref, outcome)
}

function assertPartsComplete(parts: readonly UploadedPart[], etags: readonly string[] | null, multipart: boolean) {
  if (parts.length === 0) throw noPartsUploaded()
  if (etags === null && multipart) throw wrongEtags()
  if (etags) assertEtags(parts.map(partWithEtag), etags)
}

const partWithEtag = ({ partNumber, md5 }: UploadedPart) => ({ partNumber, etag: md5 })

async function computeOutcome(
  site: FinishContext,
  ref: string,
  parts: readonly UploadedPart[],
): Promise<UploadOutcome> {
  const endedAt = site.clock.now().getTime()
  const [first, ...others] = parts
  if (first && others.length === 0) {
    const { sha256: key, size, md5, file } = first
    return { key, size, md5, file, endedAt }
  }
  await site.assertRoom(parts.reduce((sum, { size }) => sum + size, 0))
  const {
    path,
    sha256: key,
    size,
    md5,
  } = await writeStagedFile(site.aside, concatenatedParts(site.records, ref, parts))
  return { key, size, md5, file: await site.records.keep(ref, path), endedAt }
}

async function* concatenatedParts(
  records: UploadRecords,
  ref: string,
  parts: readonly UploadedPart[],
): AsyncIterable<unknown> {
  for (const part of parts) yield* createReadStream(records.fileOf(ref, part))
}

async function storeOutcome(
  { records, blobFolder, holds }: FinishContext,
  ref: string,
  outcome: UploadOutcome,
): Promise<StoredBlob> {
  await holds.hold(outcome.key)
  try {
    await blobFolder.addFile(records.fileOf(ref, outcome), outcome.key)
    // Without a row, the blob may have been removed since an earlier call.
    if (!(await blobFolder.has(outcome.key))) throw uploadNotFound()
  } catch (error) {
    holds.settle(outcome.key)
    throw error
  }
  await records.clear(ref)
  return storedBlobOf(outcome)
}

import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { StoredBlob } from '../../kernel/blobs.ts'
import { type Aside, ifThere, makeFolder, namesIn, putRecord, readRecord, syncFolder } from './disk-files.ts'

/** What is known of an upload. Times are milliseconds since 1970. */
const Begun = z.object({ multipart: z.boolean(), begunAt: z.number() })
/** A part that arrived whole; `file` names its bytes in the upload's folder. */
const Arrived = z.object({
  partNumber: z.number(),
  file: z.string(),
  size: z.number(),
  md5: z.string(),
  sha256: z.string(),
})
/** How an upload ends: `file` becomes the blob, or did. */
const Outcome = z.object({ key: z.string(), size: z.number(), md5: z.string(), file: z.string(), endedAt: z.number() })

export type Begun = z.output<typeof Begun>
export type Arrived = z.output<typeof Arrived>
export type Outcome = z.output<typeof Outcome>

const REF = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PART = /^[1-9]\d{0,4}\.json$/
const [BEGUN, OUTCOME] = ['upload.json', 'outcome.json']

/** The files in the folders of uploads. */
function openFolders(uploads: string, aside: string) {
  const folderOf = (ref: string) => join(uploads, ref)
  return {
    folderOf,
    put: (ref: string, name: string, record: object) => putRecord(aside, join(folderOf(ref), name), record),
    read: async (ref: string, name: string) => (REF.test(ref) ? readRecord(join(folderOf(ref), name)) : null),
    names: (ref: string) => namesIn(folderOf(ref)),
    remove: (ref: string, file: string) => rm(join(folderOf(ref), file), { force: true }),
    /** Takes a written file into the upload's folder; answers its name there. */
    async keep(ref: string, path: string): Promise<string> {
      const file = `${randomUUID()}.bytes`
      await rename(path, join(folderOf(ref), file))
      return file
    },
  }
}

function openParts({ put, read, names, remove, keep }: ReturnType<typeof openFolders>) {
  const readPart = async (ref: string, name: string) => Arrived.nullable().parse(await read(ref, name))
  return {
    /** By number. */
    async parts(ref: string): Promise<readonly Arrived[]> {
      const records = (await names(ref)).filter((name) => PART.test(name))
      const parts = await Promise.all(records.map((name) => readPart(ref, name)))
      return parts.filter((part) => part !== null).sort((a, b) => a.partNumber - b.partNumber)
    },
    /** Takes the bytes of a part in, in place of those that came before with its number. */
    async addPart(ref: string, partNumber: number, { path, size, md5, sha256 }: Aside): Promise<void> {
      const name = `${partNumber}.json`
      const before = await readPart(ref, name)
      const file = await keep(ref, path)
      await put(ref, name, { partNumber, file, size, md5, sha256 } satisfies Arrived)
      if (before) await remove(ref, before.file)
    },
  }
}

/** The folders of uploads: `upload.json`, a record and a file for each part, `outcome.json` once all parts were joined. */
export function openRecords(uploads: string, aside: string) {
  const folders = openFolders(uploads, aside)
  const { folderOf, put, read, names, remove, keep } = folders
  return {
    ...openParts(folders),
    keep,
    fileOf: (ref: string, { file }: { readonly file: string }) => join(folderOf(ref), file),
    refs: async () => (await namesIn(uploads)).filter((name) => REF.test(name)),

    async begin(begun: Begun): Promise<string> {
      const ref = randomUUID()
      await makeFolder(folderOf(ref))
      await put(ref, BEGUN, begun)
      return ref
    },
    begun: async (ref: string) => Begun.nullable().parse(await read(ref, BEGUN)),
    outcome: async (ref: string) => Outcome.nullable().parse(await read(ref, OUTCOME)),
    end: (ref: string, outcome: Outcome) => put(ref, OUTCOME, outcome),
    /** When a folder was last touched whose process died before it noted what it is for. */
    touchedAt: async (ref: string) => (await ifThere(stat(folderOf(ref))))?.mtime ?? null,

    /** Leaves nothing of a finished upload but how it ended. */
    async clear(ref: string): Promise<void> {
      const others = (await names(ref)).filter((name) => name !== OUTCOME)
      await Promise.all(others.map((name) => remove(ref, name)))
    },
    /** Does nothing for what is no reference. */
    async forget(ref: string): Promise<void> {
      if (!REF.test(ref)) return
      await rm(folderOf(ref), { recursive: true, force: true })
      await syncFolder(uploads)
    },
  }
}

export type Records = ReturnType<typeof openRecords>

export const blobOf = ({ key, size, md5 }: Outcome): StoredBlob => ({ key, size, md5 })

import { invalid } from '../../../kernel/failure.ts'
import { type FileId, newId, type UploadId } from '../../../kernel/ids.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ANALYSE_FILES_JOB } from '../assets/analyses.ts'
import { emitFileChanged } from '../files.ts'
import { addImageFile, imageTags, type StoredImage, withEncodedImage } from '../images/images.ts'
import { assertImageCapacity, type ImageKindName, lockImageQuota } from '../images/kinds.ts'
import { fileUrl } from '../links.ts'
import { assertWithinStorage } from '../policy.ts'
import { blobReader } from '../storage/downloads.ts'
import { extensionOf, imageKindOf, type UploadPurpose } from './purposes.ts'
import { addCompleteVersion } from './uploadedVersions.ts'
import { blobOfUpload, consumeUpload, type ReceivedUpload, readUsableUpload, receiveUpload } from './uploads.ts'

/** Where an input takes a file: as the URL of one that is there, or as an upload that becomes one. */
export interface FileSlot {
  readonly url?: string | undefined
  readonly uploadId?: UploadId | undefined
  /** The input field of the upload. */
  readonly field: string
  readonly purpose: UploadPurpose
}

/**
 * Writes the files that an act makes of uploads, in its own transaction: all of it applies or nothing. Called where the
 * transaction may lock the quota of images and has not locked files yet. Throws `conflict` for an upload that was used
 * meanwhile and beyond the limits of images and stored bytes.
 */
export type WriteNewFiles = (tx: Scope & InTransaction) => Promise<void>

type Urls<K extends string> = Readonly<Partial<Record<K, string>>>

interface NewFile {
  readonly id: FileId
  readonly slot: string
  readonly upload: ReceivedUpload
  /** Null for an asset, which is taken as it is. */
  readonly image: { readonly kind: ImageKindName; readonly stored: StoredImage } | null
}

/**
 * Prepares files of the viewer's for the uploads of an input, and runs the act that links them: it gets the URL of each
 * slot and must call `writeNewFiles`, which is undefined without uploads. When the act fails, the uploads can be used again.
 * Throws `invalid` for a slot with both a URL and an upload and for unsuitable content, and what `receiveUpload` and
 * `uploadImage` throw.
 */
export async function withNewFiles<K extends string, R>(
  scope: ViewerScope,
  slots: Readonly<Record<K, FileSlot>>,
  act: (urls: Urls<K>, writeNewFiles: WriteNewFiles | undefined) => Promise<R>,
): Promise<R> {
  const wanted = Object.entries<FileSlot>(slots)
  for (const [name, slot] of wanted) assertOneSource(name, slot)
  return prepareFiles(scope, wanted, async (files) => {
    const write: WriteNewFiles = (tx) => writeFiles({ ...tx, viewer: scope.viewer }, files)
    const result = await act(urlsOf(scope, slots, files), files.length > 0 ? write : undefined)
    if (files.some(({ image }) => image === null)) await scope.jobs.send(ANALYSE_FILES_JOB)
    return result
  })
}

function assertOneSource(name: string, { url, uploadId, field }: FileSlot): void {
  if (url !== undefined && uploadId !== undefined)
    throw invalid(field, `${field} and ${name} cannot be given together`, 'wrong_combination')
}

/** The rules for the files that an input names, apart from those for their content. */
export const newFileRules = (scope: ViewerScope, slots: Readonly<Record<string, FileSlot>>): InputRule[] =>
  Object.entries(slots).flatMap(([name, slot]) => {
    const { uploadId, field, purpose } = slot
    return [
      () => assertOneSource(name, slot),
      () => uploadId !== undefined && readUsableUpload(scope, { uploadId, field, accepts: [purpose] }),
    ]
  })

/** The rules for files that an input must name. `names` are those of the fields that are given. */
export const requiredFileRules = (
  scope: ViewerScope,
  slots: Readonly<Record<string, FileSlot>>,
  names: ReadonlySet<string>,
): InputRule[] => [
  ...newFileRules(scope, slots),
  ...Object.entries(slots).map(([name, { field }]) => () => {
    if (!names.has(name) && !names.has(field)) throw fileRequired(name)
  }),
]

/** How inputs name the image and the asset of a world, avatar or prop. */
interface GivenContent {
  readonly imageUrl?: string | undefined
  readonly imageUploadId?: UploadId | undefined
  readonly assetUrl?: string | undefined
  readonly assetUploadId?: UploadId | undefined
}

/** The slots for the image and the asset of a world, avatar or prop. */
export const contentSlots = (
  { imageUrl, imageUploadId, assetUrl, assetUploadId }: GivenContent,
  purposes: { readonly image: UploadPurpose; readonly asset: UploadPurpose },
) => ({
  imageUrl: { url: imageUrl, uploadId: imageUploadId, field: 'imageUploadId', purpose: purposes.image },
  assetUrl: { url: assetUrl, uploadId: assetUploadId, field: 'assetUploadId', purpose: purposes.asset },
})

/** The URL of a slot that must have a file. Throws `invalid` without one. */
export function requiredUrl(url: string | undefined, field: string): string {
  if (url === undefined) throw fileRequired(field)
  return url
}

const fileRequired = (field: string) => invalid(field, `${field} or its upload is required`, 'required')

function urlsOf<K extends string>(
  { rules }: Scope,
  slots: Readonly<Record<K, FileSlot>>,
  files: readonly NewFile[],
): Urls<K> {
  const urls: Partial<Record<K, string>> = {}
  for (const name in slots) {
    const file = files.find(({ slot }) => slot === name)
    const url = file ? fileUrl(rules.publicUrl, { fileId: file.id, version: 1 }) : slots[name].url
    if (url !== undefined) urls[name] = url
  }
  return urls
}

/** Encodes and stores the images one after the other, so that each is held until the act has ended. */
async function prepareFiles<R>(
  scope: ViewerScope,
  [next, ...rest]: readonly (readonly [string, FileSlot])[],
  work: (files: readonly NewFile[]) => Promise<R>,
): Promise<R> {
  if (!next) return work([])
  const [slot, { uploadId, field, purpose }] = next
  if (uploadId === undefined) return prepareFiles(scope, rest, work)
  const upload = await receiveUpload(scope, { uploadId, field, accepts: [purpose] })
  const file = { id: newId('file', scope.now), slot, upload }
  const kind = imageKindOf(purpose)
  if (!kind) return prepareFiles(scope, rest, (files) => work([{ ...file, image: null }, ...files]))
  const source = { read: blobReader(scope, blobOfUpload(upload)), field }
  return withEncodedImage(scope, kind, source, (stored) =>
    prepareFiles(scope, rest, (files) => work([{ ...file, image: { kind, stored } }, ...files])),
  )
}

async function writeFiles(tx: ViewerScope & InTransaction, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return
  await lockImageQuota(tx)
  for (const file of files) {
    await consumeUpload(tx, file.upload.id)
    const tags = file.image ? await addImage(tx, file, file.image) : await addAsset(tx, file)
    emitFileChanged(tx, { id: file.id, ownerId: tx.viewer.id, tags }, 'created')
  }
}

async function addImage(
  tx: ViewerScope & InTransaction,
  { id }: NewFile,
  { kind, stored }: NonNullable<NewFile['image']>,
): Promise<string[]> {
  await assertImageCapacity(tx, kind)
  await addImageFile(tx, kind, stored, { id, animation: null })
  return imageTags(kind)
}

async function addAsset(tx: ViewerScope & InTransaction, { id, upload }: NewFile): Promise<string[]> {
  const { viewer, now } = tx
  const extension = extensionOf(upload.fileName)
  const name = upload.fileName.slice(0, -extension.length)
  const times = { createdAt: now, updatedAt: now }
  const file = { id, ownerId: viewer.id, name, mimeType: upload.mimeType, extension }
  await tx.db.file.create({ data: { ...file, ...times, versions: { create: { version: 0, createdAt: now } } } })
  await addCompleteVersion(tx, { file, version: 1, upload })
  await assertWithinStorage(tx, viewer.id)
  return []
}

import type { Faker } from '@faker-js/faker'
import { fileUrl } from '../areas/files/links.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { StoredBlob } from '../kernel/blobs.ts'
import { type FileId, trusted } from '../kernel/ids.ts'
import { storedUrl } from '../kernel/ownUrls.ts'
import type { Scope } from '../kernel/scope.ts'
import type { InTransaction } from '../kernel/transaction.ts'

/** Rows of files, and the blobs that they need, of which each `store` is listed once. */
export interface DemoFiles {
  readonly files: Prisma.FileCreateManyInput[]
  readonly versions: Prisma.FileVersionCreateManyInput[]
  readonly data: Prisma.FileDataCreateManyInput[]
  readonly blobs: StoredBlob[]
}

export const noFiles = (): DemoFiles => ({ files: [], versions: [], data: [], blobs: [] })

/** The version of Unity that has made all assets. */
export const UNITY_VERSION = '2022.3.22f1'

export const IMAGE_TYPE = { mimeType: 'image/png', extension: '.png' }

/** The name that the game's SDK gives a file of an avatar or a world: clients read the name of an avatar from it. */
export const sdkFileName = (kind: 'Avatar' | 'World', name: string, part: 'Image' | 'Asset bundle') =>
  `${kind} - ${name} - ${part} - ${UNITY_VERSION}_1_standalonewindows_Release`

interface NewFile {
  readonly ownerId: string
  readonly at: Date
  readonly name: string
  readonly tags?: string[]
  readonly blob: StoredBlob
  readonly mimeType: string
  readonly extension: string
}

/** Adds a file whose version 1 is complete. Answers its URL as rows hold it. */
export function addFile(
  scope: Scope,
  all: DemoFiles,
  faker: Faker,
  file: NewFile,
): { readonly id: FileId; readonly url: string } {
  const { ownerId, at, name, tags = [], blob, mimeType, extension } = file
  const id = trusted<'file'>(`file_${faker.string.uuid()}`)
  all.files.push({ id, ownerId, name, mimeType, extension, tags, createdAt: at, updatedAt: at })
  all.versions.push(...[0, 1].map((version) => ({ fileId: id, version, createdAt: at })))
  const common = { fileId: id, version: 1, category: 'simple', status: 'complete', completedAt: at }
  all.data.push({
    ...{ ...common, type: 'file', fileName: `${name}${extension}`, contentType: mimeType, blobKey: blob.key },
    ...{ md5: Buffer.from(blob.md5, 'hex').toString('base64'), sizeInBytes: blob.size },
  })
  return { id, url: storedUrl(scope, fileUrl(scope.rules.publicUrl, { fileId: id, version: 1 })) }
}

export async function insertFiles({ db }: InTransaction, { files, versions, data }: DemoFiles): Promise<void> {
  await db.file.createMany({ data: files })
  await db.fileVersion.createMany({ data: versions })
  await db.fileData.createMany({ data })
}

/** Ends the holds on the blobs, after their rows are written or never will be. */
export function settleBlobs(scope: Scope, all: readonly DemoFiles[]): void {
  for (const { key } of all.flatMap(({ blobs }) => blobs)) scope.blobs.settle(key)
}

import type { AvatarPackage } from '../../../generated/prisma/client.ts'
import type { NamedBlob, StoredBlob } from '../../../kernel/blobs.ts'
import { invalid } from '../../../kernel/failure.ts'
import { newId, trusted } from '../../../kernel/ids.ts'
import { shownUrl, storedUrl, type UrlOptions } from '../../../kernel/ownUrls.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { parseFileUrl } from '../../../kernel/webUrls.ts'
import { contentChanged } from '../../files/events.ts'
import { deleteUnlinkedFiles, fileUrl } from '../../files/links.ts'
import { lockStorage } from '../../files/locks.ts'
import { assertWithinStorage } from '../../files/policy.ts'
import { withRowOf } from '../../files/storage/cleanup.ts'
import { openBlob } from '../../files/storage/downloads.ts'
import { addStoredAsset } from '../../files/uploads/uploadedVersions.ts'
import { avatarChanged } from '../events.ts'
import type { LockedAvatar } from '../locks.ts'

const ASSET_TYPE = 'application/x-avatar'

/** An impostor whose bytes are in the blob store, before a row refers to them. */
export interface StoredImpostor {
  readonly source: SourcePackage
  readonly blob: StoredBlob
  readonly impostorizerVersion: string
}

/**
 * Builds the impostors of all sources one after the other, and runs the work that writes their rows; when it fails, their
 * bytes are removed. Throws `ImpostorFault` for a source whose file is gone, and what the builder throws.
 */
export async function withBuiltImpostors<R>(
  scope: Scope,
  [source, ...others]: readonly SourcePackage[],
  work: (built: readonly StoredImpostor[]) => Promise<R>,
): Promise<R> {
  if (!source) return work([])
  const sourceBlob = await findSourceBlob(scope, source)
  const { avatarId, platform, unityVersion, assetVersion } = source
  const { bytes, impostorizerVersion } = await scope.impostors.build(
    { avatarId, platform, unityVersion, assetVersion, size: sourceBlob.size },
    (range) => openBlob(scope, sourceBlob, range),
  )
  const blob = await scope.blobs.store(bytes, ASSET_TYPE)
  return withRowOf(scope, blob, () =>
    withBuiltImpostors(scope, others, (rest) => work([{ source, blob, impostorizerVersion }, ...rest])),
  )
}

/**
 * Makes these the impostors of a locked avatar, in place of those before, whose files go. Throws `conflict` when the
 * author's files have too many bytes then.
 */
export async function writeImpostors(
  tx: Scope & InTransaction,
  avatar: LockedAvatar,
  built: readonly StoredImpostor[],
): Promise<void> {
  const { id: avatarId, authorId, packages } = avatar
  const before = packages.filter(({ variant }) => variant === 'impostor')
  await lockStorage(tx, authorId)
  await tx.db.avatarPackage.deleteMany({ where: { avatarId, variant: 'impostor' } })
  for (const impostor of built) await writeImpostor(tx, avatar, impostor)
  const fileIds = before.map(({ assetFileId }) => assetFileId)
  await deleteUnlinkedFiles(tx, authorId, fileIds)
  await assertWithinStorage(tx, authorId)
  announceImpostors(tx, { avatarId, authorId })
}

async function writeImpostor(
  tx: Scope & InTransaction,
  { id: avatarId, authorId, name }: LockedAvatar,
  { source, blob, impostorizerVersion }: StoredImpostor,
): Promise<void> {
  const asset = { name: `${name} - impostor`, mimeType: ASSET_TYPE, extension: '.vrca', blob }
  const fileId = await addStoredAsset(tx, { ownerId: authorId, ...asset })
  const { platform, unityVersion, unitySortNumber, assetVersion } = source
  await tx.db.avatarPackage.create({
    data: {
      id: newId('unityPackage', tx.now),
      avatarId,
      variant: 'impostor',
      ...{ platform, unityVersion, unitySortNumber, assetVersion, impostorizerVersion },
      assetUrl: storedUrl(tx, fileUrl(tx.rules.publicUrl, { fileId, version: 1 })),
      assetFileId: fileId,
      createdAt: tx.now,
    },
  })
}

/** The standard package of an avatar for a platform, whose asset is there. */
export interface SourcePackage
  extends Pick<AvatarPackage, 'avatarId' | 'platform' | 'unityVersion' | 'unitySortNumber' | 'assetVersion'> {
  readonly assetUrl: string
}

/** The packages from which impostors are built. */
export const sourcesIn = (packages: readonly AvatarPackage[]): SourcePackage[] =>
  packages.flatMap(({ variant, assetUrl, avatarId, platform, unityVersion, unitySortNumber, assetVersion }) =>
    variant === 'standard' && assetUrl !== null
      ? [{ avatarId, platform, unityVersion, unitySortNumber, assetVersion, assetUrl }]
      : [],
  )

/** Throws `invalid` for an avatar without an asset of which an impostor could be built. */
export function assertHasSource(packages: readonly AvatarPackage[]): void {
  if (sourcesIn(packages).length === 0)
    throw invalid('avatarId', 'avatarId must be an avatar whose asset was uploaded', 'asset_missing')
}

/** Whether two lists of sources name the same assets. */
export const areSameSources = (
  options: UrlOptions,
  one: readonly SourcePackage[],
  other: readonly SourcePackage[],
): boolean => sourcesKey(options, one) === sourcesKey(options, other)

const sourcesKey = (options: UrlOptions, sources: readonly SourcePackage[]): string =>
  JSON.stringify(
    sources.map((one) => [one.platform, shownUrl(options, one.assetUrl), one.assetVersion, one.unityVersion]).sort(),
  )

/** Why impostors could not be made, in words for the person who has asked for them. */
export class ImpostorFault extends Error {}

/** Where the bytes of a source are. Throws `ImpostorFault` if its file is gone. */
async function findSourceBlob(scope: Scope, { assetUrl, platform }: SourcePackage): Promise<NamedBlob> {
  const reference = parseFileUrl(scope, assetUrl)
  const data =
    reference &&
    (await scope.db.fileData.findUnique({
      where: { fileId_version_type: { ...reference, type: 'file' }, status: 'complete' },
    }))
  if (!data?.blobKey) throw new ImpostorFault(`The asset for ${platform} is gone.`)
  return { id: data.fileId, blobKey: data.blobKey, size: Number(data.sizeInBytes) }
}

/** Emits that the packages of an avatar are others. */
export function announceImpostors(
  tx: InTransaction,
  { avatarId, authorId }: { readonly avatarId: string; readonly authorId: string },
): void {
  const change = { contentType: 'avatar', actionType: 'updated', itemId: avatarId } as const
  tx.emit(avatarChanged(trusted<'avatar'>(avatarId)))
  tx.emit(contentChanged(trusted<'user'>(authorId), change))
}

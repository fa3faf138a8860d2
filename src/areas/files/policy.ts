import type { File, Prisma } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin, isStaff, judgesContent } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { PLATFORM_USER_ID } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { readStorageUse } from './queries.ts'

export const fileNotFound = (id: string) =>
  new Failure('missing', `File '${id}' not found`, { reason: 'file_not_found' })

interface AssetFields {
  readonly id: string
  readonly ownerId: string
  readonly extension: string
}

/** Whether a file can be an asset of an avatar, whose content is kept from some. */
export const isAvatarAsset = ({ extension }: Pick<AssetFields, 'extension'>) => extension.toLowerCase() === '.vrca'

/** The ids of those files that are kept from the viewer. One statement if there is an asset of somebody else, else none. */
export async function withheldFileIds(scope: Scope, files: readonly AssetFields[]): Promise<ReadonlySet<string>> {
  const assets = files.filter((file) => isAvatarAsset(file) && !isOwnerOrAdmin(scope, file.ownerId))
  return assets.length === 0
    ? new Set()
    : scope.findWithheldAssets(
        scope,
        assets.map(({ id }) => id),
      )
}

/** Throws `forbidden` for an asset that is kept from the viewer. */
export async function assertNotWithheld(scope: Scope, file: AssetFields): Promise<void> {
  if ((await withheldFileIds(scope, [file])).has(file.id))
    throw new Failure('forbidden', "You don't have permission.", { reason: 'avatar_withheld' })
}

/**
 * Owners and admins can change a file. Everybody with a session can read its record, as clients do, but for assets that
 * are withheld.
 */
export const canChangeFile = (scope: ViewerScope, file: { readonly ownerId: string }) =>
  isOwnerOrAdmin(scope, file.ownerId)

/** Reviews of assets are visible to the owner of the file and to admins. */
export const visibleAssetReviews = ({ viewer }: ViewerScope): Prisma.AssetReviewWhereInput =>
  isStaff({ viewer }, 'content') ? {} : { fileVersion: { file: { ownerId: viewer.id } } }

/** Throws `missing` without a file, `forbidden` when the viewer cannot change it. */
export function assertOwnFile<F extends { readonly ownerId: string }>(
  scope: ViewerScope,
  id: string,
  file: F | null | undefined,
): asserts file is F {
  if (!file) throw fileNotFound(id)
  if (!canChangeFile(scope, file))
    throw new Failure('forbidden', 'This file belongs to somebody else', { reason: 'not_own' })
}

/** Images can be downloaded without a session, other files only with one. */
export const isImageFile = ({ mimeType }: { readonly mimeType: string }) => mimeType.startsWith('image/')

export const canSeeFile = ({ viewer }: Scope, file: { readonly mimeType: string }) =>
  viewer !== null || isImageFile(file)

/** What of a file decides whether an image is kept from somebody. */
export const HIDING_COLUMNS = { ownerId: true, hiddenAt: true } as const

/** Whether the viewer gets a file as far as the staff has not hidden it: its owner and the staff always do. */
export const canSeeHidden = ({ viewer }: Scope, { ownerId, hiddenAt }: Pick<File, keyof typeof HIDING_COLUMNS>) =>
  hiddenAt === null || viewer?.id === ownerId || judgesContent({ viewer })

/** Most versions of all files of a person, deleted versions included. */
export const MAX_VERSIONS = 20_000

/**
 * Called after the rows are written, in a transaction that holds `lockStorage`. Throws `conflict` beyond the limits. The
 * platform stores any number of bytes: it writes its pictures at the start, which no setting may prevent.
 */
export async function assertWithinStorage(tx: Scope & InTransaction, ownerId: string): Promise<void> {
  const { maxStoredBytes } = tx.rules
  const { versions = 0, bytes = 0 } = (await readStorageUse(tx, ownerId)) ?? {}
  if (versions > MAX_VERSIONS) throw storageFull(`Your files can have at most ${MAX_VERSIONS} versions in all`)
  const isLimited = maxStoredBytes > 0 && ownerId !== PLATFORM_USER_ID
  if (isLimited && bytes > maxStoredBytes) throw storageFull(`Your files can have at most ${maxStoredBytes} bytes`)
}

const storageFull = (message: string) => new Failure('conflict', message, { reason: 'storage_full' })

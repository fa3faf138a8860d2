import type { AvatarPackage } from '../../../generated/prisma/client.ts'
import type { ByteRange } from '../../../kernel/blobs.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { parseFileUrl } from '../../../kernel/webUrls.ts'
import { openBlob } from '../../files/storage/downloads.ts'
import { type AssetInput, replacePackage } from '../../files/unity/packages.ts'
import { avatarChanged } from '../events.ts'
import type { LockedAvatar } from '../locks.ts'

export const ASSET_RULE = { field: 'assetUrl', extensions: ['.vrca'] } as const

/** The variant of a package that people upload; the others are made of it. */
const STANDARD_VARIANT = 'standard'

/** Whether an avatar has an uploaded asset, without which it can't be public. */
export const hasCompletePackage = (packages: readonly Pick<AvatarPackage, 'variant' | 'assetUrl'>[]): boolean =>
  packages.some(({ variant, assetUrl }) => variant === STANDARD_VARIANT && assetUrl !== null)

/** A new asset has not been rated. */
const UNRATED = { performanceRating: 'None', ratedAt: null }

/**
 * The change that adds an asset to an avatar for its platform or replaces that of the platform, and whether it takes the
 * rights of an admin; null for an asset that the avatar has. Throws `invalid`.
 */
export async function packageChange(tx: ViewerTransaction, avatar: LockedAvatar, asset: AssetInput) {
  const present = avatar.packages.filter(({ variant }) => variant === STANDARD_VARIANT)
  const replaced = await replacePackage(tx, { present, asset, rule: ASSET_RULE })
  if (!replaced) return null
  const { platform, upsert, summary, isForeign } = replaced
  const where = { avatarId_platform_variant: { avatarId: avatar.id, platform, variant: STANDARD_VARIANT } }
  const update = { ...upsert.update, ...UNRATED }
  return { change: { ...summary, packages: { upsert: { where, ...upsert, update } } }, needsAdmin: isForeign }
}

const BATCH_SIZE = 100

/**
 * Lets the analyser rate uploaded assets of avatars that it has not rated yet, and returns their number. What fails is left
 * to a later run. Does nothing without an analyser.
 */
export async function rateAvatars(scope: Scope): Promise<number> {
  if (!scope.analyser.isConnected) return 0
  let rated = 0
  for await (const one of unratedPackages(scope)) {
    try {
      if (await ratePackage(scope, one)) rated += 1
    } catch (error) {
      scope.log.warn({ err: error, avatarId: one.avatarId, packageId: one.id }, 'an asset was not rated')
    }
  }
  return rated
}

async function* unratedPackages(scope: Scope): AsyncGenerator<AvatarPackage> {
  let batch = await readUnrated(scope, '')
  for (let last = batch.at(-1); last; last = batch.at(-1)) {
    yield* batch
    batch = await readUnrated(scope, last.id)
  }
}

const readUnrated = ({ client }: Scope, after: string): Promise<AvatarPackage[]> =>
  client.avatarPackage.findMany({
    where: { id: { gt: after }, variant: STANDARD_VARIANT, ratedAt: null, assetFileId: { not: null } },
    orderBy: { id: 'asc' },
    take: BATCH_SIZE,
  })

/** Rates an asset unless its file is gone or the avatar gets another one meanwhile. Returns whether it did. */
async function ratePackage(scope: Scope, one: AvatarPackage): Promise<boolean> {
  const { id, avatarId, assetUrl, assetVersion, platform, unityVersion } = one
  const reference = parseFileUrl(scope, assetUrl ?? '')
  const data = reference && (await scope.client.fileData.findFirst({ where: { ...reference, type: 'file' } }))
  const blobKey = data?.blobKey
  if (!blobKey) return false
  const asset = { avatarId, platform, unityVersion, size: Number(data.sizeInBytes) }
  const blob = { id: data.fileId, blobKey, size: asset.size }
  const read = (range?: ByteRange) => openBlob(scope, blob, range)
  const performanceRating = await scope.analyser.rate(asset, read)
  return transact({ ...scope, now: scope.clock.now() }, async (tx) => {
    const { count } = await tx.db.avatarPackage.updateMany({
      where: { id, assetUrl, assetVersion, ratedAt: null },
      data: { performanceRating, ratedAt: tx.now },
    })
    if (count > 0) tx.emit(avatarChanged(trusted<'avatar'>(avatarId)))
    return count > 0
  })
}

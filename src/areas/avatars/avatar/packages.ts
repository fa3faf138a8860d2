import type { AvatarPackage } from '../../../generated/prisma/client.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { type AssetInput, replacePackage } from '../../files/unity/packages.ts'
import type { LockedAvatar } from '../policy.ts'

export const ASSET_RULE = { field: 'assetUrl', extensions: ['.vrca'] } as const

/** The variant of a package that people upload; the others are made of it. */
export const STANDARD_VARIANT = 'standard'

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

import type { Prisma } from '../../generated/prisma/client.ts'
import { newId, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { linkFile } from '../files/references.ts'
import { unitySortOf } from './unityVersions.ts'

/** An asset that a client names, for the platform it says. */
export interface GivenAsset {
  readonly assetUrl: string
  readonly assetVersion?: number | undefined
  readonly platform?: string | undefined
  readonly unityVersion?: string | undefined
}

const ASSETS = ['.vrcw']
const USUAL = { platform: 'standalonewindows', unityVersion: '5.3.4p1', assetVersion: 1 }

/**
 * The package that an asset makes, and whether its file is somebody else's than the viewer's. The file must be an
 * uploaded .vrcw of `ownerId`; of anybody's where that is null. Throws `invalid`.
 */
export async function packageOf(open: Scope & Open, asset: GivenAsset, ownerId: UserId | null) {
  const { assetUrl } = asset
  const unityVersion = asset.unityVersion ?? USUAL.unityVersion
  const unitySortNumber = unitySortOf('unityVersion', unityVersion)
  const { fileId, isForeign } = await linkFile(open, assetUrl, { field: 'assetUrl', extensions: ASSETS, ownerId })
  const made = {
    id: newId('unityPackage', open.now),
    platform: asset.platform || USUAL.platform,
    unityVersion,
    unitySortNumber: BigInt(unitySortNumber),
    assetVersion: asset.assetVersion ?? USUAL.assetVersion,
    assetUrl,
    assetFileId: fileId,
    createdAt: open.now,
  } satisfies Prisma.UnityPackageCreateWithoutWorldInput
  return { made, isForeign }
}

/** What a world says of its packages, so that it can be searched by them. */
export function summaryOf(packages: readonly { readonly platform: string; readonly unitySortNumber: bigint }[]) {
  const sorted = packages.map(({ unitySortNumber }) => unitySortNumber).sort((a, b) => (a < b ? -1 : 1))
  return {
    platforms: [...new Set(packages.map(({ platform }) => platform))],
    minUnitySort: sorted[0] ?? 0n,
    maxUnitySort: sorted.at(-1) ?? 0n,
  }
}

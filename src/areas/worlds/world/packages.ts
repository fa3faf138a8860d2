import type { Prisma } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { linkFile } from '../../files/links.ts'

/** Year or major, minor, patch; then the release stage with its build; then a suffix. */
const UNITY_VERSION = /^(\d{1,4})\.(\d{1,2})\.(\d{1,2})(?:([abfp])\d{1,2})?(?:-\w{1,16})?$/
/** Alpha and beta sort before the final release, patches after it. */
const RELEASE_STAGES = { a: -20, b: -10, f: 0, p: 10 } as const
const isStage = (text: string): text is keyof typeof RELEASE_STAGES => Object.hasOwn(RELEASE_STAGES, text)

/**
 * A Unity version as a number that sorts like versions, as clients count it, without the build: `2022.3.22f1` is
 * 20220322000, and `5.3.4p1` is 50304010. Null for a malformed version.
 */
export function unitySortKey(version: string): number | null {
  const [, major, minor, patch, stage = 'f'] = UNITY_VERSION.exec(version) ?? []
  if (major === undefined || !isStage(stage)) return null
  const numbers = Number(major) * 10_000 + Number(minor) * 100 + Number(patch)
  return numbers * 1_000 + RELEASE_STAGES[stage]
}

/** The sort key of a Unity version in an input field. Throws `invalid`. */
export function parseUnitySortKey(field: string, version: string): number {
  const number = unitySortKey(version)
  if (number === null)
    throw invalid(field, `${field} must be an engine version, such as 2022.3.22f1: '${version}'`, 'malformed')
  return number
}

export interface AssetInput {
  readonly assetUrl: string
  readonly assetVersion?: number | undefined
  readonly platform?: string | undefined
  readonly unityVersion?: string | undefined
}

const ASSET_EXTENSIONS = ['.vrcw']
export const ASSET_RULE = { field: 'assetUrl', extensions: ASSET_EXTENSIONS } as const
const PACKAGE_DEFAULTS = { platform: 'standalonewindows', unityVersion: '5.3.4p1', assetVersion: 1 }

/**
 * The row of a package for an asset, and whether the file of the asset belongs to another person. The file must be an
 * uploaded .vrcw file that the viewer may link. Throws `invalid`.
 */
export async function buildPackage(tx: Scope & InTransaction, asset: AssetInput) {
  const { assetUrl } = asset
  const unityVersion = asset.unityVersion ?? PACKAGE_DEFAULTS.unityVersion
  const unitySortNumber = parseUnitySortKey('unityVersion', unityVersion)
  const { fileId, isForeign } = await linkFile(tx, assetUrl, ASSET_RULE)
  const row = {
    id: newId('unityPackage', tx.now),
    platform: asset.platform || PACKAGE_DEFAULTS.platform,
    unityVersion,
    unitySortNumber: BigInt(unitySortNumber),
    assetVersion: asset.assetVersion ?? PACKAGE_DEFAULTS.assetVersion,
    assetUrl,
    assetFileId: fileId,
    createdAt: tx.now,
  } satisfies Prisma.UnityPackageCreateWithoutWorldInput
  return { package: row, isForeign }
}

/** The columns of a world by which searches filter its packages. */
export function packageSummary(packages: readonly { readonly platform: string; readonly unitySortNumber: bigint }[]) {
  const sorted = packages.map(({ unitySortNumber }) => unitySortNumber).sort((a, b) => (a < b ? -1 : 1))
  return {
    platforms: [...new Set(packages.map(({ platform }) => platform))],
    minUnitySort: sorted[0] ?? 0n,
    maxUnitySort: sorted.at(-1) ?? 0n,
  }
}

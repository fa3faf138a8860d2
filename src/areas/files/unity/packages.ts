import { invalid } from '../../../kernel/failure.ts'
import { newId } from '../../../kernel/ids.ts'
import { isSameUrl, type UrlOptions } from '../../../kernel/ownUrls.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { type LinkRequirements, linkFile } from '../links.ts'

/** An asset that a person gives to a world or an avatar. */
export interface AssetInput {
  readonly assetUrl: string
  readonly assetVersion?: number | undefined
  readonly platform?: string | undefined
  readonly unityVersion?: string | undefined
}

export const PACKAGE_DEFAULTS = { platform: 'standalonewindows', unityVersion: '5.3.4p1', assetVersion: 1 }

/**
 * The row of a package for an asset, and whether the file of the asset belongs to another person. Throws `invalid` unless
 * the viewer may link the file.
 */
export async function buildPackage(tx: Scope & InTransaction, asset: AssetInput, rule: LinkRequirements) {
  const unityVersion = asset.unityVersion ?? PACKAGE_DEFAULTS.unityVersion
  const unitySortNumber = parseUnitySortKey('unityVersion', unityVersion)
  const { fileId, url, isForeign } = await linkFile(tx, asset.assetUrl, rule)
  const row = {
    id: newId('unityPackage', tx.now),
    platform: asset.platform || PACKAGE_DEFAULTS.platform,
    unityVersion,
    unitySortNumber: BigInt(unitySortNumber),
    assetVersion: asset.assetVersion ?? PACKAGE_DEFAULTS.assetVersion,
    assetUrl: url,
    assetFileId: fileId,
    createdAt: tx.now,
  }
  return { package: row, isForeign }
}

/** The columns of a package that a change of its asset reads. */
interface PresentPackage {
  readonly platform: string
  readonly unityVersion: string
  readonly unitySortNumber: bigint
  readonly assetVersion: number
  readonly assetUrl: string | null
}

const MOST_PLATFORMS = 16

/**
 * The package that an asset adds for its platform or replaces, by the standard packages that the content has, and the
 * columns by which searches filter; null for an asset that the content has already, which clients send with every change.
 * Throws `invalid`, also beyond 16 platforms.
 */
export async function replacePackage<P extends PresentPackage>(
  tx: Scope & InTransaction,
  {
    present,
    asset,
    rule,
  }: { readonly present: readonly P[]; readonly asset: AssetInput; readonly rule: LinkRequirements },
) {
  const { package: built, isForeign } = await buildPackage(tx, asset, rule)
  const before = present.find(({ platform }) => platform === built.platform)
  if (before && isSamePackage(tx, before, asset)) return null
  if (!before && present.length >= MOST_PLATFORMS)
    throw invalid('platform', `platform: there are assets for ${MOST_PLATFORMS} platforms at most`, 'too_many_entries')
  const { id, ...data } = { ...built, ...keptOf(before, asset) }
  const summary = packageSummary([...present.filter((one) => one !== before), data])
  return { upsert: { update: data, create: { ...data, id } }, platform: data.platform, before, summary, isForeign }
}

/** What a package keeps, or counts on from, when its asset is replaced. */
function keptOf(before: PresentPackage | undefined, { assetVersion, unityVersion }: AssetInput) {
  if (!before) return {}
  const version = unityVersion === undefined && {
    unityVersion: before.unityVersion,
    unitySortNumber: before.unitySortNumber,
  }
  return { ...version, assetVersion: assetVersion ?? before.assetVersion + 1 }
}

const isSamePackage = (options: UrlOptions, before: PresentPackage, asset: AssetInput) =>
  isSameUrl(options, before.assetUrl ?? '', asset.assetUrl) &&
  before.unityVersion === (asset.unityVersion ?? before.unityVersion) &&
  before.assetVersion === (asset.assetVersion ?? before.assetVersion)

/** The columns of a world or an avatar by which searches filter its packages. */
export function packageSummary(packages: readonly { readonly platform: string; readonly unitySortNumber: bigint }[]) {
  const sorted = packages.map(({ unitySortNumber }) => unitySortNumber).sort((a, b) => (a < b ? -1 : 1))
  return {
    platforms: [...new Set(packages.map(({ platform }) => platform))],
    minUnitySort: sorted[0] ?? 0n,
    maxUnitySort: sorted.at(-1) ?? 0n,
  }
}

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
    throw invalid(field, `${field} must be an engine version, such as 2022.3.22f1: '${version}'`, 'not_a_version')
  return number
}

import type { AvatarPackage } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { parseFileUrl } from '../../../kernel/webUrls.ts'

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
export const areSameSources = (one: readonly SourcePackage[], other: readonly SourcePackage[]): boolean =>
  sourcesKey(one) === sourcesKey(other)

const sourcesKey = (sources: readonly SourcePackage[]): string =>
  JSON.stringify(sources.map((one) => [one.platform, one.assetUrl, one.assetVersion, one.unityVersion]).sort())

/** Why impostors could not be made, in words for the person who has asked for them. */
export class ImpostorFault extends Error {}

/** Where the bytes of a source are. Throws `ImpostorFault` if its file is gone. */
export async function findSourceBlob({ db, rules }: Scope, { assetUrl, platform }: SourcePackage) {
  const reference = parseFileUrl(rules.publicUrl, assetUrl)
  const data =
    reference &&
    (await db.fileData.findUnique({
      where: { fileId_version_type: { ...reference, type: 'file' }, status: 'complete' },
    }))
  if (!data?.blobKey) throw new ImpostorFault(`The asset for ${platform} is gone.`)
  return { blobKey: data.blobKey, size: Number(data.sizeInBytes) }
}

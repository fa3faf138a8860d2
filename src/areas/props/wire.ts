import type { Prop } from '../../contract/shapes/prop.ts'
import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import { thumbnailUrl } from '../../kernel/webUrls.ts'
import type { PropWithAuthor } from './props.ts'

export const propWire = (options: UrlOptions, prop: PropWithAuthor): Prop => ({
  _created_at: prop.createdAt.toISOString(),
  _updated_at: prop.updatedAt.toISOString(),
  authorId: prop.authorId,
  authorName: prop.author.displayName,
  description: prop.description,
  id: prop.id,
  imageUrl: shownUrl(options, prop.imageUrl),
  maxCountPerUser: prop.maxCountPerUser,
  name: prop.name,
  releaseStatus: ReleaseStatus.parse(prop.releaseStatus),
  spawnType: prop.spawnType,
  tags: prop.tags,
  thumbnailImageUrl: thumbnailUrl(options, prop.imageUrl),
  unityPackageUrl: shownUrl(options, prop.unityPackageUrl),
  unityPackages: prop.packages.map((one) => ({
    assetUrl: shownUrl(options, one.assetUrl),
    assetVersion: one.assetVersion,
    platform: one.platform,
    propSignature: one.propSignature,
    unityVersion: one.unityVersion,
    variant: one.variant,
  })),
  worldPlacementMask: prop.worldPlacementMask,
})

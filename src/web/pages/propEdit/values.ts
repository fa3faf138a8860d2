import { USUAL_UNITY_VERSION } from '../../components/uploads/unityVersion.ts'
import { changedTags, ownTagsOf, tagsOf } from '../../components/worlds/tags.ts'
import type { CreatePropInput, PropEditFragment, UpdatePropInput } from '../../generated/graphql.ts'

/** Numbers are empty texts while nothing is entered. */
export interface DetailValues extends Record<string, unknown> {
  name: string
  description: string
  tags: string[]
  warnings: string[]
  spawnType: number | string
  worldPlacementMask: number | string
}

export interface BundleValues extends Record<string, unknown> {
  /** Id of an upload; empty for none. */
  assetUploadId: string
  platform: string
  unityVersion: string
  assetVersion: number | string
  propSignature: string
  hasAgreed: boolean
}

export interface NewPropValues extends DetailValues, BundleValues {
  /** Id of an upload; empty for none. */
  imageUploadId: string
}

export const emptyBundle = (like: Pick<BundleValues, 'unityVersion' | 'assetVersion'>): BundleValues => ({
  ...{ assetUploadId: '', platform: 'standalonewindows', propSignature: '', hasAgreed: false },
  ...like,
})

export const EMPTY_PROP: NewPropValues = {
  ...{ name: '', description: '', tags: [], warnings: [], spawnType: 0, worldPlacementMask: 1, imageUploadId: '' },
  ...emptyBundle({ unityVersion: USUAL_UNITY_VERSION, assetVersion: 1 }),
}

export const detailsOf = (prop: PropEditFragment): DetailValues => ({
  ...{ name: prop.name, description: prop.description ?? '', ...ownTagsOf(prop.tags) },
  ...{ spawnType: prop.spawnType, worldPlacementMask: prop.worldPlacementMask },
})

const bundleInputOf = ({ assetUploadId, platform, unityVersion, assetVersion, propSignature }: BundleValues) => ({
  ...{ assetUploadId, platform, unityVersion, assetVersion: Number(assetVersion) },
  ...(propSignature !== '' && { propSignature }),
})

/** What is sent for a new prop. */
export function newPropInputOf(id: string, values: NewPropValues): CreatePropInput {
  const { name, description, tags, warnings, spawnType, worldPlacementMask, imageUploadId } = values
  return {
    ...{ id, name, description, imageUploadId, tags: tagsOf(tags, warnings) },
    ...{ spawnType: Number(spawnType), worldPlacementMask: Number(worldPlacementMask) },
    ...bundleInputOf(values),
  }
}

/** What is sent for the details that have changed. */
export function changeInputOf(prop: PropEditFragment, changes: Partial<DetailValues>): UpdatePropInput {
  const { tags, warnings, spawnType, worldPlacementMask, ...texts } = changes
  const input: UpdatePropInput = { propId: prop.id, ...texts }
  if (spawnType !== undefined) input.spawnType = Number(spawnType)
  if (worldPlacementMask !== undefined) input.worldPlacementMask = Number(worldPlacementMask)
  if (tags || warnings) input.tags = changedTags(prop.tags, { ...(tags && { tags }), ...(warnings && { warnings }) })
  return input
}

/** What is sent for another bundle. */
export const bundleChangeOf = (propId: string, values: BundleValues): UpdatePropInput => ({
  propId,
  ...bundleInputOf(values),
})

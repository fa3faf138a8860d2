import { Failure, invalid } from '../../kernel/failure.ts'
import type { UserId, WorldId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { IMAGE_EXTENSIONS, linkFile } from '../files/references.ts'
import { checkedJson } from '../system/json.ts'
import { changeWorld, type Decision, type WorldChange } from './changing.ts'
import { namesOf, recommendedFor } from './creating.ts'
import type { ReleaseStatus } from './filters.ts'
import { changesPlatformTags } from './ownTags.ts'
import { type GivenAsset, packageOf, summaryOf } from './packages.ts'
import type { HeldWorld } from './policy.ts'
import { withdrawn } from './publishing.ts'
import { replaceTags } from './tags.ts'

/** What can be changed of a world; what is left out stays. */
export interface WorldUpdate extends Omit<GivenAsset, 'assetUrl'> {
  readonly assetUrl?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly imageUrl?: string | undefined
  readonly capacity?: number | undefined
  readonly recommendedCapacity?: number | undefined
  readonly releaseStatus?: ReleaseStatus | undefined
  readonly tags?: readonly string[] | undefined
  readonly featured?: boolean | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly defaultContentSettings?: Readonly<Record<string, unknown>> | undefined
  readonly previewYoutubeId?: string | null | undefined
  readonly urlList?: readonly string[] | undefined
}

/**
 * Changes an own world. An asset is added for its platform or takes the place of the one before; either makes the next
 * version. `private` takes a public world back, `public` does nothing: publishing is publishWorld's. Throws `missing`,
 * `forbidden` for another's and for what only admins feature, `invalid`, and `conflict` for a deleted one.
 */
export const updateWorld = (scope: SignedScope, id: WorldId, update: WorldUpdate): Promise<void> =>
  changeWorld(scope, { act: 'updateWorld', id }, async (open, world) => {
    const parts: readonly Decision[] = [
      { change: said(update) },
      featured(open, world, update),
      { change: released(world, update) },
      tagged(open, world, update),
      await pictured(open, world, update),
      await built(open, world, update),
    ]
    const change: WorldChange = {}
    for (const part of parts) Object.assign(change, part.change)
    return { change, isAdmins: parts.some(({ isAdmins }) => isAdmins) }
  })

const SAME: Decision = { change: {} }

const plain = () => null

const said = (update: WorldUpdate): WorldChange => ({
  ...(update.name !== undefined && namesOf(update.name)),
  ...(update.description !== undefined && { description: update.description }),
  ...(update.previewYoutubeId !== undefined && { previewYoutubeId: update.previewYoutubeId || null }),
  ...(update.urlList !== undefined && { urlList: [...update.urlList] }),
  ...roomOf(update),
  ...keptOf(update),
})

function roomOf({ capacity, recommendedCapacity }: WorldUpdate): WorldChange {
  const recommended = recommendedCapacity ?? (capacity === undefined ? undefined : recommendedFor(capacity))
  return {
    ...(capacity !== undefined && { capacity }),
    ...(recommended !== undefined && { recommendedCapacity: recommended }),
  }
}

const keptOf = ({ metadata, defaultContentSettings: settings }: WorldUpdate): WorldChange => ({
  ...(metadata && { metadata: checkedJson('metadata', metadata, plain) }),
  ...(settings && { contentSettings: checkedJson('defaultContentSettings', settings, plain) }),
})

function featured({ viewer }: SignedScope, world: HeldWorld, { featured: wanted }: WorldUpdate): Decision {
  if (wanted === undefined || wanted === world.featured) return SAME
  if (!viewer.admin) throw new Failure('forbidden', 'cannot set featured tag if you are not an admin')
  return { change: { featured: wanted }, isAdmins: true }
}

/** Clients send with each upload what they believe the status to be. */
function released(world: HeldWorld, { releaseStatus }: WorldUpdate): WorldChange {
  if (releaseStatus === 'hidden' || releaseStatus === 'all')
    throw invalid('releaseStatus', 'releaseStatus must be public or private: a world is hidden by deleting it')
  return releaseStatus === 'private' && world.releaseStatus === 'public' ? withdrawn(world) : {}
}

function tagged(open: SignedScope & Open, world: HeldWorld, update: WorldUpdate): Decision {
  if (!update.tags) return SAME
  const before = tagsOf(world, update)
  const tags = replaceTags(open, before, update.tags)
  return { change: { tags }, isAdmins: changesPlatformTags(before, tags) }
}

/** The tags that are there once the status has changed. */
function tagsOf(world: HeldWorld, update: WorldUpdate): readonly string[] {
  const { tags } = released(world, update)
  return Array.isArray(tags) ? tags : world.tags
}

/** Admins link anybody's files. */
const ownerFor = ({ viewer }: SignedScope): UserId | null => (viewer.admin ? null : viewer.id)

async function pictured(open: SignedScope & Open, world: HeldWorld, { imageUrl }: WorldUpdate): Promise<Decision> {
  if (imageUrl === undefined || imageUrl === world.imageUrl) return SAME
  const wanted = { field: 'imageUrl', extensions: IMAGE_EXTENSIONS, ownerId: ownerFor(open) }
  const { fileId: imageFileId, isForeign } = await linkFile(open, imageUrl, wanted)
  return { change: { imageUrl, imageFileId }, isAdmins: isForeign }
}

async function built(open: SignedScope & Open, world: HeldWorld, update: WorldUpdate): Promise<Decision> {
  const { assetUrl } = update
  if (assetUrl === undefined) return SAME
  const { made, isForeign } = await packageOf(open, { ...update, assetUrl }, ownerFor(open))
  const { id, createdAt, ...asset } = made
  const before = world.packages.find(({ platform, variant }) => platform === asset.platform && variant === STANDARD)
  if (before && isSame(before, update)) return SAME
  const others = world.packages.filter((one) => one !== before)
  const assetVersion = update.assetVersion ?? (before ? before.assetVersion + 1 : asset.assetVersion)
  const version = update.unityVersion === undefined && before ? versionOf(before) : versionOf(asset)
  const written = { ...asset, ...version, assetVersion }
  const key = { worldId_platform_variant: { worldId: world.id, platform: asset.platform, variant: STANDARD } }
  const change = {
    version: { increment: 1 },
    ...summaryOf([...others, written]),
    packages: { upsert: { where: key, update: { ...written, createdAt }, create: { ...written, id, createdAt } } },
  }
  return { change, isAdmins: isForeign }
}

const STANDARD = 'standard'

/** Clients send an asset again when something else has changed. */
const isSame = (before: HeldWorld['packages'][number], update: WorldUpdate) =>
  before.assetUrl === update.assetUrl &&
  before.unityVersion === (update.unityVersion ?? before.unityVersion) &&
  before.assetVersion === (update.assetVersion ?? before.assetVersion)

const versionOf = ({ unityVersion, unitySortNumber }: { unityVersion: string; unitySortNumber: bigint }) => ({
  unityVersion,
  unitySortNumber,
})

import { isAdmin } from '../../../kernel/access.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import type { ReleaseStatus } from '../../../kernel/contentList/filters.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import type { WorldId } from '../../../kernel/ids.ts'
import { type InputRule, tellingAllFaults, validatedJson } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { contentNameFields } from '../../accounts/account/names.ts'
import { changedUrl, linkFile, linkRule } from '../../files/links.ts'
import { lockFilesToLink } from '../../files/locks.ts'
import { PACKAGE_DEFAULTS, parseUnitySortKey, replacePackage } from '../../files/unity/packages.ts'
import type { LockedWorld } from '../locks.ts'
import { canUpdateWorld } from '../policy.ts'
import { ASSET_RULE, IMAGE_RULE, type NewWorld, recommendedCapacityFor, validUrlList } from './create.ts'
import { unpublishChange } from './publish.ts'
import {
  changeLockedWorld,
  changesPlatformTags,
  replaceTags,
  type WorldChange,
  type WorldChangeDecision,
} from './write.ts'

type OptionalFields<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Changes of a world; omitted members stay as they are. */
interface WorldUpdate extends OptionalFields<Omit<NewWorld, 'id'>>, ConditionalChange {
  readonly releaseStatus?: ReleaseStatus | undefined
  readonly featured?: boolean | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  readonly defaultContentSettings?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Updates a world. An asset is added for its platform or replaces that of the platform; both increase the version.
 * `private` unpublishes a public world, `public` does nothing: `publishWorld` publishes. Throws `missing`, `forbidden` also
 * for changes of `featured` by others than admins, `invalid`, and `conflict` for a deleted world.
 */
export const updateWorld = (scope: ViewerScope, id: WorldId, update: WorldUpdate): Promise<void> =>
  tellingAllFaults(
    () => worldUpdateRules(scope, id, update),
    () => applyWorldUpdate(scope, id, update),
  )

/** The rules for changes of a world of the viewer's; what stays as it is breaks none. */
export async function worldUpdateRules(scope: ViewerScope, id: WorldId, update: WorldUpdate): Promise<InputRule[]> {
  const world = await scope.db.world.findUnique({ where: { id } })
  if (!world || !canUpdateWorld(scope, world)) return []
  const { name, unityVersion, imageUrl, assetUrl, writeNewFiles } = update
  const links = [linkRule(scope, changedUrl(scope, world, imageUrl), IMAGE_RULE), linkRule(scope, assetUrl, ASSET_RULE)]
  return [
    () => name !== undefined && contentNameFields(name),
    () => update.urlList && validUrlList(update.urlList),
    () => jsonFieldChanges(update),
    () => assertReleaseStatus(update),
    () => replaceTags(scope, world.tags, update.tags ?? world.tags),
    () => unityVersion !== undefined && parseUnitySortKey('unityVersion', unityVersion),
    // Files that are written with the change are not there yet.
    ...(writeNewFiles ? [] : links),
  ]
}

const applyWorldUpdate = (scope: ViewerScope, id: WorldId, update: WorldUpdate): Promise<void> =>
  changeLockedWorld(scope, { act: 'updateWorld', id }, async (tx, world) => {
    assertUnchanged(world, update)
    await update.writeNewFiles?.(tx)
    await lockFilesToLink(tx, [update.imageUrl, update.assetUrl])
    const parts: readonly WorldChangeDecision[] = [
      { change: plainFieldChanges(update) },
      featuredDecision(tx, world, update),
      { change: releaseStatusChange(world, update) },
      tagsDecision(tx, world, update),
      await imageDecision(tx, world, update),
      await packageDecision(tx, world, update),
    ]
    const change: WorldChange = {}
    for (const part of parts) Object.assign(change, part.change)
    return { change, needsAdmin: parts.some(({ needsAdmin }) => needsAdmin) }
  })

const NO_CHANGE: WorldChangeDecision = { change: {} }

const acceptAnyValue = () => null

const plainFieldChanges = (update: WorldUpdate): WorldChange => ({
  ...(update.name !== undefined && contentNameFields(update.name)),
  ...(update.description !== undefined && { description: update.description }),
  ...(update.previewYoutubeId !== undefined && { previewYoutubeId: update.previewYoutubeId || null }),
  ...(update.urlList !== undefined && { urlList: validUrlList(update.urlList) }),
  ...capacityChanges(update),
  ...jsonFieldChanges(update),
})

function capacityChanges({ capacity, recommendedCapacity }: WorldUpdate): WorldChange {
  const recommended = recommendedCapacity ?? (capacity === undefined ? undefined : recommendedCapacityFor(capacity))
  return {
    ...(capacity !== undefined && { capacity }),
    ...(recommended !== undefined && { recommendedCapacity: recommended }),
  }
}

const jsonFieldChanges = ({ metadata, defaultContentSettings: settings }: WorldUpdate): WorldChange => ({
  ...(metadata && { metadata: validatedJson('metadata', metadata, acceptAnyValue) }),
  ...(settings && { contentSettings: validatedJson('defaultContentSettings', settings, acceptAnyValue) }),
})

function featuredDecision(scope: ViewerScope, world: LockedWorld, { featured }: WorldUpdate): WorldChangeDecision {
  if (featured === undefined || featured === world.featured) return NO_CHANGE
  if (!isAdmin(scope))
    throw new Failure('forbidden', 'cannot set featured tag if you are not an admin', { reason: 'admin_only' })
  return { change: { featured }, needsAdmin: true }
}

/** Clients send the current status with each upload, so only `private` for a public world is a change. */
function releaseStatusChange(world: LockedWorld, update: WorldUpdate): WorldChange {
  assertReleaseStatus(update)
  return update.releaseStatus === 'private' && world.releaseStatus === 'public' ? unpublishChange(world) : {}
}

function assertReleaseStatus({ releaseStatus }: WorldUpdate): void {
  if (releaseStatus === 'hidden' || releaseStatus === 'all')
    throw invalid(
      'releaseStatus',
      'releaseStatus must be public or private: a world is hidden by deleting it',
      'unknown_value',
    )
}

function tagsDecision(tx: ViewerTransaction, world: LockedWorld, update: WorldUpdate): WorldChangeDecision {
  if (!update.tags) return NO_CHANGE
  const before = tagsAfterStatusChange(world, update)
  const tags = replaceTags(tx, before, update.tags)
  return { change: { tags }, needsAdmin: changesPlatformTags(before, tags) }
}

/** The tags after the change of the status, which removes the labs tag. */
function tagsAfterStatusChange(world: LockedWorld, update: WorldUpdate): readonly string[] {
  const { tags } = releaseStatusChange(world, update)
  return Array.isArray(tags) ? tags : world.tags
}

async function imageDecision(
  tx: ViewerTransaction,
  world: LockedWorld,
  { imageUrl }: WorldUpdate,
): Promise<WorldChangeDecision> {
  const newUrl = changedUrl(tx, world, imageUrl)
  if (newUrl === undefined) return NO_CHANGE
  const { url, fileId: imageFileId, isForeign } = await linkFile(tx, newUrl, IMAGE_RULE)
  return { change: { imageUrl: url, imageFileId }, needsAdmin: isForeign }
}

async function packageDecision(
  tx: ViewerTransaction,
  world: LockedWorld,
  update: WorldUpdate,
): Promise<WorldChangeDecision> {
  const { assetUrl, worldSignature = null } = update
  const present = world.packages.filter(({ variant }) => variant === STANDARD_VARIANT)
  const replaced =
    assetUrl !== undefined && (await replacePackage(tx, { present, asset: { ...update, assetUrl }, rule: ASSET_RULE }))
  if (!replaced) return signatureDecision(present, update)
  const { platform, upsert, summary, isForeign } = replaced
  const where = { worldId_platform_variant: { worldId: world.id, platform, variant: STANDARD_VARIANT } }
  const [create, data] = [
    { ...upsert.create, worldSignature },
    { ...upsert.update, worldSignature },
  ]
  const packages = { upsert: { where, create, update: data } }
  return { change: { version: { increment: 1 }, ...summary, packages }, needsAdmin: isForeign }
}

/** A signature of the asset that the world has for a platform. */
function signatureDecision(
  present: LockedWorld['packages'],
  { worldSignature, platform }: WorldUpdate,
): WorldChangeDecision {
  const signed = present.find((one) => one.platform === (platform || PACKAGE_DEFAULTS.platform))
  if (worldSignature === undefined || !signed || signed.worldSignature === worldSignature) return NO_CHANGE
  return { change: { packages: { update: { where: { id: signed.id }, data: { worldSignature } } } } }
}

const STANDARD_VARIANT = 'standard'

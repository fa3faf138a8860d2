import type { Prisma, Prop, PropPackage } from '../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../kernel/changedSince.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, type PropId, trusted, type UserId } from '../../kernel/ids.ts'
import { type InputRule, tellingAllFaults } from '../../kernel/inputFaults.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import { createRowLoader } from '../../kernel/records.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, isUniqueViolation } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { type ContentChange, contentChanged } from '../files/events.ts'
import { changedUrl, deleteUnlinkedFiles, IMAGE_EXTENSIONS, linkFile, linkRule } from '../files/links.ts'
import { lockFilesToLink } from '../files/locks.ts'
import type { WriteNewFiles } from '../files/uploads/newFiles.ts'
import { assertCanChangeTags, changesPlatformTags, replaceTags } from '../worlds/world/write.ts'
import {
  assertOwnProp,
  canChangeProp,
  canPublish,
  type LockedProp,
  lockOwnProp,
  propNotFound,
  visibleProps,
} from './policy.ts'

const WITH_PACKAGES = { packages: { orderBy: { platform: 'asc' } } } satisfies Prisma.PropInclude

const WITH_AUTHOR_AND_PACKAGES = { author: { select: { displayName: true } }, ...WITH_PACKAGES } as const

export type PropWithAuthor = Prisma.PropGetPayload<{ include: typeof WITH_AUTHOR_AND_PACKAGES }>

export type PropWithPackages = Prisma.PropGetPayload<{ include: typeof WITH_PACKAGES }>

/** A prop with its packages, regardless of its visibility. */
export const loadProp = createRowLoader<PropWithPackages>(({ db }, ids) =>
  db.prop.findMany({ where: { id: { in: [...ids] } }, include: WITH_PACKAGES, relationLoadStrategy: 'join' }),
)

/** Reads a prop. Throws `missing` for one that the viewer cannot see. */
export async function readProp(scope: ViewerScope, id: PropId): Promise<PropWithAuthor> {
  const prop = await scope.db.prop.findFirst({
    where: { id, ...visibleProps(scope) },
    include: WITH_AUTHOR_AND_PACKAGES,
    relationLoadStrategy: 'join',
  })
  if (!prop) throw propNotFound()
  return prop
}

/** The props of a person that the viewer can see, latest first. */
export const listProps = (scope: ViewerScope, authorId: UserId, { limit, offset }: OffsetPage) =>
  scope.db.prop.findMany({
    where: { AND: [{ authorId }, visibleProps(scope)] },
    include: WITH_AUTHOR_AND_PACKAGES,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
    skip: offset,
    relationLoadStrategy: 'join',
  })

/** For each author, the number of props that the viewer can see. One statement. */
export async function countPropsByAuthors(scope: ViewerScope, authorIds: readonly string[]) {
  const where = { AND: [{ authorId: { in: [...authorIds] } }, visibleProps(scope)] }
  const counts = await scope.db.prop.groupBy({ by: ['authorId'], where, _count: true })
  return counts.map(({ authorId, _count }) => [authorId, _count] as const)
}

/** The asset of a prop for a platform. */
interface PropAsset extends Pick<PropPackage, 'assetUrl' | 'assetVersion' | 'platform' | 'unityVersion'> {
  readonly propSignature?: string | undefined
}

type PropDetails = Pick<Prop, 'name' | 'description' | 'imageUrl' | 'spawnType' | 'worldPlacementMask' | 'tags'>
interface NewProp extends PropAsset, PropDetails {
  /** Writes files that the URLs of the prop name. */
  readonly writeNewFiles?: WriteNewFiles | undefined
}
interface AssetRule {
  /** Whether the name and the placement stay as they are where they are left out beside a new asset, which REST refuses. */
  readonly keepsOmitted?: boolean
}
type PropUpdate = { readonly [K in keyof NewProp]?: NewProp[K] | undefined } & ConditionalChange & AssetRule

const IMAGE_RULE = { field: 'imageUrl', extensions: IMAGE_EXTENSIONS } as const
const ASSET_RULE = { field: 'assetUrl', extensions: ['.vrcp', '.vrca', '.unitypackage'] } as const
const CREATE_LIMIT = { name: 'create-prop', points: 60, window: 24 * 60 * 60 }

/** Creates a private prop. Throws `invalid` for an id that is or was in use, and for files that are not the viewer's. */
export const createProp = (scope: ViewerScope, id: string, prop: NewProp): Promise<PropId> =>
  tellingAllFaults(
    () => [() => parsePropId(id), ...propRules(scope, prop)],
    () => createValidProp(scope, parsePropId(id), prop),
  )

function parsePropId(id: string): PropId {
  if (isId('prop', id)) return id
  throw invalid('id', `id must be the id of a prop: '${id}'`, 'not_an_id')
}

/** The rules for what is given of a prop, apart from those for its id and for tags that it has. */
export function propRules(
  scope: ViewerScope,
  { tags = [], imageUrl, assetUrl, writeNewFiles }: PropUpdate,
): InputRule[] {
  const links = [linkRule(scope, imageUrl, IMAGE_RULE), linkRule(scope, assetUrl, ASSET_RULE)]
  // Files that are written with the prop are not there yet.
  return [() => assertCanChangeTags(scope, tags), ...(writeNewFiles ? [] : links)]
}

async function createValidProp(scope: ViewerScope, id: PropId, prop: NewProp): Promise<PropId> {
  assertCanChangeTags(scope, prop.tags)
  await scope.limits.take(CREATE_LIMIT, scope.viewer.id)
  try {
    await ownerOrAdminAct(scope, 'createProp', (tx) => insertProp(tx, id, prop))
  } catch (error) {
    throw isUniqueViolation(error) ? invalid('id', 'id: a prop with this id is there, or was', 'id_taken') : error
  }
  return id
}

async function insertProp(tx: ViewerScope & InTransaction, id: PropId, prop: NewProp) {
  const { name, description, imageUrl, spawnType, worldPlacementMask, tags } = prop
  const { now, viewer } = tx
  await prop.writeNewFiles?.(tx)
  await lockFilesToLink(tx, [imageUrl, prop.assetUrl])
  const image = await linkImage(tx, imageUrl)
  const asset = await linkPackage(tx, prop)
  await tx.db.prop.create({
    data: {
      id,
      authorId: viewer.id,
      name,
      description,
      imageUrl: image.url,
      imageFileId: image.fileId,
      releaseStatus: 'private',
      spawnType,
      worldPlacementMask,
      tags: replaceTags(tx, [], tags),
      createdAt: now,
      updatedAt: now,
      packages: { create: asset.data },
    },
  })
  emitPropChanged(tx, { id, authorId: viewer.id }, 'created')
  const needsAdmin = image.isForeign || asset.isForeign || changesPlatformTags([], tags)
  return { subjectId: id, ownerId: viewer.id, needsAdmin }
}

const linkImage = (tx: ViewerScope & InTransaction, imageUrl: string) => linkFile(tx, imageUrl, IMAGE_RULE)

const blankToEmpty = (text = '') => (text.trim() === '' ? '' : text)

/** The row of an asset, and whether its file belongs to somebody other than the viewer. */
async function linkPackage(tx: ViewerScope & InTransaction, asset: PropAsset) {
  const { assetVersion, platform, unityVersion } = asset
  const propSignature = blankToEmpty(asset.propSignature)
  const { url: assetUrl, fileId: assetFileId, isForeign } = await linkFile(tx, asset.assetUrl, ASSET_RULE)
  return { data: { assetUrl, assetVersion, platform, unityVersion, propSignature, assetFileId }, isForeign }
}

/** An update with any of these fields, or a signature that is not blank, is an update of the asset. */
const ASSET_FIELDS = ['assetUrl', 'platform', 'unityVersion', 'assetVersion'] as const
/** In the order in which a missing one is reported. */
const REQUIRED_WITH_ASSET = ['name', ...ASSET_FIELDS, 'spawnType', 'worldPlacementMask'] as const
const requiredWithAsset = ({ keepsOmitted = false }: AssetRule) => (keepsOmitted ? ASSET_FIELDS : REQUIRED_WITH_ASSET)

/** The asset in an update; null without one. Throws `invalid` for an asset with missing fields. */
function assetFromUpdate(update: PropUpdate): PropAsset | null {
  const { assetUrl, assetVersion, platform, unityVersion, propSignature } = update
  if (!hasAsset(update)) return null
  const [missing] = missingAssetFields(update)
  const hasFile = assetUrl !== undefined && assetVersion !== undefined
  if (missing !== undefined || !hasFile || platform === undefined || unityVersion === undefined)
    return refuseMissing(missing ?? 'assetUrl')
  return { assetUrl, assetVersion, platform, unityVersion, propSignature }
}

function refuseMissing(field: string): never {
  throw invalid(field, `${field} is required with the asset of a prop`, 'required')
}

/** Whether an update has at least one field of an asset. */
const hasAsset = (update: PropUpdate) =>
  ASSET_FIELDS.some((field) => update[field] !== undefined) || blankToEmpty(update.propSignature) !== ''

const missingAssetFields = (update: PropUpdate) =>
  hasAsset(update) ? requiredWithAsset(update).filter((field) => update[field] === undefined) : []

/**
 * Changes a prop of the viewer's. A new asset replaces the one for its platform, and requires all `requiredWithAsset`.
 * Throws `missing`, `forbidden`, `invalid`.
 */
export const updateProp = (scope: ViewerScope, id: PropId, update: PropUpdate): Promise<void> =>
  tellingAllFaults(
    () => propUpdateRules(scope, id, update),
    () => applyPropUpdate(scope, id, update),
  )

/** The rules for changes of a prop of the viewer's; what stays as it is breaks none. */
export async function propUpdateRules(scope: ViewerScope, id: PropId, update: PropUpdate): Promise<InputRule[]> {
  const prop = await scope.db.prop.findUnique({ where: { id } })
  if (!prop || !canChangeProp(scope, prop)) return []
  const imageUrl = changedUrl(scope, prop, update.imageUrl)
  const tags = update.tags?.filter((tag) => !prop.tags.includes(tag))
  const required = missingAssetFields(update).map((field) => () => refuseMissing(field))
  return [...required, ...propRules(scope, { ...update, imageUrl, tags })]
}

async function applyPropUpdate(scope: ViewerScope, id: PropId, update: PropUpdate): Promise<void> {
  const asset = assetFromUpdate(update)
  await ownerOrAdminAct(scope, 'updateProp', async (tx) => {
    await update.writeNewFiles?.(tx)
    const prop = await lockOwnProp(tx, id)
    assertUnchanged(prop, update)
    await lockFilesToLink(tx, [update.imageUrl, asset?.assetUrl])
    const newPackage = asset && (await linkPackage(tx, asset))
    if (newPackage) await upsertPackage(tx, prop, newPackage.data)
    const image = await imageChange(tx, prop, update)
    await tx.db.prop.update({ where: { id }, data: { ...propChanges(tx, prop, update), ...image?.data } })
    emitPropChanged(tx, prop, 'updated')
    const isForeign = (newPackage?.isForeign || image?.isForeign) === true
    const needsAdmin = isForeign || changesPlatformTags(prop.tags, update.tags ?? prop.tags)
    return { subjectId: id, ownerId: prop.authorId, needsAdmin }
  })
}

const MAX_PLATFORMS = 16
type PackageData = Awaited<ReturnType<typeof linkPackage>>['data']

async function upsertPackage({ db }: InTransaction, { id: propId, packages }: LockedProp, asset: PackageData) {
  const { platform } = asset
  if (packages.length >= MAX_PLATFORMS && !packages.some((one) => one.platform === platform))
    throw invalid('platform', `platform: a prop has assets for ${MAX_PLATFORMS} platforms at most`, 'too_many_entries')
  const where = { propId_platform_variant: { propId, platform, variant: 'standard' } }
  await db.propPackage.upsert({ where, create: { ...asset, propId }, update: asset })
}

/** The new image of a prop; null when it stays. */
async function imageChange(tx: ViewerScope & InTransaction, prop: LockedProp, { imageUrl }: PropUpdate) {
  const newUrl = changedUrl(tx, prop, imageUrl)
  if (newUrl === undefined) return null
  const { url, fileId: imageFileId, isForeign } = await linkImage(tx, newUrl)
  return { data: { imageUrl: url, imageFileId }, isForeign }
}

function propChanges(
  tx: ViewerScope & InTransaction,
  prop: LockedProp,
  update: PropUpdate,
): Prisma.PropUncheckedUpdateInput {
  const { name, description, spawnType, worldPlacementMask, tags } = update
  return {
    updatedAt: tx.now,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(spawnType !== undefined && { spawnType }),
    ...(worldPlacementMask !== undefined && { worldPlacementMask }),
    ...(tags && { tags: replaceTags(tx, prop.tags, tags) }),
  }
}

/** Makes a prop of the viewer's public or private. Throws `missing`; `forbidden`, also to publish what the staff has hidden. */
export const setPropReleaseStatus = (scope: ViewerScope, id: PropId, releaseStatus: 'public' | 'private') =>
  ownerOrAdminAct(scope, releaseStatus === 'public' ? 'publishProp' : 'unpublishProp', async (tx) => {
    const prop = await lockOwnProp(tx, id)
    if (releaseStatus === 'public' && prop.hiddenFrom !== null)
      throw new Failure('forbidden', 'This prop was hidden by an admin', { reason: 'hidden_by_admin' })
    if (prop.releaseStatus !== releaseStatus) {
      await tx.db.prop.update({ where: { id }, data: { releaseStatus, updatedAt: tx.now } })
      emitPropChanged(tx, prop, 'updated')
    }
    return { subjectId: id, ownerId: prop.authorId }
  })

/** Deletes a prop of the viewer's with its files; its id is not used again. Throws `missing`, `forbidden`. */
export const deleteProp = (scope: ViewerScope, id: PropId): Promise<void> =>
  ownerOrAdminAct(scope, 'deleteProp', async (tx) => {
    const prop = await lockOwnProp(tx, id)
    const { authorId, imageFileId, packages } = prop
    const data = { releaseStatus: 'hidden', deletedAt: tx.now, updatedAt: tx.now, imageFileId: null }
    await tx.db.prop.update({ where: { id }, data })
    await tx.db.propPackage.updateMany({ where: { propId: id }, data: { assetFileId: null } })
    await deleteUnlinkedFiles(tx, authorId, [imageFileId, ...packages.map(({ assetFileId }) => assetFileId)])
    emitPropChanged(tx, prop, 'deleted')
    return { subjectId: id, ownerId: authorId }
  })

/** Emits `content.changed` for the author of a prop. */
export function emitPropChanged(
  tx: InTransaction,
  { id, authorId }: Pick<LockedProp, 'id' | 'authorId'>,
  actionType: ContentChange['actionType'],
) {
  tx.emit(contentChanged(trusted<'user'>(authorId), { contentType: 'prop', actionType, itemId: id }))
}

/** Whether a prop of the viewer's can be published now: when it is private. Throws `missing`, `forbidden`. */
export async function canPublishProp(scope: ViewerScope, id: PropId): Promise<boolean> {
  const prop = await scope.db.prop.findFirst({ where: { id, ...visibleProps(scope) } })
  assertOwnProp(scope, prop)
  return canPublish(scope, prop)
}

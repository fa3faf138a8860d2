import type { Prisma, Prop, PropPackage } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'
import { isId, type PropId, trusted, type UserId } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import { createRowLoader } from '../../kernel/rowLoader.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, isUniqueViolation } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/adminAct.ts'
import { type ContentChange, contentChanged } from '../files/events.ts'
import { deleteUnlinkedFiles, IMAGE_EXTENSIONS, linkFile, lockFilesToLink } from '../files/links.ts'
import { assertCanChangeTags, changesPlatformTags, replaceTags } from '../worlds/world/tags.ts'
import { assertOwnProp, type LockedProp, lockOwnProp, propNotFound, visibleProps } from './policy.ts'

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

/** The asset of a prop for a platform. */
interface PropAsset extends Pick<PropPackage, 'assetUrl' | 'assetVersion' | 'platform' | 'unityVersion'> {
  readonly propSignature?: string | undefined
}

type PropDetails = Pick<Prop, 'name' | 'description' | 'imageUrl' | 'spawnType' | 'worldPlacementMask' | 'tags'>
type NewProp = PropAsset & PropDetails
export type PropUpdate = { readonly [K in keyof NewProp]?: NewProp[K] | undefined }

const ASSET_EXTENSIONS = ['.vrcp', '.vrca', '.unitypackage']
const CREATE_LIMIT = { name: 'create-prop', points: 60, window: 24 * 60 * 60 }

/** Creates a private prop. Throws `invalid` for an id that is or was in use, and for files that are not the viewer's. */
export async function createProp(scope: ViewerScope, id: string, prop: NewProp): Promise<PropId> {
  if (!isId('prop', id)) throw invalid('id', `id must be the id of a prop: '${id}'`)
  assertCanChangeTags(scope, prop.tags)
  await scope.limits.take(CREATE_LIMIT, scope.viewer.id)
  try {
    await ownerOrAdminAct(scope, 'createProp', (tx) => insertProp(tx, id, prop))
  } catch (error) {
    throw isUniqueViolation(error) ? invalid('id', 'id: a prop with this id is there, or was') : error
  }
  return id
}

async function insertProp(tx: ViewerScope & InTransaction, id: PropId, prop: NewProp) {
  const { name, description, imageUrl, spawnType, worldPlacementMask, tags } = prop
  const { now, viewer } = tx
  await lockFilesToLink(tx, [imageUrl, prop.assetUrl])
  const image = await linkImage(tx, imageUrl)
  const asset = await linkPackage(tx, prop)
  await tx.db.prop.create({
    data: {
      id,
      authorId: viewer.id,
      name,
      description,
      imageUrl,
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

const linkImage = (tx: ViewerScope & InTransaction, imageUrl: string) =>
  linkFile(tx, imageUrl, { field: 'imageUrl', extensions: IMAGE_EXTENSIONS })

const blankToEmpty = (text = '') => (text.trim() === '' ? '' : text)

/** The row of an asset, and whether its file belongs to somebody other than the viewer. */
async function linkPackage(tx: ViewerScope & InTransaction, asset: PropAsset) {
  const { assetUrl, assetVersion, platform, unityVersion } = asset
  const propSignature = blankToEmpty(asset.propSignature)
  const requirements = { field: 'assetUrl', extensions: ASSET_EXTENSIONS }
  const { fileId: assetFileId, isForeign } = await linkFile(tx, assetUrl, requirements)
  return { data: { assetUrl, assetVersion, platform, unityVersion, propSignature, assetFileId }, isForeign }
}

/** An update with any of these fields, or a signature that is not blank, is an update of the asset. */
const ASSET_FIELDS = ['assetUrl', 'platform', 'unityVersion', 'assetVersion'] as const
/** In the order in which a missing one is reported. */
const REQUIRED_WITH_ASSET = ['name', ...ASSET_FIELDS, 'spawnType', 'worldPlacementMask'] as const

/** The asset in an update; null without one. Throws `invalid` for an asset with missing fields. */
function assetFromUpdate(update: PropUpdate): PropAsset | null {
  const { assetUrl, assetVersion, platform, unityVersion, propSignature } = update
  if (ASSET_FIELDS.every((field) => update[field] === undefined) && blankToEmpty(propSignature) === '') return null
  const missing = REQUIRED_WITH_ASSET.find((field) => update[field] === undefined)
  const hasFile = assetUrl !== undefined && assetVersion !== undefined
  if (missing !== undefined || !hasFile || platform === undefined || unityVersion === undefined)
    throw invalid(missing ?? 'assetUrl', `${missing ?? 'assetUrl'} is required with the asset of a prop`)
  return { assetUrl, assetVersion, platform, unityVersion, propSignature }
}

/**
 * Changes a prop of the viewer's. A new asset replaces the one for its platform, and requires all `REQUIRED_WITH_ASSET`.
 * Throws `missing`, `forbidden`, `invalid`.
 */
export async function updateProp(scope: ViewerScope, id: PropId, update: PropUpdate): Promise<void> {
  const asset = assetFromUpdate(update)
  await ownerOrAdminAct(scope, 'updateProp', async (tx) => {
    const prop = await lockOwnProp(tx, id)
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
    throw invalid('platform', `platform: a prop has assets for ${MAX_PLATFORMS} platforms at most`)
  const where = { propId_platform_variant: { propId, platform, variant: 'standard' } }
  await db.propPackage.upsert({ where, create: { ...asset, propId }, update: asset })
}

/** The new image of a prop; null when it stays. */
async function imageChange(tx: ViewerScope & InTransaction, prop: LockedProp, { imageUrl }: PropUpdate) {
  if (imageUrl === undefined || imageUrl === prop.imageUrl) return null
  const { fileId: imageFileId, isForeign } = await linkImage(tx, imageUrl)
  return { data: { imageUrl, imageFileId }, isForeign }
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

/** Makes a prop of the viewer's public or private. Throws `missing`, `forbidden`. */
export const setPropReleaseStatus = (scope: ViewerScope, id: PropId, releaseStatus: 'public' | 'private') =>
  ownerOrAdminAct(scope, releaseStatus === 'public' ? 'publishProp' : 'unpublishProp', async (tx) => {
    const prop = await lockOwnProp(tx, id)
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

function emitPropChanged(
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
  return prop.releaseStatus === 'private'
}

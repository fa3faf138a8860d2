import type { Prisma } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'
import { isId, type PropId, type UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { isDuplicate, type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign, auditIf } from '../accounts/audit.ts'
import { contentChanged } from '../files/events.ts'
import { dropFiles, IMAGE_EXTENSIONS, linkFile } from '../files/references.ts'
import { changesPlatformTags } from '../worlds/ownTags.ts'
import { checkTags, replaceTags } from '../worlds/tags.ts'
import { type HeldProp, holdOwnProp } from './policy.ts'

/** The asset of a prop for a platform. */
export interface PropAsset {
  readonly assetUrl: string
  readonly assetVersion: number
  readonly platform: string
  readonly unityVersion: string
  readonly propSignature?: string | undefined
}

/** What a prop is, beside its asset. */
export interface PropRecord {
  readonly name: string
  readonly description: string
  readonly imageUrl: string
  readonly spawnType: number
  readonly worldPlacementMask: number
  readonly tags: readonly string[]
}

export type PropUpdate = { readonly [K in keyof (PropAsset & PropRecord)]?: (PropAsset & PropRecord)[K] | undefined }

const ASSETS = ['.vrcp', '.vrca', '.unitypackage']
const CREATING = { name: 'create-prop', points: 60, window: 24 * 60 * 60 }
const taken = () => invalid('id', 'id: a prop with this id is there, or was')

/** Makes a prop, private at first. Throws `invalid` for an id that is or was taken, and for files that are not own. */
export async function createProp(scope: SignedScope, id: string, given: PropAsset & PropRecord): Promise<PropId> {
  if (!isId('prop', id)) throw invalid('id', `id must be the id of a prop: '${id}'`)
  checkTags(scope, given.tags)
  await scope.limits.take(CREATING, scope.viewer.id)
  try {
    await transact(scope, (open) => write(open, id, given))
  } catch (error) {
    throw isDuplicate(error) ? taken() : error
  }
  return id
}

async function write(open: SignedScope & Open, id: PropId, given: PropAsset & PropRecord): Promise<void> {
  const { name, description, imageUrl, spawnType, worldPlacementMask, tags } = given
  const { now, viewer } = open
  const image = await linkPicture(open, imageUrl)
  const asset = await packageOf(open, given)
  await open.db.prop.create({
    data: {
      ...{ id, authorId: viewer.id, name, description, imageUrl, imageFileId: image.fileId, releaseStatus: 'private' },
      ...{ spawnType, worldPlacementMask, tags: replaceTags(open, [], tags), createdAt: now, updatedAt: now },
      packages: { create: asset.made },
    },
  })
  announce(open, { id, authorId: viewer.id }, 'created')
  const isAdmins = image.isForeign || asset.isForeign || changesPlatformTags([], tags)
  await auditIf(open, isAdmins, { act: 'createProp', subjectId: id })
}

/** Admins link anybody's files. */
const ownerFor = ({ viewer }: SignedScope): UserId | null => (viewer.admin ? null : viewer.id)

const linkPicture = (open: SignedScope & Open, imageUrl: string) =>
  linkFile(open, imageUrl, { field: 'imageUrl', extensions: IMAGE_EXTENSIONS, ownerId: ownerFor(open) })

const unlessBlank = (text = '') => (text.trim() === '' ? '' : text)

/** The row of an asset, and whether its file is somebody else's than the viewer's. */
async function packageOf(open: SignedScope & Open, asset: PropAsset) {
  const { assetUrl, assetVersion, platform, unityVersion } = asset
  const propSignature = unlessBlank(asset.propSignature)
  const wanted = { field: 'assetUrl', extensions: ASSETS, ownerId: ownerFor(open) }
  const { fileId: assetFileId, isForeign } = await linkFile(open, assetUrl, wanted)
  return { made: { assetUrl, assetVersion, platform, unityVersion, propSignature, assetFileId }, isForeign }
}

/** What says that the asset is meant, as a signature does that is not blank, and what then has to be said with it. */
const OF_ASSET = ['assetUrl', 'platform', 'unityVersion', 'assetVersion'] as const
const WITH_ASSET = [
  'name',
  'assetUrl',
  'platform',
  'unityVersion',
  'assetVersion',
  'spawnType',
  'worldPlacementMask',
] as const

/** The asset of an update; null for one that is about something else. Throws `invalid` for half of one. */
function assetOf(update: PropUpdate): PropAsset | null {
  const { assetUrl, assetVersion, platform, unityVersion, propSignature } = update
  if (OF_ASSET.every((field) => update[field] === undefined) && unlessBlank(propSignature) === '') return null
  const missing = WITH_ASSET.find((field) => update[field] === undefined)
  const whole = assetUrl !== undefined && assetVersion !== undefined && platform !== undefined
  if (missing !== undefined || !whole || unityVersion === undefined)
    throw invalid(missing ?? 'assetUrl', `${missing ?? 'assetUrl'} is required with the asset of a prop`)
  return { assetUrl, assetVersion, platform, unityVersion, propSignature }
}

/**
 * Changes an own prop. An asset is added for its platform or takes the place of the one before, and must say all that
 * interface asks of it. Throws `missing`, `forbidden`, `invalid`.
 */
export async function updateProp(scope: SignedScope, id: PropId, update: PropUpdate): Promise<void> {
  const asset = assetOf(update)
  await transact(scope, async (open) => {
    const prop = await holdOwnProp(open, id)
    const built = asset && (await packageOf(open, asset))
    if (built) await putAsset(open, prop, built.made)
    const image = await changedPicture(open, prop, update)
    await open.db.prop.update({ where: { id }, data: { ...changes(open, prop, update), ...image?.change } })
    const isForeign = prop.authorId !== open.viewer.id || built?.isForeign || image?.isForeign
    const isAdmins = isForeign || changesPlatformTags(prop.tags, update.tags ?? prop.tags)
    await auditIf(open, isAdmins, { act: 'updateProp', subjectId: id })
    announce(open, prop, 'updated')
  })
}

const MOST_PLATFORMS = 16

async function putAsset({ db }: Open, { id: propId, packages }: HeldProp, asset: PackageData): Promise<void> {
  const { platform } = asset
  if (packages.length >= MOST_PLATFORMS && !packages.some((one) => one.platform === platform))
    throw invalid('platform', `platform: a prop has assets for ${MOST_PLATFORMS} platforms at most`)
  const where = { propId_platform_variant: { propId, platform, variant: 'standard' } }
  await db.propPackage.upsert({ where, create: { ...asset, propId }, update: asset })
}

type PackageData = Awaited<ReturnType<typeof packageOf>>['made']

/** Another picture of a prop; null where it stays. */
async function changedPicture(open: SignedScope & Open, prop: HeldProp, { imageUrl }: PropUpdate) {
  if (imageUrl === undefined || imageUrl === prop.imageUrl) return null
  const { fileId: imageFileId, isForeign } = await linkPicture(open, imageUrl)
  return { change: { imageUrl, imageFileId }, isForeign }
}

function changes(open: SignedScope & Open, prop: HeldProp, update: PropUpdate): Prisma.PropUncheckedUpdateInput {
  const { name, description, spawnType, worldPlacementMask, tags } = update
  return {
    updatedAt: open.now,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(spawnType !== undefined && { spawnType }),
    ...(worldPlacementMask !== undefined && { worldPlacementMask }),
    ...(tags && { tags: replaceTags(open, prop.tags, tags) }),
  }
}

/** Makes an own prop public, or private again. Throws `missing`, `forbidden`. */
export const releaseProp = (scope: SignedScope, id: PropId, releaseStatus: 'public' | 'private'): Promise<void> =>
  transact(scope, async (open) => {
    const prop = await holdOwnProp(open, id)
    const act = releaseStatus === 'public' ? 'publishProp' : 'unpublishProp'
    await auditForeign(open, prop.authorId, { act, subjectId: id })
    if (prop.releaseStatus === releaseStatus) return
    await open.db.prop.update({ where: { id }, data: { releaseStatus, updatedAt: open.now } })
    announce(open, prop, 'updated')
  })

/** Deletes an own prop with its files; its id stays taken. Throws `missing`, `forbidden`. */
export const deleteProp = (scope: SignedScope, id: PropId): Promise<void> =>
  transact(scope, async (open) => {
    const prop = await holdOwnProp(open, id)
    await hide(open, prop)
    await auditForeign(open, prop.authorId, { act: 'deleteProp', subjectId: id })
  })

async function hide(open: SignedScope & Open, prop: HeldProp): Promise<void> {
  const { id, authorId } = prop
  const data = { releaseStatus: 'hidden', deletedAt: open.now, updatedAt: open.now, imageFileId: null }
  await open.db.prop.update({ where: { id }, data })
  await open.db.propPackage.updateMany({ where: { propId: id }, data: { assetFileId: null } })
  const files = [prop.imageFileId, ...prop.packages.map(({ assetFileId }) => assetFileId)]
  await dropFiles(open, authorId, files)
  announce(open, prop, 'deleted')
}

type Named = Pick<HeldProp, 'id' | 'authorId'>

function announce(open: Open, { id, authorId }: Named, actionType: 'created' | 'updated' | 'deleted') {
  if (isId('user', authorId)) open.emit(contentChanged(authorId, { contentType: 'prop', actionType, itemId: id }))
}

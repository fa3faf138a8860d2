import { createDrop } from '../areas/inventory/drop/manageDrops.ts'
import { createTemplate, type NewTemplate } from '../areas/inventory/template/manageTemplates.ts'
import { createReward } from '../areas/rewards/manageRewards.ts'
import { addMilliseconds, DAY } from '../kernel/clock.ts'
import { type InventoryTemplateId, newId, PLATFORM_USER_ID, trusted } from '../kernel/ids.ts'
import type { Scope, ViewerScope } from '../kernel/scope.ts'
import { scopeOfAdmin } from './scopes.ts'

/** The code of a reward that everybody can redeem once. */
export const DEMO_REWARD_CODE = 'WELCOME-TO-PLAZA'
const TOKENS = 500
/** Longer than a demo is kept. */
const LENGTH = 10 * 365 * DAY

const SKIN_FLAGS = ['archivable', 'cloneable', 'equippable', 'trashable'] as const
const PICTURE_FLAGS = ['archivable', 'cloneable', 'instantiatable', 'trashable'] as const
const COLORS = [{ name: 'primaryColor', value: '#3a6ea5' }] as const

/** A picture of the demo: its file and address. */
interface Picture {
  readonly fileId: ReturnType<typeof trusted<'file'>>
  readonly imageUrl: string
}

/** Makes a template of each kind, a drop that everybody gets who comes, and a reward that everybody can redeem. */
export async function addInventory(scope: Scope): Promise<void> {
  const asAdmin = await scopeOfAdmin(scope)
  const { bundleId, skinId } = await addTemplates(asAdmin)
  const { now } = scope
  await createDrop(asAdmin, {
    ...{ name: 'Drones for everybody', templateIds: [skinId] },
    ...{ startDropDate: now, endDropDate: addMilliseconds(now, LENGTH) },
  })
  const gives = { templateIds: [bundleId], tokens: TOKENS }
  await createReward(asAdmin, { name: 'Welcome', code: DEMO_REWARD_CODE, ...gives })
}

async function addTemplates(admin: ViewerScope): Promise<Record<'bundleId' | 'skinId', InventoryTemplateId>> {
  const [first, second = first, third = second] = await readPictures(admin)
  if (!first || !second || !third) throw new Error('the demo has no pictures')
  const add = (given: NewTemplate) => createTemplate(admin, { status: 'live', collections: ['Welcome'], ...given })
  const skin = async (itemType: 'droneskin' | 'portalskin' | 'warpeffect', name: string, { imageUrl }: Picture) => {
    const assetBundleId = await addAssetBundle(admin, { assetType: itemType, name, imageUrl })
    return add({ itemType, name, imageUrl, assetBundleId, flags: SKIN_FLAGS, colors: COLORS })
  }
  const skinId = await skin('droneskin', 'Brass drone', first)
  await skin('portalskin', 'Garden gate', second)
  await skin('warpeffect', 'Sparks', third)
  const pictured = { flags: PICTURE_FLAGS }
  const emojiId = await add({ itemType: 'emoji', name: 'Gold medal', ...first, ...pictured })
  const stickerId = await add({ itemType: 'sticker', name: 'Silver medal', ...second, ...pictured })
  const propId = await addProp(admin, third)
  await add({ itemType: 'prop', name: 'Lantern', propId, imageUrl: third.imageUrl, ...pictured, isQuantifiable: true })
  const inside = { bundledTemplateIds: [emojiId, stickerId], imageUrl: first.imageUrl }
  const bundleId = await add({ itemType: 'bundle', name: 'Box of medals', flags: ['consumable'], ...inside })
  return { bundleId, skinId }
}

/** The pictures of badges, which are files of the platform. */
async function readPictures({ db }: ViewerScope): Promise<Picture[]> {
  const badges = await db.badge.findMany({ orderBy: { name: 'asc' }, select: { imageUrl: true } })
  return badges.flatMap(({ imageUrl }) => {
    const [fileId] = /file_[0-9a-f-]{36}/.exec(imageUrl) ?? []
    return fileId === undefined ? [] : [{ fileId: trusted<'file'>(fileId), imageUrl }]
  })
}

interface NamedPicture {
  readonly assetType: string
  readonly name: string
  readonly imageUrl: string
}

/** An asset bundle without a package: no content of an engine comes with the demo. */
async function addAssetBundle({ db, now, viewer }: ViewerScope, { imageUrl, ...bundle }: NamedPicture) {
  const id = newId('adminAssetBundle', now)
  const texts = { description: 'Of the demo.', imageUrl, thumbnailImageUrl: imageUrl, releaseStatus: 'public' }
  const times = { createdAt: now, updatedAt: now }
  await db.adminAssetBundle.create({
    data: { id, authorId: viewer.id, ...bundle, ...texts, unityPackages: [], ...times },
  })
  return id
}

/** A public prop of the platform, without an asset. */
async function addProp({ db, now }: ViewerScope, { fileId, imageUrl }: Picture) {
  const id = newId('prop', now)
  const texts = { name: 'Lantern', description: 'Stands where it is put.', imageUrl, imageFileId: fileId }
  const rules = { releaseStatus: 'public', spawnType: 0, worldPlacementMask: 1 }
  const times = { createdAt: now, updatedAt: now }
  await db.prop.create({ data: { id, authorId: PLATFORM_USER_ID, ...texts, ...rules, ...times } })
  return id
}

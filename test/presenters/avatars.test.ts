import { beforeAll, describe, expect, it } from 'vitest'
import { impostorJobWire } from '../../src/areas/avatars/wire.ts'
import { Avatar, ServiceStatus } from '../../src/contract/shapes/avatar.ts'
import { UnityPackage } from '../../src/contract/shapes/world.ts'
import { newId, PLATFORM_USER_ID } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { aListing, aProduct, aSeller } from '../support/economy.ts'
import { favoriteAs } from '../support/favorites.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aFileUrl, fileIdIn } from '../support/worlds.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'

const app = await sharedApp()
let author: TestUser
let viewer: TestUser
let avatarId: string
let row: Awaited<ReturnType<typeof anAvatarRow>>
let packageRow: Awaited<ReturnType<typeof aPackageRow>>
let reviewId: string
let packageId: string

/** A row with a different value in each column that records contain; tests set the flags. */
const anAvatarRow = async () => ({
  name: 'Name of an avatar',
  nameKey: 'name of an avatar',
  description: 'Description of an avatar',
  imageUrl: await aFileUrl(app, author.id, '.png'),
  releaseStatus: 'public',
  tags: ['author_tag_calm'],
  version: 33,
  createdAt: moment(3),
  updatedAt: moment(4),
})

async function aPackageRow() {
  const assetUrl = await aFileUrl(app, author.id, '.vrca')
  return {
    ...{ platform: 'android', unityVersion: '2022.3.6f1', unitySortNumber: 20_220_306_001n, assetVersion: 41 },
    ...{ assetUrl, assetFileId: fileIdIn(assetUrl), performanceRating: 'VeryPoor', createdAt: moment(5) },
  }
}

beforeAll(async () => {
  ;[author, viewer] = [await aSeller(app), await aUser(app)]
  const { db, now } = app.scope()
  avatarId = await anAvatar(app, author)
  ;[row, packageRow] = [await anAvatarRow(), await aPackageRow()]
  const styles = ['Style one', 'Style two'].map((name) => ({ id: newId('avatarStyle', now), name }))
  await db.avatarStyle.createMany({ data: styles })
  const [first, second] = styles
  const data = { ...row, primaryStyleId: first?.id ?? null, secondaryStyleId: second?.id ?? null }
  await db.avatar.update({ where: { id: avatarId }, data })
  packageId = newId('unityPackage', now)
  await db.avatarPackage.create({ data: { id: packageId, avatarId, ...packageRow } })
  reviewId = newId('assetReview', now)
  const version = { fileId: packageRow.assetFileId, version: 1 }
  await db.assetReview.create({ data: { id: reviewId, ...version, createdAt: now, updatedAt: now } })
})

/** The package that stands for the assets of an avatar without any. */
const standIn = (id: string) => ({
  ...{ id: id.replace('avtr_', 'unp_'), assetVersion: 0, platform: 'standalonewindows', unityVersion: '5.3.4p1' },
  variant: 'security',
})

it('rows of avatars have a different value in each column', () => {
  const { nameKey: _, ...columns } = row
  expectDistinct(columns, packageRow)
})

describe('avatarWire and listedAvatarWire', () => {
  it.each(flagCombinations('featured', 'searchable'))('maps every column for the author with %j', async (flags) => {
    const { featured = false, searchable = false } = flags
    await app.scope().db.avatar.update({ where: { id: avatarId }, data: { featured, searchable } })
    const { unityPackages, ...avatar } = await author.api.call('getAvatar', { avatarId })
    expectPresented({ ...avatar, unityPackages: [] }, Avatar, { author, avatarId, reviewId, row, packageRow })
    expectPresented(unityPackages[0], UnityPackage, { packageRow, packageId })
  })

  it('keep the asset and its review from others, in records as in lists', async () => {
    await app.scope().db.avatar.update({ where: { id: avatarId }, data: { featured: true, searchable: false } })
    const [listed] = await viewer.api.call('searchAvatars', { query: { search: row.name } })
    for (const told of [await viewer.api.call('getAvatar', { avatarId }), listed]) {
      const { unityPackages = [], ...avatar } = Object(told)
      expectPresented({ ...avatar, unityPackages: [] }, Avatar, { author, avatarId, row, packageRow })
      expectPresented(unityPackages[0], UnityPackage, { packageRow, packageId })
    }
    const [own] = await author.api.call('searchAvatars', { query: { user: 'me', releaseStatus: 'all' } })
    expect(JSON.stringify(own)).not.toContain(packageRow.assetFileId)
  })

  it('tell what the analysis of the asset has found', async () => {
    const { db, now } = app.scope()
    const key = { fileId: packageRow.assetFileId, version: 1 }
    const made = { md5: '', fileSize: 1, reason: '', engineVersion: '', uncompressedSize: 1, createdAt: now }
    await db.fileAnalysis.create({ data: { ...key, ...made, success: true } })
    const statusOf = async () =>
      (await viewer.api.call('getAvatar', { avatarId })).unityPackages.map(({ scanStatus }) => scanStatus)
    expect(await statusOf()).toEqual(['passed'])
    await db.fileAnalysis.update({ where: { fileId_version: key }, data: { success: false } })
    expect(await statusOf()).toEqual(['failed'])
    await db.fileAnalysis.delete({ where: { fileId_version: key } })
  })

  it('give the asset of an impostor an address of its own', async () => {
    const { db, now } = app.scope()
    const assetUrl = await aFileUrl(app, author.id, '.vrca')
    const variant = { variant: 'impostor', impostorizerVersion: 'builder-1', assetUrl, assetFileId: fileIdIn(assetUrl) }
    const id = newId('unityPackage', now)
    await db.avatarPackage.create({ data: { ...packageRow, ...variant, id, avatarId, createdAt: moment(6) } })
    const { unityPackages } = await author.api.call('getAvatar', { avatarId })
    expect(unityPackages[1]).toMatchObject({
      ...{ id, variant: 'impostor', assetUrl, impostorUrl: assetUrl, impostorizerVersion: 'builder-1' },
    })
    const seen = await viewer.api.call('getAvatar', { avatarId })
    expect(seen.unityPackages[1]).toMatchObject({ id, variant: 'security' })
    expect(JSON.stringify(seen)).not.toContain(fileIdIn(assetUrl))
    await db.avatarPackage.delete({ where: { id } })
  })

  it('tell for how much the avatar is for sale, and lock it for others', async () => {
    const productId = await aProduct(app, author, { avatarIds: [avatarId] })
    const listingId = await aListing(app, author, { productIds: [productId], priceTokens: 250 })
    const offered = {
      ...{ productId, lowestPrice: 250, highestPrice: 250, listingDate: expect.any(String) },
      publishedListings: [{ listingId, priceTokens: 250 }],
    }
    expect(await viewer.api.call('getAvatar', { avatarId })).toMatchObject({ ...offered, lock: true })
    expect(await author.api.call('getAvatar', { avatarId })).toMatchObject({ ...offered, lock: false })
  })

  it('show one without an asset as waiting for it', async () => {
    const empty = await anAvatar(app, author)
    expect(await viewer.api.call('getAvatar', { avatarId: empty })).toMatchObject({
      ...{ pendingUpload: true, performance: {}, unityPackages: [standIn(empty)] },
      styles: { primary: null, secondary: null },
    })
  })
})

describe('unreadableAvatarWire', () => {
  it('tells nothing of a favorite that the viewer cannot read any more', async () => {
    const fan = await aUser(app)
    const id = await anAvatar(app, author, { name: 'Secret', tags: ['author_tag_secret'] })
    await favoriteAs(fan, 'avatar', id)
    await app.scope().db.avatar.update({ where: { id }, data: { releaseStatus: 'private' } })
    const [told] = await fan.api.call('getFavoritedAvatars')
    const noTime = new Date(0).toISOString()
    expectPresented({ ...told, imageUrl: '', thumbnailImageUrl: '' }, Avatar, { PLATFORM_USER_ID, id, noTime })
  })
})

describe('impostorJobWire', () => {
  it('tells who has queued what, and where it stands', () => {
    const job = {
      ...{ id: 'a-uuid', avatarId, requesterId: viewer.id, state: 'RUNNING', openKey: avatarId, tries: 2, error: 'x' },
      ...{ leasedUntil: moment(9), leaseKey: 'y', startedAt: moment(8), endedAt: null },
      ...{ createdAt: moment(6), updatedAt: moment(7) },
    }
    expectPresented(impostorJobWire(job), ServiceStatus, { avatarId, viewer })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import {
  FavoritedWorld,
  Feedback,
  LimitedUnityPackage,
  LimitedWorld,
  UnityPackage,
  World,
} from '../../src/contract/shapes/world.ts'
import { newId, type WorldId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { favoriteAs } from '../support/favorites.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { anOccupiedInstance, aWorld } from '../support/worlds.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'
import { aWorldPackageRow, aWorldRow } from './rows.ts'

const app = await sharedApp()
let author: TestUser
let viewer: TestUser
let worldId: WorldId
let row: Awaited<ReturnType<typeof aWorldRow>>
let packageRow: Awaited<ReturnType<typeof aWorldPackageRow>>

beforeAll(async () => {
  ;[author, viewer] = [await aUser(app), await aUser(app)]
  worldId = await aWorld(app, author)
  ;[row, packageRow] = [await aWorldRow(app, author.id), await aWorldPackageRow(app, author.id)]
  const { db } = app.scope()
  await db.world.update({ where: { id: worldId }, data: row })
  await db.unityPackage.updateMany({ where: { worldId }, data: packageRow })
})

async function expectPackage(record: unknown) {
  const { id } = await app.scope().db.unityPackage.findFirstOrThrow({ where: { worldId } })
  expectPresented(record, UnityPackage, { id, packageRow })
}

it('rows of worlds have a different value in each column', () => {
  const { nameKey: _, ...columns } = row
  expectDistinct(columns, packageRow)
})

describe('worldWire', () => {
  it.each(flagCombinations('featured'))('maps every column with %j', async ({ featured = false }) => {
    await app.scope().db.world.update({ where: { id: worldId }, data: { featured } })
    const { unityPackages = [], ...world } = await viewer.api.call('getWorld', { worldId })
    expectPresented({ ...world, unityPackages: [] }, World, { author, row, worldId })
    await expectPackage(unityPackages[0])
  })

  it('counts public and private occupants', async () => {
    const lively = await aWorld(app, author)
    const people = [await aUser(app), await aUser(app), await aUser(app)].map(({ id }) => id)
    const open = await anOccupiedInstance(app, lively, 'public', people.slice(0, 2))
    await anOccupiedInstance(app, lively, 'private', people.slice(2))
    const { instances, occupants, publicOccupants, privateOccupants } = await viewer.api.call('getWorld', {
      worldId: lively,
    })
    expect({ instances, occupants, publicOccupants, privateOccupants }).toEqual({
      instances: [[open, 2]],
      occupants: 3,
      publicOccupants: 2,
      privateOccupants: 1,
    })
  })

  it('hides occupants and file URLs from anonymous viewers', async () => {
    const world = await aRestClient(app).call('getWorld', { worldId })
    expectPresented(world, World, { author, row, worldId })
  })

  it('writes none for missing dates', async () => {
    const world = await viewer.api.call('getWorld', { worldId: await aWorld(app, author) })
    expect(world).toMatchObject({ labsPublicationDate: 'none', publicationDate: 'none', previewYoutubeId: null })
  })
})

describe('limitedWorldWire', () => {
  it('maps every column of list records', async () => {
    const [found] = await viewer.api.call('searchWorlds', { query: { search: row.name } })
    const { unityPackages = [], ...world } = Object(found)
    expectPresented({ ...world, unityPackages: [] }, LimitedWorld, { author, row, worldId })
    expectPresented(unityPackages[0], LimitedUnityPackage, { packageRow })
  })
})

describe('favoritedWorldWire', () => {
  it.each(flagCombinations('featured'))('maps every column and the favorite with %j', async ({ featured = false }) => {
    const fan = await aUser(app)
    await app.scope().db.world.update({ where: { id: worldId }, data: { featured } })
    const { id: favoriteId } = await favoriteAs(fan, 'world', worldId, 'worlds2')
    await app.scope().db.world.update({ where: { id: worldId }, data: { favorites: row.favorites } })
    const [found] = await fan.api.call('getFavoritedWorlds')
    const { unityPackages = [], ...world } = Object(found)
    expectPresented({ ...world, unityPackages: [] }, FavoritedWorld, { author, favoriteId, row, worldId })
    await expectPackage(unityPackages[0])
  })
})

describe('feedbackWire', () => {
  it('maps every column, the author and the subject', async () => {
    const id = newId('feedback', new Date())
    const said = {
      contentId: worldId,
      contentType: 'world',
      contentVersion: 51,
      contentName: 'Its former name',
      description: 'Rather dark',
      reason: 'light',
      type: 'remark',
      tags: ['dark'],
    }
    const people = { commenterId: viewer.id, contentAuthorId: author.id }
    await app.scope().db.feedback.create({ data: { id, ...people, ...said, createdAt: moment(6) } })
    const [told] = await author.api.call('getUserFeedback', { userId: author.id })
    const names = { commenterName: viewer.username, contentAuthorName: author.username }
    expectPresented(told, Feedback, { id, names, people, said })
  })
})

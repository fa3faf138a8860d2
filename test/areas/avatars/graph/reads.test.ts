import { beforeEach, describe, expect, it } from 'vitest'
import { newId, siblingId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar, aPackageOf } from '../../../support/avatars.ts'
import { aListing, aProduct } from '../../../support/economy.ts'
import { favoriteAs } from '../../../support/favorites.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { together } from '../../../support/inventory.ts'
import { aJam } from '../../../support/jams.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { DEFAULT_AVATAR } from '../../../support/wearers.ts'

const app = await sharedApp()
let author: TestUser
let person: TestUser
let admin: TestUser
beforeEach(async () => {
  author = await aUser(app)
  person = await aUser(app)
  admin = await anAdmin(app)
})

const send = async (one: TestUser, text: string, variables: object = {}) =>
  Object(await aGraphClient(app, one.api).send(text, variables))
const read = async (one: TestUser, id: string, fields: string) =>
  (await send(one, `{ avatar(id: "${id}") { ${fields} } }`)).data.avatar

async function license({ id: userId }: TestUser, avatarId: string) {
  const { db, now } = app.scope()
  const given = { forType: 'avatar', forId: avatarId, forAction: 'wear', source: 'admin:test', createdAt: now }
  await db.licenseGrant.create({ data: { id: newId('licenseGrant', now), userId, ...given } })
}

/** Puts an avatar of the author up for sale, for a price in tokens. */
async function sell(avatarId: string, priceTokens = 100): Promise<string> {
  const productId = await aProduct(app, author, { avatarIds: [avatarId] })
  return aListing(app, author, { productIds: [productId], priceTokens })
}

describe('an avatar', () => {
  it('is read by whoever may read it, by its id and as a node', async () => {
    const open = await anAvatar(app, author)
    const closed = await anAvatar(app, author, { releaseStatus: 'private' })
    const hidden = await anAvatar(app, author, { releaseStatus: 'hidden' })
    const seenBy = async (one: TestUser) => {
      const text = `{ nodes(ids: ["${open}", "${closed}", "${hidden}"]) { id } a: avatar(id: "${closed}") { id } }`
      const { nodes, a } = (await send(one, text)).data
      expect(a?.id ?? null).toBe(nodes[1]?.id ?? null)
      return nodes.map((node: { id: string } | null) => node !== null)
    }
    expect(await seenBy(author)).toEqual([true, true, true])
    expect(await seenBy(admin)).toEqual([true, true, true])
    expect(await seenBy(person)).toEqual([true, false, false])
    await license(person, closed)
    await license(person, hidden)
    expect(await seenBy(person)).toEqual([true, true, false])
  })

  it('gives addresses and variants of its assets to those alone who may load them', async () => {
    const id = await anAvatar(app, author, { releaseStatus: 'private' })
    await license(person, id)
    await aPackageOf(app, id, { performanceRating: 'Good' })
    await aPackageOf(app, id, { variant: 'impostor', impostorizerVersion: 'plaza-test' })
    const fields =
      'isUploadPending performance { windows android } packages { id assetUrl variant impostorizerVersion performanceRating scanStatus }'
    const loaded = await read(author, id, fields)
    expect(loaded).toMatchObject({
      isUploadPending: false,
      performance: { windows: 'GOOD', android: null },
      packages: [
        { variant: 'STANDARD', impostorizerVersion: null, performanceRating: 'GOOD', scanStatus: 'PENDING' },
        { variant: 'IMPOSTOR', impostorizerVersion: 'plaza-test' },
      ],
    })
    const withheld = loaded.packages.map((one: object) => ({
      ...one,
      ...{ assetUrl: null, variant: null, impostorizerVersion: null },
    }))
    expect((await read(person, id, fields)).packages).toEqual(withheld)
    const [{ id: packageId }] = loaded.packages
    const text = `{ node(id: "${packageId}") { id ... on AvatarPackage { assetUrl } } }`
    expect((await send(person, text)).data.node).toEqual({ id: packageId, assetUrl: null })
    expect((await send(await aUser(app), text)).data.node).toBeNull()
    expect((await send(author, text)).data.node.assetUrl).toBe(loaded.packages[0].assetUrl)

    await author.api.call('selectAvatar', { avatarId: id })
    await together(app, author, person)
    expect((await send(person, text)).data.node.assetUrl).toBe(loaded.packages[0].assetUrl)
  })

  it('for sale tells its prices and whether the viewer lacks a license', async () => {
    const id = await anAvatar(app, author)
    const fields =
      'isLocked viewerCanWear viewerCanUpdate lowestPrice highestPrice listedAt listings { totalCount nodes { displayName price } }'
    expect(await read(person, id, fields)).toEqual({
      ...{ isLocked: false, viewerCanWear: true, viewerCanUpdate: false },
      ...{ lowestPrice: null, highestPrice: null, listedAt: null, listings: { totalCount: 0, nodes: [] } },
    })
    await sell(id, 300)
    await sell(id, 200)
    const forSale = await read(person, id, fields)
    expect(forSale).toMatchObject({ isLocked: true, viewerCanWear: false, lowestPrice: 200, highestPrice: 300 })
    expect(forSale.listings).toMatchObject({ totalCount: 2, nodes: [{ price: 200 }, { price: 300 }] })
    expect(await read(author, id, fields)).toMatchObject({
      isLocked: false,
      viewerCanWear: true,
      viewerCanUpdate: true,
    })
    await license(person, id)
    expect(await read(person, id, fields)).toMatchObject({ isLocked: false, viewerCanWear: true })
  })

  it('shows its styles, and all styles are listed without a session', async () => {
    const { db, now } = app.scope()
    const [one, other] = [newId('avatarStyle', now), newId('avatarStyle', now)]
    await db.avatarStyle.createMany({ data: [one, other].map((id) => ({ id, name: `Style ${id}` })) })
    const id = await anAvatar(app, author)
    await db.avatar.update({ where: { id }, data: { primaryStyleId: other } })
    expect(await read(person, id, 'primaryStyle { id name } secondaryStyle { id }')).toEqual({
      primaryStyle: { id: other, name: `Style ${other}` },
      secondaryStyle: null,
    })
    const answer = Object(await aGraphClient(app).send('{ avatarStyles(first: 100) { totalCount nodes { id name } } }'))
    const { nodes, totalCount } = answer.data.avatarStyles
    expect(nodes.map(({ name }: { name: string }) => name)).toEqual(
      nodes.map(({ name }: { name: string }) => name).toSorted(),
    )
    expect(nodes.map(({ id: style }: { id: string }) => style)).toEqual(expect.arrayContaining([one, other]))
    expect(totalCount).toBe(nodes.length)
  })

  it('tells the latest making of its impostors to its author and admins', async () => {
    const id = await anAvatar(app, author)
    const { db, now } = app.scope()
    const jobs = ['11111111', '22222222'].map((start, at) => ({
      id: `${start}-1111-4111-8111-${id.slice(-12)}`,
      ...{ avatarId: id, requesterId: author.id, state: at === 0 ? 'DONE' : 'FAILED', error: at === 0 ? '' : 'Gone.' },
      ...{ createdAt: new Date(now.getTime() + at), updatedAt: now },
    }))
    await db.impostorJob.createMany({ data: jobs })
    const jobId = siblingId('impostorJob', jobs[1]?.id ?? '')
    const fields = 'impostorJob { id state error requester { id } avatar { id } }'
    const job = { id: jobId, state: 'FAILED', error: 'Gone.', requester: { id: author.id }, avatar: { id } }
    expect((await read(author, id, fields)).impostorJob).toEqual(job)
    expect((await read(admin, id, fields)).impostorJob).toEqual(job)
    expect((await read(person, id, fields)).impostorJob).toBeNull()
    const node = (one: TestUser) => send(one, `{ node(id: "${jobId}") { id } }`)
    expect((await node(author)).data.node).toEqual({ id: jobId })
    expect((await node(person)).data.node).toBeNull()
  })
})

describe('what people wear', () => {
  it('is seen by them and admins alone', async () => {
    const id = await anAvatar(app, person, { releaseStatus: 'private' })
    await person.api.call('selectAvatar', { avatarId: id })
    const own = await send(person, '{ viewer { currentAvatar { id } fallbackAvatar { id viewerCanWearAsFallback } } }')
    expect(own.data.viewer).toEqual({
      currentAvatar: { id },
      fallbackAvatar: { id: DEFAULT_AVATAR, viewerCanWearAsFallback: true },
    })
    const user = async (one: TestUser) =>
      (await send(one, `{ user(id: "${person.id}") { currentAvatar { id } } }`)).data.user.currentAvatar
    expect(await user(person)).toEqual({ id })
    expect(await user(admin)).toEqual({ id })
    expect(await user(author)).toBeNull()
  })
})

describe('an avatar elsewhere', () => {
  it('is the target of favorites, in the groups and of blocks, unless the viewer cannot see it', async () => {
    const open = await anAvatar(app, author)
    const closed = await anAvatar(app, author)
    for (const id of [open, closed]) {
      await favoriteAs(person, 'avatar', id, 'avatars1')
      await send(person, `mutation { blockAvatar(input: { avatarId: "${id}" }) { viewer { id } } }`)
    }
    await app.scope().db.avatar.update({ where: { id: closed }, data: { releaseStatus: 'private' } })
    const text = `{ viewer { favorites { nodes { targetId target { ... on Avatar { id favorite { id targetId } } } } }
      blockedAvatars { nodes { avatarId avatar { id } } } } }`
    const { favorites, blockedAvatars } = (await send(person, text)).data.viewer
    expect(favorites.nodes).toMatchObject([
      { targetId: closed, target: null },
      { targetId: open, target: { id: open, favorite: { targetId: open } } },
    ])
    expect(blockedAvatars.nodes).toEqual([
      { avatarId: closed, avatar: null },
      { avatarId: open, avatar: { id: open } },
    ])
  })

  it('is what is submitted to jams, with its submissions', async () => {
    const id = await anAvatar(app, author)
    const jamId = await aJam(app, 'open', { type: 'avatar' })
    const can = `{ jam(id: "${jamId}") { viewerCanSubmit } }`
    expect((await send(author, can)).data.jam.viewerCanSubmit).toBe(true)
    const text = `mutation { submitJamContent(input: { jamId: "${jamId}", contentId: "${id}" }) { submission {
      id content { ... on Avatar { id jamSubmissions { totalCount nodes { jam { id } } } } } } } }`
    expect((await send(author, text)).data.submitJamContent.submission.content).toEqual({
      ...{ id, jamSubmissions: { totalCount: 1, nodes: [{ jam: { id: jamId } }] } },
    })
  })

  it('is what admins act upon, as their log shows', async () => {
    const id = await anAvatar(app, author)
    await send(admin, `mutation { hideContent(input: { contentId: "${id}" }) { content { ... on Avatar { id } } } }`)
    const text = `{ auditLog(filter: { subjectId: "${id}" }) { nodes { act subject { ... on Avatar { id releaseStatus } } } } }`
    const { nodes } = (await send(admin, text)).data.auditLog
    expect(nodes).toEqual([{ act: 'HIDE_CONTENT', subject: { id, releaseStatus: 'HIDDEN' } }])
  })

  it('is what licenses are for', async () => {
    const id = await anAvatar(app, author, { releaseStatus: 'private' })
    await license(person, id)
    const text = '{ viewer { licenses { nodes { forType forId avatar { id } } } } }'
    expect((await send(person, text)).data.viewer.licenses.nodes).toEqual([
      { forType: 'AVATAR', forId: id, avatar: { id } },
    ])
  })
})

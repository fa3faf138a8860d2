import { describe, expect, it } from 'vitest'
import { archiveListingsOfErased } from '../../../../src/areas/economy/accountErasure.ts'
import { tidyCatalogue } from '../../../../src/areas/economy/catalogue/cleanup.ts'
import { newId, trusted } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { graphIdOf } from '../../../support/catalogue.ts'
import { aListing, aProduct, aRoleListing, aSeller } from '../../../support/economy.ts'
import { mutate } from '../../../support/jams.ts'
import { aUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
const tidy = () => tidyCatalogue(app.scope())
const stateOf = async (id: string) => (await app.scope().db.listing.findUniqueOrThrow({ where: { id } })).state
const isSold = async (id: string) =>
  (await app.scope().db.groupRole.findUniqueOrThrow({ where: { id } })).requiresPurchase

async function aSoldRole() {
  const sold = await aRoleListing(app)
  const { payload } = await mutate(app, sold.group.owner, 'createStore { store { id } }', {
    ...{ groupId: sold.group.id, displayName: 'Shop', status: 'PUBLIC' },
  })
  return { ...sold, storeId: Object(payload?.store).id }
}

describe('the job that tidies the catalogue', () => {
  it('leaves what is right as it is', async () => {
    const { listingId, roleId, storeId } = await aSoldRole()
    await tidy()
    expect(await tidy()).toBe(0)
    expect(await stateOf(listingId)).toBe('active')
    expect(await isSold(roleId)).toBe(true)
    expect(await app.scope().db.store.count({ where: { id: storeId } })).toBe(1)
  })

  it('archives what sells roles of a deleted group, and deletes its store', async () => {
    const { listingId, productId, group, storeId } = await aSoldRole()
    const { db } = app.scope()
    await db.group.update({ where: { id: group.id }, data: { deletedAt: app.clock.now() } })
    expect(await tidy()).toBeGreaterThan(0)
    expect(await stateOf(listingId)).toBe('archived')
    expect(await db.product.findUnique({ where: { id: productId } })).toMatchObject({ archivedAt: expect.any(Date) })
    expect(await db.store.count({ where: { id: storeId } })).toBe(0)
    expect(await db.group.findUnique({ where: { id: group.id } })).toMatchObject({ storeId: null })
    expect(await tidy()).toBe(0)
  })

  it('lets the database remove a deleted group for good with its store', async () => {
    const { group, storeId, listingId } = await aSoldRole()
    const { db } = app.scope()
    await db.group.delete({ where: { id: group.id } })
    expect(await db.store.count({ where: { id: storeId } })).toBe(0)
    await tidy()
    expect(await stateOf(listingId)).toBe('archived')
  })

  it('archives what gives licenses for a deleted avatar', async () => {
    const seller = await aSeller(app)
    const avatarId = await anAvatar(app, seller)
    const productId = await aProduct(app, seller, { avatarIds: [avatarId] })
    const listingId = await aListing(app, seller, { productIds: [productId] })
    await tidy()
    expect(await stateOf(listingId)).toBe('active')
    await app.scope().db.avatar.update({ where: { id: avatarId }, data: { deletedAt: app.clock.now() } })
    expect(await tidy()).toBe(2)
    expect(await stateOf(listingId)).toBe('archived')
    expect(await tidy()).toBe(0)
  })

  it('deletes the store of a deleted world, and keeps its listings', async () => {
    const seller = await aSeller(app)
    const worldId = await aWorld(app, seller)
    const listingId = await aListing(app, seller)
    const given = { worldId, displayName: 'Shop', listingIds: [graphIdOf(listingId)] }
    const { payload } = await mutate(app, seller, 'createStore { store { id } }', given)
    const { id } = Object(payload?.store)
    await tidy()
    expect(await app.scope().db.store.count({ where: { id } })).toBe(1)
    await seller.api.call('deleteWorld', { worldId })
    await tidy()
    expect(await app.scope().db.store.count({ where: { id } })).toBe(0)
    expect(await stateOf(listingId)).toBe('active')
  })

  it('deletes the store of a group that got another owner', async () => {
    const { group, storeId } = await aSoldRole()
    const { db } = app.scope()
    await db.group.update({ where: { id: group.id }, data: { ownerId: (await aUser(app)).id } })
    await tidy()
    expect(await db.store.count({ where: { id: storeId } })).toBe(0)
    expect(await db.group.findUnique({ where: { id: group.id } })).toMatchObject({ storeId: null })
  })
})

describe('the erasure of a seller', () => {
  it('archives what they sell, blanks its texts, deletes their stores, and lets roles be given by hand again', async () => {
    const { listingId, productId, group, roleId, storeId } = await aSoldRole()
    const other = await aListing(app, await aUser(app))
    const draft = await aListing(app, group.owner, { state: 'draft', subtitle: 'x', description: 'x', tags: ['x'] })
    await transact(app.scope(), (tx) => archiveListingsOfErased(tx, trusted<'user'>(group.owner.id)))
    const { db } = app.scope()
    expect([await stateOf(listingId), await stateOf(draft), await stateOf(other)]).toEqual([
      'archived',
      'archived',
      'active',
    ])
    expect(await db.listing.findUnique({ where: { id: draft } })).toMatchObject({
      subtitle: '',
      description: '',
      tags: [],
      imageId: null,
    })
    expect(await db.product.findUnique({ where: { id: productId } })).toMatchObject({
      description: '',
      archivedAt: expect.any(Date),
    })
    expect(await db.store.count({ where: { id: storeId } })).toBe(0)
    expect(await isSold(roleId)).toBe(true)
    await tidy()
    expect(await isSold(roleId)).toBe(false)
    expect(await db.group.findUnique({ where: { id: group.id } })).toMatchObject({ storeId: null })
  })
})

describe('a role that is sold without a product', () => {
  it('stays as it is, since groups decide about it', async () => {
    const { roleId, productId } = await aRoleListing(app)
    const { db } = app.scope()
    await db.listingProduct.deleteMany({ where: { productId } })
    await db.product.delete({ where: { id: productId } })
    await tidy()
    expect(await isSold(roleId)).toBe(true)
    await aProduct(app, await aUser(app), {
      id: newId('product', new Date()),
      groupRoleId: roleId,
      archivedAt: new Date(),
    })
    await tidy()
    expect(await isSold(roleId)).toBe(false)
  })
})

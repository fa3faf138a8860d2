import { describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anOwnImage, createdListing, createdProduct } from '../../../support/catalogue.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aListing, aProduct, aSeller, letSell } from '../../../support/economy.ts'
import { aGroup, giveRole } from '../../../support/groups.ts'
import { mutate, query, refusedMutation } from '../../../support/jams.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const [seller, admin] = [await aSeller(app), await anAdmin(app)]
const imageId = await anOwnImage(app, seller)
const TEXTS = { displayName: ' Hat ', type: 'UDON', imageId }
const rowOf = (id: string) => app.scope().db.product.findUniqueOrThrow({ where: { id } })
const roleRow = (id: string) => app.scope().db.groupRole.findUniqueOrThrow({ where: { id } })

/** A group of a seller, with a role that nobody holds. */
async function aSoldGroup(permissions: readonly string[] = []) {
  const group = await aGroup(app)
  await letSell(app, group.owner)
  const roleId = await giveRole(app, group, group.owner, { permissions })
  const ownImage = await anOwnImage(app, group.owner)
  const role = { type: 'ROLE', groupId: group.id, groupRoleId: roleId, imageId: ownImage }
  return { owner: group.owner, group, roleId, role }
}

describe('createProduct', () => {
  it("makes a product in the list of the seller's products", async () => {
    const fields = { ...TEXTS, description: ' To wear. ', tags: ['hat'], isForSubscriberList: true }
    const selection = `product { id type displayName description tags imageId imageUrl isForSubscriberList isArchived
      joinsGroup leavesGroup group { id } groupRole { id } seller { id } viewerCanUpdate } productEdge { node { id } }`
    const { payload, error } = await mutate(app, seller, `createProduct { ${selection} }`, fields)
    expect(error).toBeUndefined()
    const { id } = Object(payload?.product)
    expect(payload).toEqual({
      product: {
        ...{ id: expect.stringMatching(/^prod_/), type: 'UDON', displayName: 'Hat', description: 'To wear.' },
        ...{ tags: ['hat'], imageId, imageUrl: `http://plaza.test/api/1/file/${imageId}/1/file` },
        ...{ isForSubscriberList: true, isArchived: false, joinsGroup: false, leavesGroup: false },
        ...{ group: null, groupRole: null, seller: { id: seller.id }, viewerCanUpdate: true },
      },
      productEdge: { node: { id } },
    })
    const own = await query(app, seller, '{ viewer { products(isArchived: false) { nodes { id } totalCount } } }')
    expect(own.viewer.products.nodes).toContainEqual({ id })
  })

  it('is for people with the permission to sell', async () => {
    const stranger = await aUser(app)
    const own = { ...TEXTS, imageId: await anOwnImage(app, stranger) }
    expect(await refusedMutation(app, stranger, 'createProduct', own)).toEqual({
      ...{ code: 'FORBIDDEN', reason: 'SELLER_ONLY', fields: [] },
    })
    const platforms = { ...TEXTS, imageId: await anOwnImage(app, admin), isOfPlatform: true }
    expect(await refusedMutation(app, seller, 'createProduct', platforms)).toMatchObject({ reason: 'ADMIN_ONLY' })
    const { payload } = await mutate(app, admin, 'createProduct { product { id } productEdge { cursor } }', platforms)
    expect(payload).toMatchObject({ productEdge: null })
    const { id } = Object(payload?.product)
    const entry = await app.scope().db.auditEntry.findFirstOrThrow({ where: { subjectId: id } })
    expect(entry).toMatchObject({ act: 'createProduct', actorId: admin.id, details: { productType: 'udon' } })
  })

  it.each<[string, object, string, readonly string[]]>([
    ['an empty name', { displayName: ' ' }, 'TOO_SHORT', ['displayName']],
    ['a long name', { displayName: 'x'.repeat(65) }, 'TOO_LONG', ['displayName']],
    ['a long description', { description: 'x'.repeat(2_001) }, 'TOO_LONG', ['description']],
    ['an unknown image', { imageId: newId('file', new Date()) }, 'UNKNOWN_REFERENCE', ['imageId']],
    ['11 tags', { tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }, 'TOO_MANY_ENTRIES', ['tags']],
    ['a tag twice', { tags: ['a', 'a'] }, 'DUPLICATE_ENTRIES', ['tags.1']],
    ['a tag with spaces', { tags: ['a b'] }, 'INVALID_CHARACTERS', ['tags.0']],
    ['a group', { groupId: newId('group', new Date()) }, 'WRONG_COMBINATION', ['groupId']],
    ['access to a group', { joinsGroup: true }, 'WRONG_COMBINATION', ['joinsGroup']],
    ['parting from a group', { leavesGroup: true }, 'WRONG_COMBINATION', ['leavesGroup']],
    ['a role without a role', { type: 'ROLE' }, 'REQUIRED', ['groupId', 'groupRoleId']],
    ['several faults', { displayName: '', tags: ['?'] }, 'TOO_SHORT', ['displayName', 'tags.0']],
  ])('refuses %s', async (_name, given, reason, fields) => {
    const refused = await refusedMutation(app, seller, 'createProduct', { ...TEXTS, ...given })
    expect(refused).toEqual({ code: 'BAD_INPUT', reason, fields })
  })

  it('refuses the image of somebody else, also to admins for the platform', async () => {
    const others = await anOwnImage(app, await aUser(app))
    for (const [person, given] of [
      [seller, {}],
      [admin, { isOfPlatform: true }],
    ] as const)
      expect(
        await refusedMutation(app, person, 'createProduct', { ...TEXTS, ...given, imageId: others }),
      ).toMatchObject({ reason: 'UNKNOWN_REFERENCE', fields: ['imageId'] })
  })
})

describe('a product that gives a role', () => {
  it('makes the role one that must be purchased, until the last such product is archived', async () => {
    const { owner, group, roleId, role } = await aSoldGroup()
    const given = { ...role, joinsGroup: true, leavesGroup: true }
    const [first, second] = [await createdProduct(app, owner, given), await createdProduct(app, owner, role)]
    expect(await rowOf(first)).toMatchObject({
      ...{ groupId: group.id, groupRoleId: roleId, groupAccess: true, groupAccessRemove: true },
    })
    expect(await roleRow(roleId)).toMatchObject({ requiresPurchase: true })
    const log = await owner.api.call('getGroupAuditLogs', { groupId: group.id, query: {} })
    expect(log.results).toContainEqual(
      expect.objectContaining({ targetId: roleId, data: { requiresPurchase: { old: false, new: true } } }),
    )
    await mutate(app, owner, 'archiveProduct', { productId: first })
    expect(await roleRow(roleId)).toMatchObject({ requiresPurchase: true })
    await mutate(app, owner, 'archiveProduct', { productId: second })
    expect(await roleRow(roleId)).toMatchObject({ requiresPurchase: false })
  })

  it('needs a group of the own and a role of it that does not manage it', async () => {
    const { owner, group, role } = await aSoldGroup()
    const other = await aSoldGroup(['group-bans-manage'])
    const refused = (person: TestUser, given: object) =>
      refusedMutation(app, person, 'createProduct', { ...TEXTS, ...role, ...given })
    const ownImage = await anOwnImage(app, other.owner)
    expect(await refused(other.owner, { imageId: ownImage })).toMatchObject({ fields: ['groupId'] })
    expect(await refused(owner, { groupRoleId: other.roleId })).toMatchObject({ fields: ['groupRoleId'] })
    const everyone = await app.scope().db.groupRole.findFirstOrThrow({ where: { groupId: group.id, kind: 'everyone' } })
    expect(await refused(owner, { groupRoleId: everyone.id })).toMatchObject({ fields: ['groupRoleId'] })
    expect(await refused(other.owner, { ...other.role, imageId: ownImage })).toMatchObject({
      ...{ reason: 'WRONG_COMBINATION', fields: ['groupRoleId'] },
    })
    await app.scope().db.group.update({ where: { id: group.id }, data: { deletedAt: new Date() } })
    expect(await refused(owner, {})).toMatchObject({ fields: ['groupId'] })
  })

  it('keeps the role from getting permissions that manage the group', async () => {
    const { owner, group, roleId, role } = await aSoldGroup()
    await createdProduct(app, owner, role)
    const change = { groupId: group.id, groupRoleId: roleId, body: { permissions: ['group-bans-manage'] } }
    expect(await owner.api.try('updateGroupRole', change)).toMatchObject({ status: 400 })
    expect(await roleRow(roleId)).toMatchObject({ permissions: [] })
  })
})

describe('updateProduct', () => {
  it('changes what is given and keeps the rest', async () => {
    const id = await createdProduct(app, seller, { description: 'Old.', tags: ['a'] })
    const change = { productId: id, displayName: 'Cap', tags: [] }
    const { payload } = await mutate(app, seller, 'updateProduct { product { displayName description tags } }', change)
    expect(payload).toEqual({ product: { displayName: 'Cap', description: 'Old.', tags: [] } })
  })

  it('is for the seller and admins', async () => {
    const id = await createdProduct(app, seller)
    const change = { productId: id, displayName: 'Cap' }
    expect(await refusedMutation(app, await aUser(app), 'updateProduct', change)).toMatchObject({
      reason: 'SELLER_ONLY',
    })
    for (const name of ['updateProduct', 'archiveProduct'])
      expect(
        await refusedMutation(app, await aSeller(app), name, name === 'updateProduct' ? change : { productId: id }),
      ).toEqual({ code: 'NOT_FOUND', reason: 'PRODUCT_NOT_FOUND', fields: [] })
    const unknown = { ...change, productId: newId('product', new Date()) }
    expect(await refusedMutation(app, seller, 'updateProduct', unknown)).toMatchObject({ reason: 'PRODUCT_NOT_FOUND' })
    expect((await mutate(app, admin, 'updateProduct { product { displayName } }', change)).payload).toEqual({
      product: { displayName: 'Cap' },
    })
    expect(await app.scope().db.auditEntry.findMany({ where: { subjectId: id } })).toMatchObject([
      { act: 'updateProduct', actorId: admin.id },
    ])
  })

  it('checks what is given', async () => {
    const id = await createdProduct(app, seller)
    const refused = (given: object) => refusedMutation(app, seller, 'updateProduct', { productId: id, ...given })
    expect(await refused({ displayName: '', leavesGroup: true })).toMatchObject({
      fields: ['displayName', 'leavesGroup'],
    })
    expect(await refused({ imageId: await anOwnImage(app, admin) })).toMatchObject({ fields: ['imageId'] })
  })
})

describe('archiveProduct', () => {
  it('is final, and does nothing twice', async () => {
    const id = await createdProduct(app, seller)
    for (let time = 0; time < 2; time++)
      expect(
        (await mutate(app, seller, 'archiveProduct { product { isArchived viewerCanUpdate } }', { productId: id }))
          .payload,
      ).toEqual({ product: { isArchived: true, viewerCanUpdate: false } })
    expect(await refusedMutation(app, seller, 'updateProduct', { productId: id, displayName: 'x' })).toMatchObject({
      ...{ code: 'CONFLICT', reason: 'ALREADY_ARCHIVED' },
    })
  })

  it('is refused while an active listing sells the product', async () => {
    const productId = await aProduct(app, seller)
    const listingId = await aListing(app, seller, { productIds: [productId] })
    expect(await refusedMutation(app, seller, 'archiveProduct', { productId })).toMatchObject({
      ...{ code: 'CONFLICT', reason: 'PRODUCT_IN_USE' },
    })
    await app.scope().db.listing.update({ where: { id: listingId }, data: { state: 'archived' } })
    expect((await mutate(app, seller, 'archiveProduct', { productId })).error).toBeUndefined()
  })

  it('at once with a listing that begins to sell the product: one of both', async () => {
    for (let time = 0; time < 5; time++) {
      const productId = await createdProduct(app, seller)
      const draft = await createdListing(app, seller, { productIds: [productId], imageId })
      const errors = await runConcurrently(app, 2, async (at) =>
        at === 0
          ? (await mutate(app, seller, 'archiveProduct', { productId })).error?.extensions.reason
          : (await mutate(app, seller, 'updateListing', { listingId: draft, isActive: true })).error?.extensions.reason,
      )
      expect([
        [undefined, 'UNKNOWN_REFERENCE'],
        ['PRODUCT_IN_USE', undefined],
      ]).toContainEqual(errors)
    }
  })
})

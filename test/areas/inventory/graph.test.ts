import { beforeEach, describe, expect, it } from 'vitest'
import { eraseInventory } from '../../../src/areas/inventory/item/items.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp } from '../../support/app.ts'
import { anImage } from '../../support/files.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { sessionTokenOf } from '../../support/graphSocket.ts'
import { aSubscription, payloadsOf } from '../../support/graphSubscriptions.ts'
import { aDrop, anItem, aTemplate, give, together } from '../../support/inventory.ts'
import { openPipelineSocket } from '../../support/pipelineSocket.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
let ada: TestUser
let admin: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  admin = await anAdmin(app)
})

const send = async (person: TestUser, text: string, variables: object = {}) =>
  Object(await aGraphClient(app, person.api).send(text, variables))
const reasonOf = async (person: TestUser, text: string): Promise<string> =>
  (await send(person, text)).errors?.[0]?.extensions.reason ?? 'none'

const TEMPLATE = 'template { id status flags slots isQuantifiable bundledTemplates { id } colors { name value } }'

describe('templates of admins', () => {
  it('are made, published and given, with an entry in the audit log for each act', async () => {
    const thing = await aTemplate(app)
    const made = await send(
      admin,
      `mutation { createInventoryTemplate(input: { itemType: BUNDLE, name: "Box", flags: [CONSUMABLE],
        bundledTemplateIds: ["${thing}", "${thing}"], colors: [{ name: PRIMARY, value: "#00ff00" }] }) { ${TEMPLATE} } }`,
    )
    const { template } = made.data.createInventoryTemplate
    expect(template).toMatchObject({
      ...{ status: 'DRAFT', flags: ['CONSUMABLE'], slots: [], colors: [{ name: 'PRIMARY', value: '#00ff00' }] },
      bundledTemplates: [{ id: thing }, { id: thing }],
    })
    const grant = `mutation { grantInventoryItem(input: { userId: "${ada.id}", templateId: "${template.id}" }) { items { id } } }`
    expect(await reasonOf(admin, grant)).toBe('UNKNOWN_REFERENCE')
    const update = (given: string) =>
      `mutation { updateInventoryTemplate(input: { templateId: "${template.id}", ${given} }) { ${TEMPLATE} } }`
    expect((await send(admin, update('status: LIVE'))).data.updateInventoryTemplate.template.status).toBe('LIVE')
    expect(await reasonOf(admin, update('status: DRAFT'))).toBe('TEMPLATE_PUBLISHED')
    const [item] = (await send(admin, grant)).data.grantInventoryItem.items
    const opened = await send(
      ada,
      `mutation { consumeInventoryItem(input: { itemId: "${item.id}" }) { item { id } items { template { id } } } }`,
    )
    expect(opened.data.consumeInventoryItem).toEqual({
      item: null,
      items: [{ template: { id: thing } }, { template: { id: thing } }],
    })
    const acts = await app.scope().db.auditEntry.findMany({ where: { actorId: admin.id }, orderBy: { id: 'asc' } })
    expect(acts.map(({ act }) => act)).toEqual([
      'createInventoryTemplate',
      'updateInventoryTemplate',
      'grantInventoryItem',
    ])
  })

  it.each([
    [
      'itemType: BUNDLE, name: "b", bundledTemplateIds: ["invt_11111111-1111-4111-8111-111111111111"]',
      'UNKNOWN_REFERENCE',
    ],
    ['itemType: BUNDLE, name: "b", propId: "prop_11111111-1111-4111-8111-111111111111"', 'WRONG_COMBINATION'],
    ['itemType: PROP, name: "p", propId: "prop_11111111-1111-4111-8111-111111111111"', 'UNKNOWN_REFERENCE'],
    ['itemType: PROP, name: "p", status: LIVE', 'REQUIRED'],
    ['itemType: PROP, name: "p", flags: [UGC]', 'UNKNOWN_VALUE'],
    ['itemType: PROP, name: "p", flags: [EQUIPPABLE]', 'UNKNOWN_VALUE'],
    ['itemType: PROP, name: "p", authorId: "usr_11111111-1111-4111-8111-111111111111"', 'UNKNOWN_REFERENCE'],
    ['itemType: PROP, name: " "', 'TOO_SHORT'],
  ])('are refused: %s', async (input, reason) => {
    const text = `mutation { createInventoryTemplate(input: { ${input} }) { ${TEMPLATE} } }`
    expect(await reasonOf(admin, text)).toBe(reason)
  })

  it('are not changed where people make the items', async () => {
    const id = 'invt_00000000-0000-4000-8000-000000000003'
    const text = `mutation { updateInventoryTemplate(input: { templateId: "${id}", name: "x" }) { ${TEMPLATE} } }`
    expect(await reasonOf(admin, text)).toBe('TEMPLATE_PUBLISHED')
    const unknown = text.replace(id, 'invt_11111111-1111-4111-8111-111111111111')
    expect(await reasonOf(admin, unknown)).toBe('INVENTORY_TEMPLATE_NOT_FOUND')
  })
})

describe('drops of admins', () => {
  const dates = 'startsAt: "2020-01-01T00:00:00Z", endsAt: "2100-01-01T00:00:00Z"'

  it('are made and ended', async () => {
    const thing = await aTemplate(app)
    const made = await send(
      admin,
      `mutation { createInventoryDrop(input: { name: "Gift", templateIds: ["${thing}"], ${dates}, notice: { title: "Hi" } }) {
        drop { id state target notice { title body } templates { id } } } }`,
    )
    const { drop } = made.data.createInventoryDrop
    expect(drop).toMatchObject({ state: 'ACTIVE', target: 'EVERYONE', notice: { title: 'Hi', body: null } })
    const seen = await send(ada, '{ viewer { inventory { totalCount } inventoryDrops { nodes { id } totalCount } } }')
    expect(seen.data.viewer).toEqual({
      inventory: { totalCount: 1 },
      inventoryDrops: { nodes: [{ id: drop.id }], totalCount: 1 },
    })
    const ended = await send(
      admin,
      `mutation { updateInventoryDrop(input: { dropId: "${drop.id}", isDisabled: true, notice: null }) { drop { state notice { title } } } }`,
    )
    expect(ended.data.updateInventoryDrop.drop).toEqual({ state: 'ENDED', notice: null })
    const unknown =
      'mutation { updateInventoryDrop(input: { dropId: "invd_11111111-1111-4111-8111-111111111111" }) { drop { id } } }'
    expect(await reasonOf(admin, unknown)).toBe('INVENTORY_DROP_NOT_FOUND')
  })

  it.each([
    ['templateIds: []', 'TOO_FEW_ENTRIES'],
    ['templateIds: ["invt_11111111-1111-4111-8111-111111111111"]', 'UNKNOWN_REFERENCE'],
    ['templateIds: ["T", "T"]', 'DUPLICATE_ENTRIES'],
    ['templateIds: ["T"], itemsExpireAt: "2019-01-01T00:00:00Z"', 'WRONG_ORDER'],
    ['templateIds: ["T"], target: GROUP', 'WRONG_COMBINATION'],
    ['templateIds: ["T"], target: GROUP, groupId: "grp_11111111-1111-4111-8111-111111111111"', 'UNKNOWN_REFERENCE'],
  ])('are refused: %s', async (input, reason) => {
    const given = input.replaceAll('T"', `${await aTemplate(app)}"`)
    const text = `mutation { createInventoryDrop(input: { name: "d", ${dates}, ${given} }) { drop { id } } }`
    expect(await reasonOf(admin, text)).toBe(reason)
  })
})

describe('items in the graph', () => {
  it('are filtered and paged, and say what the viewer can do', async () => {
    const drone = await anItem(app, ada)
    const warp = await anItem(app, ada, { itemType: 'warpeffect', flags: ['trashable'] })
    const text = `query($first: Int, $after: String, $filter: InventoryFilter) { viewer {
      inventory(first: $first, after: $after, filter: $filter) { totalCount pageInfo { endCursor hasNextPage }
        nodes { id slot quantity viewerCanEquip viewerCanDelete viewerCanConsume colors { value } template { itemType } } } } }`
    const page = async (given: object) => (await send(ada, text, given)).data.viewer.inventory
    const first = await page({ first: 1 })
    expect(first).toMatchObject({ totalCount: 2, nodes: [{ id: warp, viewerCanEquip: false, viewerCanDelete: true }] })
    const second = await page({ first: 1, after: first.pageInfo.endCursor })
    expect(second).toMatchObject({ nodes: [{ id: drone, viewerCanEquip: true }], pageInfo: { hasNextPage: false } })
    for (const [filter, ids] of [
      [{ types: ['WARP_EFFECT'] }, [warp]],
      [{ notFlags: ['TRASHABLE'] }, []],
      [{ flags: ['EQUIPPABLE'] }, [drone]],
      [{ isArchived: true }, []],
      [{ slot: 'DRONE' }, []],
    ] as const)
      expect((await page({ filter })).nodes.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  it('are offered and taken by tokens', async () => {
    const grace = await aUser(app)
    await together(app, ada, grace)
    const itemId = await anItem(app, ada)
    const made = await send(ada, `mutation { offerInventoryItem(input: { itemId: "${itemId}" }) { token } }`)
    const { token } = made.data.offerInventoryItem
    const check = await send(grace, `{ inventoryToken(token: "${token}") { kind item { id } holder { id } } }`)
    expect(check.data.inventoryToken).toEqual({ kind: 'PEDESTAL', item: { id: itemId }, holder: { id: ada.id } })
    const claim = `mutation { claimInventoryToken(input: { token: "${token}" }) { item { isCopy viewerCanShare } } }`
    expect((await send(grace, claim)).data.claimInventoryToken.item).toEqual({ isCopy: true, viewerCanShare: false })
    expect(await reasonOf(grace, claim)).toBe('ALREADY_EXISTS')
    expect(await reasonOf(ada, `mutation { spawnInventoryItem(input: { itemId: "${itemId}" }) { token } }`)).toBe(
      'none',
    )
  })
})

describe('changes of items', () => {
  it('are told over both sockets, also those of emoji, which come and go with their files', async () => {
    const connection = await aSubscription(
      app,
      ada,
      'subscription { inventoryChanged { kind itemId item { id template { itemType } } } }',
    )
    const legacy = await openPipelineSocket(app, `/?authToken=${sessionTokenOf(ada)}`)
    const [id = ''] = await give(app, ada, await aTemplate(app))
    await ada.api.call('deleteOwnInventoryItem', { inventoryItemId: id })
    const { id: fileId } = await ada.api.call('uploadImage', { form: { file: await anImage(), tag: 'emoji' } })
    const emojiId = fileId.replace('file_', 'inv_')
    const [item, ...rest] = (await ada.api.call('getInventory')).data
    expect(rest).toEqual([])
    expect(item).toMatchObject({
      ...{ id: emojiId, itemType: 'emoji', flags: ['ugc'], holderId: ada.id },
      metadata: { fileId, animated: false, imageUrl: item?.imageUrl },
    })
    const other = await aUser(app)
    expect((await other.api.try('getUserInventoryItem', { userId: ada.id, inventoryItemId: emojiId })).status).toBe(200)
    expect((await ada.api.try('deleteOwnInventoryItem', { inventoryItemId: emojiId })).status).toBe(400)
    await ada.api.call('deleteFile', { fileId })
    expect((await ada.api.call('getInventory')).totalCount).toBe(0)
    await connection.until((messages) => payloadsOf(messages, 'inventoryChanged').length >= 4)
    expect(payloadsOf(connection.messages, 'inventoryChanged')).toMatchObject([
      { kind: 'ADDED', itemId: id },
      { kind: 'DELETED', itemId: id, item: null },
      { kind: 'ADDED', itemId: emojiId },
      { kind: 'DELETED', itemId: emojiId, item: null },
    ])
    await legacy.nextContent('content-refresh', 6)
    const frames = legacy.framesOfType('content-refresh').map(({ content }) => content)
    const about = { contentType: 'inventory' }
    expect(frames).toMatchObject([
      { ...about, itemId: id, itemType: 'droneskin', actionType: 'add' },
      { ...about, itemId: id, actionType: 'delete' },
      { contentType: 'emoji', fileId },
      { ...about, itemId: emojiId, itemType: 'emoji', actionType: 'add' },
      { contentType: 'emoji', fileId },
      { ...about, itemId: emojiId, actionType: 'delete' },
    ])
    connection.socket.close()
    await legacy.close()
  })
})

describe('the list of items', () => {
  it('is filtered by collections, and by whether items are equipped', async () => {
    const worn = await anItem(app, ada, { collections: ['Spring', 'Brass'] })
    const other = await anItem(app, ada, { collections: ['Autumn'] })
    await ada.api.call('equipOwnInventoryItem', { inventoryItemId: worn, body: { equipSlot: 'drone' } })
    const listed = async (filter: string) => {
      const { data } = await send(ada, `{ viewer { inventory(filter: { ${filter} }) { totalCount nodes { id } } } }`)
      return data.viewer.inventory
    }
    expect(await listed('collections: ["Brass", "Nothing"]')).toEqual({ totalCount: 1, nodes: [{ id: worn }] })
    expect(await listed('collections: []')).toEqual({ totalCount: 0, nodes: [] })
    expect(await listed('isEquipped: true')).toEqual({ totalCount: 1, nodes: [{ id: worn }] })
    expect(await listed('isEquipped: false')).toEqual({ totalCount: 1, nodes: [{ id: other }] })
  })
})

describe('an erased account', () => {
  it('leaves neither items nor grants', async () => {
    await anItem(app, ada)
    await aDrop(app, admin, { templateIds: [await aTemplate(app)] })
    await ada.api.call('getInventory')
    await transact(app.scope(), (tx) => eraseInventory(tx, ada.id))
    const { db } = app.scope()
    expect(await db.inventoryItem.count({ where: { holderId: ada.id } })).toBe(0)
    expect(await db.inventoryGrant.count({ where: { userId: ada.id } })).toBe(0)
  })
})

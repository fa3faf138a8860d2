import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { aProp, aPropRequest } from '../../support/props.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, fileIdIn } from '../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const none = refusal(404, 'That prop does not exist.')
const denied = refusal(403, "You don't have permission.")
const read = (person: TestUser, propId: string) => person.api.try('getProp', { propId })
const update = (person: TestUser, propId: string, body: object) => person.api.try('updateProp', { propId, body })

describe('createProp', () => {
  it("creates a private prop from the viewer's files", async () => {
    const body = await aPropRequest(app, ada)
    expect(await ada.api.call('createProp', { body })).toMatchObject({
      ...{ id: body.id, name: body.name, authorId: ada.id, authorName: ada.username, releaseStatus: 'private' },
      ...{ spawnType: 1, worldPlacementMask: 3, maxCountPerUser: 1, tags: ['author_tag_chair'] },
      ...{ imageUrl: body.imageUrl, thumbnailImageUrl: expect.stringMatching(/\/image\/file_.*\/1\/256$/) },
      unityPackages: [{ assetUrl: body.assetUrl, platform: 'standalonewindows', assetVersion: 1, propSignature: '' }],
    })
  })

  it.each([
    ['id', { id: 'prop_x' }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(65) }],
    ['description', { description: undefined }],
    ['spawnType', { spawnType: -1 }],
    ['worldPlacementMask', { worldPlacementMask: 'all' }],
    ['tags', { tags: ['system_approved'] }],
    ['assetUrl', { assetUrl: 'https://elsewhere.test/x.vrcp' }],
    ['imageUrl', { imageUrl: 'https://elsewhere.test/x.png' }],
  ])('refuses an invalid %s: %j', async (field, wrong) => {
    const body = { ...(await aPropRequest(app, ada)), ...wrong }
    expect(await ada.api.try('createProp', { body })).toMatchObject(refusal(400, new RegExp(`^${field}`)))
  })

  it('refuses files of other people, of incomplete uploads, and of other extensions', async () => {
    const body = await aPropRequest(app, ada)
    const wrong = [
      await aFileUrl(app, grace.id, '.vrcp'),
      await aFileUrl(app, ada.id, '.vrcp', 'waiting'),
      await aFileUrl(app, ada.id, '.vrcw'),
    ]
    for (const assetUrl of wrong)
      expect(await ada.api.try('createProp', { body: { ...body, assetUrl } })).toMatchObject(refusal(400, /^assetUrl/))
  })

  it('uses an id once, even for twenty concurrent requests, and after deletion', async () => {
    const body = await aPropRequest(app, ada)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ada.api.try('createProp', { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
    await ada.api.call('deleteProp', { propId: body.id })
    const again = { ...(await aPropRequest(app, ada)), id: body.id }
    expect(await ada.api.try('createProp', { body: again })).toMatchObject(refusal(400, /^id/))
  })
})

describe('a prop', () => {
  it('is visible to its author and admins until it is published', async () => {
    const id = await aProp(app, ada)
    const status = (person: TestUser) => person.api.try('getPropPublishStatus', { propId: id })
    expect(await read(grace, id)).toMatchObject(none)
    expect(await status(grace)).toMatchObject(none)
    expect(await read(await anAdmin(app), id)).toMatchObject({ status: 200 })
    expect(await status(ada)).toMatchObject({ body: { canPublish: true } })
    expect(await ada.api.call('publishProp', { propId: id })).toEqual({ canPublish: false })
    expect(await status(ada)).toMatchObject({ body: { canPublish: false } })
    expect(await read(grace, id)).toMatchObject({ status: 200, body: { releaseStatus: 'public' } })
    for (const operation of ['getPropPublishStatus', 'publishProp', 'unpublishProp', 'deleteProp'] as const)
      expect(await grace.api.try(operation, { propId: id })).toMatchObject(denied)
    expect(await update(grace, id, { name: 'mine' })).toMatchObject(denied)
    expect(await ada.api.call('unpublishProp', { propId: id })).toEqual({ canPublish: true })
    expect(await read(grace, id)).toMatchObject(none)
  })

  it('is listed to its author, and to others once it is public, latest first', async () => {
    const ids = [await aProp(app, ada), await aProp(app, ada), await aProp(app, ada)]
    await ada.api.call('publishProp', { propId: ids[1] ?? '' })
    const list = async (person: TestUser, query: object = {}) =>
      (await person.api.call('listProps', { query: { authorId: ada.id, ...query } })).map(({ id }) => id)
    expect(await list(ada)).toEqual([...ids].reverse())
    expect(await list(ada, { n: '1', offset: '1' })).toEqual([ids[1]])
    expect(await list(grace)).toEqual([ids[1]])
    expect(await grace.api.try('listProps')).toMatchObject(refusal(400, /authorId/))
  })

  it('is changed in part, but its asset only as a whole', async () => {
    const id = await aProp(app, ada)
    expect(await update(ada, id, { description: 'To lie on.' })).toMatchObject({
      status: 200,
      body: { description: 'To lie on.', tags: ['author_tag_chair'] },
    })
    const { id: _, propSignature, ...whole } = { ...(await aPropRequest(app, ada)), propSignature: '' }
    const asset = { ...whole, platform: 'android', assetVersion: 7 }
    for (const field of [
      ...['name', 'assetUrl', 'platform', 'unityVersion', 'assetVersion', 'spawnType', 'worldPlacementMask'],
    ])
      expect(await update(ada, id, { ...asset, [field]: undefined })).toMatchObject(
        refusal(400, `${field} is required with the asset of a prop`),
      )
    expect(await update(ada, id, { propSignature: 'signed' })).toMatchObject(refusal(400, /^name is required/))
    expect(await update(ada, id, { ...asset, propSignature: 'signed' })).toMatchObject({
      status: 200,
      body: {
        unityPackages: [
          { platform: 'android', assetVersion: 7, propSignature: 'signed' },
          { platform: 'standalonewindows', propSignature: '' },
        ],
      },
    })
    expect(await update(ada, id, { ...asset, assetVersion: 8 })).toMatchObject({
      body: { unityPackages: [{ platform: 'android', assetVersion: 8, propSignature: '' }, {}] },
    })
  })

  it('is deleted with its files, except those that another one uses', async () => {
    const [one, other] = [await aPropRequest(app, ada), await aPropRequest(app, ada)]
    await ada.api.call('createProp', { body: one })
    await ada.api.call('createProp', { body: { ...other, imageUrl: one.imageUrl } })
    await ada.api.call('deleteProp', { propId: one.id })
    expect(await read(ada, one.id)).toMatchObject(none)
    expect(await ada.api.try('deleteProp', { propId: one.id })).toMatchObject(none)
    expect(await ada.api.try('getFile', { fileId: fileIdIn(one.assetUrl) })).toMatchObject({ status: 404 })
    expect(await ada.api.try('getFile', { fileId: fileIdIn(one.imageUrl) })).toMatchObject({ status: 200 })
  })

  it('is missing when it does not exist', async () => {
    for (const propId of [newId('prop', new Date()), 'prop_x', '..%2f'])
      for (const operation of ['getProp', 'getPropPublishStatus', 'publishProp', 'deleteProp'] as const)
        expect(await ada.api.try(operation, { propId })).toMatchObject(none)
  })
})

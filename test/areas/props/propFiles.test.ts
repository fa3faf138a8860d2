import { beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { anImage } from '../../support/files.ts'
import { aPrint, aProp, aPropRequest } from '../../support/props.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorldRequest, fileIdIn } from '../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const created = async (person: TestUser, more: object = {}) => {
  const body = { ...(await aPropRequest(app, person)), ...more }
  return person.api.call('createProp', { body })
}
const fileStatus = async (url: string) => (await ada.api.try('getFile', { fileId: fileIdIn(url) })).status

describe('the files of a deleted prop', () => {
  it('stay when a world uses them, and those of a deleted world when a prop does', async () => {
    const world = await aWorldRequest(app, ada.id)
    const { id: worldId } = await ada.api.call('createWorld', { body: world })
    const { id: propId, unityPackages } = await created(ada, { imageUrl: world.imageUrl })
    await ada.api.call('deleteProp', { propId })
    expect(await fileStatus(world.imageUrl)).toBe(200)
    expect(await fileStatus(unityPackages[0]?.assetUrl ?? '')).toBe(404)
    const { id: another } = await created(ada, { imageUrl: world.imageUrl })
    await ada.api.call('deleteWorld', { worldId })
    expect([await fileStatus(world.imageUrl), await fileStatus(world.assetUrl)]).toEqual([200, 404])
    await ada.api.call('deleteProp', { propId: another })
    expect(await fileStatus(world.imageUrl)).toBe(404)
  })

  it('stay when they are images that their owner sees in a list', async () => {
    const { versions } = await ada.api.call('uploadGalleryImage', { form: { file: await anImage() } })
    const { id: printId, files } = await aPrint(ada)
    for (const imageUrl of [versions[1]?.file?.url, files.image])
      await ada.api.call('deleteProp', { propId: (await created(ada, { imageUrl })).id })
    expect(await ada.api.call('getFiles', { query: { tag: 'gallery' } })).toHaveLength(1)
    expect(await ada.api.call('getPrint', { printId })).toMatchObject({ id: printId })
  })

  it('stay when they do not belong to its author', async () => {
    const admin = await anAdmin(app)
    const imageUrl = await aFileUrl(app, ada.id, '.png')
    const { id: propId } = await created(admin, { imageUrl })
    await admin.api.call('deleteProp', { propId })
    expect(await fileStatus(imageUrl)).toBe(200)
  })

  it('exist for a prop that is created concurrently, or that prop is refused', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { id: propId, imageUrl } = await created(ada)
        const body = { ...(await aPropRequest(app, ada)), imageUrl }
        const [made] = await Promise.all([ada.api.try('createProp', { body }), ada.api.call('deleteProp', { propId })])
        return [made.status, await fileStatus(imageUrl)]
      }),
    )
    for (const answer of answers)
      expect([
        [200, 200],
        [400, 404],
      ]).toContainEqual(answer)
  })
})

describe('the asset of a prop', () => {
  const update = (propId: string, body: object) => ada.api.try('updateProp', { propId, body })

  it('is not required with a blank signature, which is stored as empty', async () => {
    const { id, ...whole } = { ...(await aPropRequest(app, ada)), propSignature: ' ' }
    expect((await created(ada, { ...whole, id })).unityPackages).toMatchObject([{ propSignature: '' }])
    expect(await update(id, { description: 'Changed.', propSignature: '' })).toMatchObject({ status: 200 })
    expect(await update(id, { ...whole, propSignature: 'signed' })).toMatchObject({
      body: { unityPackages: [{ propSignature: 'signed' }] },
    })
    expect(await update(id, { description: 'Again.', propSignature: ' ' })).toMatchObject({
      body: { description: 'Again.', unityPackages: [{ propSignature: 'signed' }] },
    })
  })

  it('exists for at most 16 platforms', async () => {
    const id = await aProp(app, ada)
    const { id: _, ...whole } = await aPropRequest(app, ada)
    for (let number = 1; number < 16; number++)
      expect(await update(id, { ...whole, platform: `platform${number}` })).toMatchObject({ status: 200 })
    expect(await update(id, { ...whole, platform: 'another' })).toMatchObject(refusal(400, /^platform/))
    expect(await update(id, { ...whole, platform: 'platform15', assetVersion: 2 })).toMatchObject({ status: 200 })
  })
})

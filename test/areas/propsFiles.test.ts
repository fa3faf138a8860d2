import { beforeEach, describe, expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { aPicture } from '../support/files.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aPrint, aProp, aPropRequest } from '../support/props.ts'
import { refusal } from '../support/refusals.ts'
import { aStoredFile, aWorldRequest, fileIdIn } from '../support/worlds.ts'

const app = await anApp()
let ada: Person
beforeEach(async () => {
  ada = await aUser(app)
})

const created = async (person: Person, more: object = {}) => {
  const body = { ...(await aPropRequest(app, person)), ...more }
  return person.api.call('createProp', { body })
}
const fileStatus = async (url: string) => (await ada.api.try('getFile', { fileId: fileIdIn(url) })).status

describe('the files of a deleted prop', () => {
  it('stay where a world uses them, and those of a deleted world where a prop does', async () => {
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

  it('stay where they are pictures that their owner finds in a list of their own', async () => {
    const { versions } = await ada.api.call('uploadGalleryImage', { form: { file: await aPicture() } })
    const { id: printId, files } = await aPrint(ada)
    for (const imageUrl of [versions[1]?.file?.url, files.image])
      await ada.api.call('deleteProp', { propId: (await created(ada, { imageUrl })).id })
    expect(await ada.api.call('getFiles', { query: { tag: 'gallery' } })).toHaveLength(1)
    expect(await ada.api.call('getPrint', { printId })).toMatchObject({ id: printId })
  })

  it('stay where they are not its author’s', async () => {
    const admin = await anAdmin(app)
    const imageUrl = await aStoredFile(app, ada.id, '.png')
    const { id: propId } = await created(admin, { imageUrl })
    await admin.api.call('deleteProp', { propId })
    expect(await fileStatus(imageUrl)).toBe(200)
  })

  it('are either there for a prop that is made at the same time, or refused to it', async () => {
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

  it('is not meant by a blank signature, and takes none', async () => {
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

  it('is there for at most 16 platforms', async () => {
    const id = await aProp(app, ada)
    const { id: _, ...whole } = await aPropRequest(app, ada)
    for (let number = 1; number < 16; number++)
      expect(await update(id, { ...whole, platform: `platform${number}` })).toMatchObject({ status: 200 })
    expect(await update(id, { ...whole, platform: 'another' })).toMatchObject(refusal(400, /^platform/))
    expect(await update(id, { ...whole, platform: 'platform15', assetVersion: 2 })).toMatchObject({ status: 200 })
  })
})

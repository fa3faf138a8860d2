import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { aPicture, bytesOf, download, md5Of, SIGNATURE } from '../support/files.ts'
import { aUser, type Person } from '../support/people.ts'
import { aPrint } from '../support/props.ts'
import { refusal } from '../support/refusals.ts'

const app = await anApp()
let ada: Person
beforeEach(async () => {
  ada = await aUser(app)
})

const versionIn = (url = '') => Number(/\/(\d+)\/file$/.exec(url)?.[1])
const edit = async (printId: string, more: object = {}) =>
  ada.api.call('editPrint', { printId, form: { image: await aPicture(200), ...more } })

describe('an edited print', () => {
  it('goes on after versions that its owner has announced for its file', async () => {
    const { id, files } = await aPrint(ada)
    const { fileId = '' } = files
    const sizes = { fileSizeInBytes: 1, signatureSizeInBytes: SIGNATURE.length }
    const body = { fileMd5: md5Of(SIGNATURE), signatureMd5: md5Of(SIGNATURE), ...sizes }
    await ada.api.call('createFileVersion', { fileId, body })
    const edited = await edit(id)
    expect(versionIn(edited.files.image)).toBe(3)
    expect((await bytesOf(await download(app, edited.files.image ?? ''))).length).toBeGreaterThan(0)
  })

  it('stays the same file when many edits come at once, each a version of its own', async () => {
    const { id } = await aPrint(ada)
    const edited = await Promise.all([1, 2, 3, 4].map((number) => edit(id, { note: `${number}` })))
    expect(edited.map(({ files }) => files.fileId)).toEqual(Array(4).fill(edited[0]?.files.fileId))
    const { files, note } = await ada.api.call('getPrint', { printId: id })
    expect([versionIn(files.image), ['1', '2', '3', '4'].includes(note)]).toEqual([5, true])
  })

  it('is there no more once its file is deleted, and not refused by an error of the server', async () => {
    const { id, files } = await aPrint(ada)
    const image = await aPicture()
    const [edited, deleted] = await Promise.all([
      ada.api.try('editPrint', { printId: id, form: { image } }),
      ada.api.try('deleteFile', { fileId: files.fileId ?? '' }),
    ])
    expect([200, 404]).toContain(edited.status)
    expect(deleted.status).toBe(200)
    expect(await ada.api.try('getPrint', { printId: id })).toMatchObject(refusal(404, 'Print not found'))
    expect(await ada.api.try('editPrint', { printId: newId('print', new Date()), form: { image } })).toMatchObject(
      refusal(404, 'Print not found'),
    )
  })
})

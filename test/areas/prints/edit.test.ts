import { fileTypeFromBuffer } from 'file-type'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anImage, bytesOf, download, md5Of, SIGNATURE_BYTES } from '../../support/files.ts'
import { aPrint } from '../../support/props.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const versionIn = (url = '') => Number(/\/(\d+)\/file$/.exec(url)?.[1])
const edit = async (printId: string, more: object = {}) =>
  ada.api.call('editPrint', { printId, form: { image: await anImage(200), ...more } })

describe('an edited print', () => {
  it('follows the versions that its owner has announced for its file', async () => {
    const { id, files } = await aPrint(ada)
    const { fileId = '' } = files
    const sizes = { fileSizeInBytes: 1, signatureSizeInBytes: SIGNATURE_BYTES.length }
    const body = { fileMd5: md5Of(SIGNATURE_BYTES), signatureMd5: md5Of(SIGNATURE_BYTES), ...sizes }
    await ada.api.call('createFileVersion', { fileId, body })
    const before = await bytesOf(await download(app, files.image ?? ''))
    const edited = await edit(id)
    expect(versionIn(edited.files.image)).toBe(3)
    const after = await bytesOf(await download(app, edited.files.image ?? ''))
    expect(await fileTypeFromBuffer(after)).toMatchObject({ mime: 'image/png' })
    expect(after.equals(before)).toBe(false)
  })

  it('keeps its file through concurrent edits, each of which is a version', async () => {
    const { id } = await aPrint(ada)
    const edited = await Promise.all([1, 2, 3, 4].map((number) => edit(id, { note: `${number}` })))
    expect(edited.map(({ files }) => files.fileId)).toEqual(Array(4).fill(edited[0]?.files.fileId))
    const { files, note } = await ada.api.call('getPrint', { printId: id })
    expect([versionIn(files.image), ['1', '2', '3', '4'].includes(note)]).toEqual([5, true])
  })

  it('is missing once its file is deleted, without a server error', async () => {
    const { id, files } = await aPrint(ada)
    const image = await anImage()
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

import { beforeAll, describe, expect, it } from 'vitest'
import { analyseFiles } from '../../src/areas/files/assets/analyses.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aFileWithoutContent, IMAGE_FILE, md5Of, SIGNATURE_BYTES, uploadBytes, WORLD_FILE } from '../support/files.ts'
import { aPrint } from '../support/props.ts'
import { aUnityAsset } from '../support/unityAsset.ts'
import { PARTS, type WrapperMember, wrapperFor } from './wrapperClient.ts'

let app: TestApp
let wrapper: ReturnType<typeof wrapperFor>
beforeAll(async () => {
  app = await anApp()
  wrapper = wrapperFor(app)
})

/** Uploads a part of the first version by the wrapper, which can't start uploads. */
async function upload(ada: WrapperMember, fileId: string, fileType: 'file' | 'signature', bytes: Buffer) {
  const key = { fileId, versionId: 1, fileType }
  await ada.unsent('fileApi', 'startFileDataUpload', key, 'unfilledPath')
  const { url } = await ada.person.api.call('startFileDataUpload', key)
  const contentType = fileType === 'file' ? WORLD_FILE.mimeType : 'application/x-rsync-signature'
  const { headers } = await uploadBytes(app, url, bytes, { md5: md5Of(bytes), contentType })
  const etags = [headers.get('etag')]
  expect(await ada.call('fileApi', 'checkFileDataUploadStatus', key)).toMatchObject({ etags })
  expect(await ada.call('fileApi', 'finishFileDataUpload', { ...key, etags })).toMatchObject({ id: fileId })
}

describe('files by the wrapper', () => {
  it('uploads an asset, reads its analyses and deletes it', async () => {
    const ada = await wrapper.aMember()
    const bytes = aUnityAsset()
    const { id: fileId } = await aFileWithoutContent(ada.person, bytes, WORLD_FILE)
    await upload(ada, fileId, 'file', bytes)
    await upload(ada, fileId, 'signature', SIGNATURE_BYTES)
    expect(await ada.call('fileApi', 'listFiles', { n: 10 })).toMatchObject([{ id: fileId }])
    const complete = { id: fileId, versions: [{ version: 0 }, { version: 1, status: 'complete' }] }
    expect(await ada.call('fileApi', 'showFile', { fileId })).toMatchObject(complete)

    const version = { fileId, versionId: 1 }
    await analyseFiles(app.scope())
    for (const name of ['', 'Security', 'Standard'])
      expect(await ada.call('fileApi', `getFileVersionAnalysis${name}`, version)).toMatchObject({ success: true })
    await ada.unsent('fileApi', 'downloadFileVersion', version, 'noBody')
    expect(await ada.call('fileApi', 'deleteFileVersion', version)).toMatchObject({ id: fileId })
    expect(await ada.call('fileApi', 'deleteFile', { fileId })).toMatchObject({ id: fileId })
    expect(await ada.call('fileApi', 'listFiles')).toEqual([])
  })

  it('creates no files and no versions, as it sends neither request', async () => {
    const ada = await wrapper.aMember()
    await ada.unsent('fileApi', 'createFile', IMAGE_FILE, 'noBody')
    const { id: fileId } = await ada.person.api.call('createFile', { body: IMAGE_FILE })
    const md5 = md5Of(SIGNATURE_BYTES)
    const sums = { fileMd5: md5, fileSizeInBytes: 4, signatureMd5: md5, signatureSizeInBytes: 4 }
    await ada.unsent('fileApi', 'createFileVersion', { fileId, ...sums }, 'noBody')
  })

  it('lists photos', async () => {
    const ada = await wrapper.aMember()
    const { id } = await aPrint(ada.person)
    expect(await ada.call('printsApi', 'listPrints', ada.person.id)).toMatchObject([{ id }])
  })

  it('were called by each method for an operation of the server', async () => {
    const { api } = await wrapper.aMember()
    expect(wrapper.uncalled(api, PARTS.files)).toEqual([])
  })
})

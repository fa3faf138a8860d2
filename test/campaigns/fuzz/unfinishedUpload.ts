import type { TestApp } from '../../support/app.ts'
import { aFileWithoutContent, md5Of, uploadBytes } from '../../support/files.ts'
import type { RestClient } from '../../support/restClient.ts'

/** An upload whose bytes are there, and which the owner of the fixture objects has yet to finish. */
export interface UnfinishedUpload {
  readonly unfinishedId: string
}

export async function addUnfinishedUpload(app: TestApp, api: RestClient): Promise<UnfinishedUpload> {
  const bytes = Buffer.from('bytes of an unfinished upload')
  const { id: fileId } = await aFileWithoutContent({ api }, bytes)
  const { url } = await api.call('startFileDataUpload', { fileId, versionId: 1, fileType: 'file' })
  const { status } = await uploadBytes(app, url, bytes, { md5: md5Of(bytes) })
  if (status !== 200) throw new Error(`the upload answered ${status}`)
  return { unfinishedId: fileId }
}

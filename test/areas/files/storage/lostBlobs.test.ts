import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anApp, type TestApp } from '../../../support/app.ts'
import { anImage, anUploadedFile, download, IMAGE_FILE } from '../../../support/files.ts'
import { aLogRecorder } from '../../../support/logRecorder.ts'
import { statementsOf } from '../../../support/pageStatements.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const recorder = aLogRecorder()
let app: TestApp
let ada: TestUser
beforeAll(async () => {
  app = await anApp({}, { log: recorder.log })
  ada = await aUser(app)
})

const dataOf = (fileId: string) =>
  app.scope().db.fileData.findUniqueOrThrow({ where: { fileId_version_type: { fileId, version: 1, type: 'file' } } })

/** The file on the disk that holds a blob. */
const pathOf = (key: string) => join(app.platform.settings.DATA_DIR, 'blobs', key.slice(0, 2), key.slice(2, 4), key)

async function aFileOnDisk(bytes: Buffer, kind?: typeof IMAGE_FILE) {
  const { id } = await anUploadedFile(app, ada, bytes, kind)
  const { blobKey } = await dataOf(id)
  return { id, path: pathOf(blobKey ?? '') }
}

const read = (path: string, headers = {}) => download(app, `${app.origin}/api/1${path}`, { person: ada, headers })
const linesAbout = (id: string) => recorder.lines.filter((line) => line.id === id)

async function countOf(fault: string): Promise<number> {
  const metrics = await app.platform.metrics.metrics()
  return Number(new RegExp(`plaza_missing_blobs_total\\{fault="${fault}"\\} (\\d+)`).exec(metrics)?.[1])
}

describe('a file whose content is gone from the disk', () => {
  it('is missing, whole, in part and as its head, which the log tells once', async () => {
    const { id, path } = await aFileOnDisk(Buffer.alloc(1_000, 'a lost file'))
    await rm(path)
    const before = await countOf('missing')
    for (const headers of [{}, { range: 'bytes=5-9' }]) {
      const answer = await read(`/file/${id}/1/file`, headers)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect({ status: answer.status, body: await answer.json() }).toMatchObject(
        refusal(404, `The content of ${id} is lost`),
      )
    }
    expect(linesAbout(id)).toMatchObject([{ level: 50, size: 1_000, found: null }])
    expect((await countOf('missing')) - before).toBe(2)
  })

  it('is looked up and no more when it is asked for again', async () => {
    const { id, path } = await aFileOnDisk(Buffer.alloc(1_000, 'another lost file'))
    await rm(path)
    await read(`/file/${id}/1/file`)
    const statements = await statementsOf(app, () => read(`/file/${id}/1/file`))
    expect(statements.filter((sql) => sql.includes('FileThumbnail'))).toEqual([])
  })

  it('is no source of pictures and thumbnails', async () => {
    const { id, path } = await aFileOnDisk(await anImage(300), IMAGE_FILE)
    await rm(path)
    expect((await read(`/image/${id}/1/64`)).status).toBe(404)
    expect(linesAbout(id)).toHaveLength(1)
  })
})

describe('a file that was cut', () => {
  it('is missing rather than served with what is left', async () => {
    const { id, path } = await aFileOnDisk(Buffer.alloc(2_000, 'a cut file'))
    await truncate(path, 1_500)
    const before = await countOf('cut')
    for (const headers of [{}, { range: 'bytes=0-9' }])
      expect((await read(`/file/${id}/1/file`, headers)).status).toBe(404)
    expect(linesAbout(id)).toMatchObject([{ size: 2_000, found: 1_500 }])
    expect((await countOf('cut')) - before).toBe(2)
  })
})

describe('a lost thumbnail', () => {
  it('is made anew by the next request', async () => {
    const { id } = await aFileOnDisk(await anImage(310), IMAGE_FILE)
    const address = `/image/${id}/1/64`
    expect((await read(address)).status).toBe(200)
    const [thumbnail] = await app.scope().db.fileThumbnail.findMany({ where: { fileId: id } })
    await rm(pathOf(thumbnail?.blobKey ?? ''))
    expect((await read(address)).status).toBe(404)
    expect((await read(address)).status).toBe(200)
  })
})

import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { aPicture, bytesOf, download } from '../support/files.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aPrint, TAKEN_AT } from '../support/props.ts'
import { refusal } from '../support/refusals.ts'

const app = await anApp()
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const none = refusal(404, 'Print not found')
const worldId = newId('world', new Date())

describe('uploadPrint', () => {
  it('keeps a photo with what its author says of it', async () => {
    const print = await aPrint(ada, { note: 'The first morning.', worldId, worldName: 'Home' })
    expect(print).toMatchObject({
      ...{ authorId: ada.id, authorName: ada.username, ownerId: ada.id, timestamp: TAKEN_AT },
      ...{ note: 'The first morning.', worldId, worldName: 'Home' },
      files: { fileId: expect.stringMatching(/^file_/), image: expect.stringMatching(/\/file\/file_.*\/1\/file$/) },
    })
    const shown = await download(app, print.files.image ?? '')
    const { format, width, height } = await sharp(await bytesOf(shown)).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 640, height: 360 })
    const file = await ada.api.call('getFile', { fileId: print.files.fileId ?? '' })
    expect(file).toMatchObject({ tags: ['print'], ownerId: ada.id })
  })

  it('needs nothing but a picture and a moment, written in any way that clients do', async () => {
    for (const timestamp of ['2026-01-02T03:04:05Z', '2026-01-02T04:04:05+01:00', '2026-01-02T03:04:05'])
      expect(await aPrint(ada, { timestamp })).toMatchObject({
        ...{ timestamp: '2026-01-02T03:04:05.000Z', note: '', worldId: '', worldName: '' },
      })
  })

  it.each([
    ['image', { image: 'text' }],
    ['timestamp', { timestamp: 'yesterday' }],
    ['timestamp', { timestamp: '' }],
    ['note', { note: 'x'.repeat(257) }],
    ['worldId', { worldId: 'home' }],
    ['worldName', { worldName: 'x'.repeat(129) }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const form = { image: await aPicture(), timestamp: TAKEN_AT, ...wrong }
    expect(await ada.api.try('uploadPrint', { form })).toMatchObject(refusal(400, new RegExp(`^${field}`)))
    expect(await ada.api.call('getUserPrints', { userId: ada.id })).toEqual([])
  })

  it('refuses what is no picture', async () => {
    const form = { image: Buffer.from('hello'), timestamp: TAKEN_AT }
    expect(await ada.api.try('uploadPrint', { form })).toMatchObject({ status: 400 })
  })

  it('holds 64 of a person, also when the last places are taken at once', async () => {
    const now = new Date()
    const rows = Array.from({ length: 62 }, () => newId('file', now))
    const { db } = app.scope()
    await db.file.createMany({
      data: rows.map((id) => ({
        ...{ id, ownerId: ada.id, name: 'print', mimeType: 'image/png', extension: '.png', tags: ['print'] },
        ...{ createdAt: now, updatedAt: now },
      })),
    })
    const image = await aPicture(64)
    const form = { image, timestamp: TAKEN_AT }
    const answers = await Promise.all(Array.from({ length: 6 }, () => ada.api.try('uploadPrint', { form })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400])
  })
})

describe('a print', () => {
  it('is read by everybody who knows its id, and listed to its owner alone, the latest first', async () => {
    const ids = [(await aPrint(ada)).id, (await aPrint(ada)).id]
    expect(await grace.api.call('getPrint', { printId: ids[0] ?? '' })).toMatchObject({ id: ids[0] })
    const listed = await ada.api.call('getUserPrints', { userId: ada.id })
    expect(listed.map(({ id }) => id)).toEqual([...ids].reverse())
    expect(await grace.api.try('getUserPrints', { userId: ada.id })).toMatchObject(
      refusal(403, "Unable to request another user's prints."),
    )
  })

  it('is edited by its owner: another picture, and another note where one is given', async () => {
    const { id: printId, files } = await aPrint(ada, { note: 'before' })
    const image = await aPicture(100)
    const edited = await ada.api.call('editPrint', { printId, form: { image } })
    expect(edited).toMatchObject({ note: 'before', files: { fileId: files.fileId } })
    expect(edited.files.image).toMatch(/\/2\/file$/)
    const { width } = await sharp(await bytesOf(await download(app, edited.files.image ?? ''))).metadata()
    expect(width).toBe(100)
    expect(await ada.api.call('editPrint', { printId, form: { image, note: 'after' } })).toMatchObject({
      note: 'after',
    })
    expect(await grace.api.try('editPrint', { printId, form: { image } })).toMatchObject({ status: 403 })
  })

  it('is deleted with its file, by its owner or an admin', async () => {
    const [{ id: printId, files }, other] = [await aPrint(ada), await aPrint(ada)]
    expect(await grace.api.try('deletePrint', { printId })).toMatchObject({ status: 403 })
    await ada.api.call('deletePrint', { printId })
    expect(await ada.api.try('getPrint', { printId })).toMatchObject(none)
    expect(await ada.api.try('deletePrint', { printId })).toMatchObject(none)
    expect(await ada.api.try('getFile', { fileId: files.fileId ?? '' })).toMatchObject({ status: 404 })
    await (await anAdmin(app)).api.call('deletePrint', { printId: other.id })
    expect(await ada.api.call('getUserPrints', { userId: ada.id })).toEqual([])
  })

  it('is missing where there is none', async () => {
    for (const printId of [newId('print', new Date()), 'prnt_x', '..%2f'])
      for (const operation of ['getPrint', 'deletePrint'] as const)
        expect(await ada.api.try(operation, { printId })).toMatchObject(none)
  })
})

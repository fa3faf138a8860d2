import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { anImage, bytesOf, download } from '../../support/files.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aPrint, PRINT_TIMESTAMP } from '../../support/props.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const none = refusal(404, 'Print not found')
const worldId = newId('world', new Date())

describe('uploadPrint', () => {
  it('stores a photo with the note, world and time that its author states', async () => {
    const print = await aPrint(ada, { note: 'The first morning.', worldId, worldName: 'Home' })
    expect(print).toMatchObject({
      ...{ authorId: ada.id, authorName: ada.username, ownerId: ada.id, timestamp: PRINT_TIMESTAMP },
      ...{ note: 'The first morning.', worldId, worldName: 'Home' },
      files: { fileId: expect.stringMatching(/^file_/), image: expect.stringMatching(/\/file\/file_.*\/1\/file$/) },
    })
    const shown = await download(app, print.files.image ?? '')
    const { format, width, height } = await sharp(await bytesOf(shown)).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 640, height: 360 })
    const file = await ada.api.call('getFile', { fileId: print.files.fileId ?? '' })
    expect(file).toMatchObject({ tags: ['print'], ownerId: ada.id })
  })

  it('requires only an image and a time, in any format that clients send', async () => {
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
  ])('refuses an invalid %s', async (field, wrong) => {
    const form = { image: await anImage(), timestamp: PRINT_TIMESTAMP, ...wrong }
    expect(await ada.api.try('uploadPrint', { form })).toMatchObject(refusal(400, new RegExp(`^${field}`)))
    expect(await ada.api.call('getUserPrints', { userId: ada.id })).toEqual([])
  })

  it('refuses a file that is no image', async () => {
    const form = { image: Buffer.from('hello'), timestamp: PRINT_TIMESTAMP }
    expect(await ada.api.try('uploadPrint', { form })).toMatchObject({ status: 400 })
  })

  it('stores at most 64 of a person, even when the last ones are uploaded concurrently', async () => {
    const now = new Date()
    const rows = Array.from({ length: 62 }, () => newId('file', now))
    const { db } = app.scope()
    await db.file.createMany({
      data: rows.map((id) => ({
        ...{ id, ownerId: ada.id, name: 'print', mimeType: 'image/png', extension: '.png', tags: ['print'] },
        ...{ createdAt: now, updatedAt: now },
      })),
    })
    const image = await anImage(64)
    const form = { image, timestamp: PRINT_TIMESTAMP }
    const answers = await Promise.all(Array.from({ length: 6 }, () => ada.api.try('uploadPrint', { form })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400])
  })
})

describe('a print', () => {
  it('is visible to its author and its owner only, by REST and GraphQL', async () => {
    const { id: printId } = await aPrint(ada, { note: 'Sunset' })
    const node = async (person: TestUser) =>
      (await aGraphClient(app, person.api).send(`{ node(id: "${printId}") { id ... on Print { note } } }`)).data
    const seenBy = async (person: TestUser) => [
      (await person.api.try('getPrint', { printId })).status,
      await node(person),
    ]
    const seen = [200, { node: { id: printId, note: 'Sunset' } }]
    const unseen = [404, { node: null }]
    expect(await seenBy(ada)).toEqual(seen)
    expect(await seenBy(grace)).toEqual(unseen)
    expect(await seenBy(await anAdmin(app))).toEqual(unseen)
    await app.scope().db.print.update({ where: { id: printId }, data: { ownerId: grace.id } })
    expect(await seenBy(ada)).toEqual(seen)
    expect(await seenBy(grace)).toEqual(seen)
    expect(await ada.api.try('deletePrint', { printId })).toMatchObject({ status: 403 })
  })

  it('is listed to its owner only, latest first', async () => {
    const ids = [(await aPrint(ada)).id, (await aPrint(ada)).id]
    const listed = await ada.api.call('getUserPrints', { userId: ada.id })
    expect(listed.map(({ id }) => id)).toEqual([...ids].reverse())
    expect(await grace.api.try('getUserPrints', { userId: ada.id })).toMatchObject(
      refusal(403, "Unable to request another user's prints."),
    )
  })

  it('is edited by its owner: a new image, and a new note when one is given', async () => {
    const { id: printId, files } = await aPrint(ada, { note: 'before' })
    const image = await anImage(100)
    const edited = await ada.api.call('editPrint', { printId, form: { image } })
    expect(edited).toMatchObject({ note: 'before', files: { fileId: files.fileId } })
    expect(edited.files.image).toMatch(/\/2\/file$/)
    const { width } = await sharp(await bytesOf(await download(app, edited.files.image ?? ''))).metadata()
    expect(width).toBe(100)
    expect(await ada.api.call('editPrint', { printId, form: { image, note: 'after' } })).toMatchObject({
      note: 'after',
    })
    expect(await grace.api.try('editPrint', { printId, form: { image } })).toMatchObject(none)
  })

  it('is deleted with its file, by its owner or an admin', async () => {
    const [{ id: printId, files }, other] = [await aPrint(ada), await aPrint(ada)]
    expect(await grace.api.try('deletePrint', { printId })).toMatchObject(none)
    await ada.api.call('deletePrint', { printId })
    expect(await ada.api.try('getPrint', { printId })).toMatchObject(none)
    expect(await ada.api.try('deletePrint', { printId })).toMatchObject(none)
    expect(await ada.api.try('getFile', { fileId: files.fileId ?? '' })).toMatchObject({ status: 404 })
    await (await anAdmin(app)).api.call('deletePrint', { printId: other.id })
    expect(await ada.api.call('getUserPrints', { userId: ada.id })).toEqual([])
  })

  it('is missing when it does not exist', async () => {
    for (const printId of [newId('print', new Date()), 'prnt_x', '..%2f'])
      for (const operation of ['getPrint', 'deletePrint'] as const)
        expect(await ada.api.try(operation, { printId })).toMatchObject(none)
  })
})

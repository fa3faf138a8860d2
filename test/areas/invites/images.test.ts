import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { anImage, bytesOf, download } from '../../support/files.ts'
import { befriend } from '../../support/friends.ts'
import { aPrivateInstance, notificationsReceivedBy, sendInvite } from '../../support/invites.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const image = await anImage(64)
let ada: TestUser
let grace: TestUser
let place: string
let data: string

/** Creates two friends and a private instance of the first. */
async function meet() {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
  place = await aPrivateInstance(app, ada)
  data = JSON.stringify({ instanceId: place, messageSlot: 1 })
}

const photosOf = ({ id }: TestUser) =>
  app.scope().db.file.findMany({
    where: { ownerId: id, tags: { has: 'invitePhoto' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
const invite = () => ada.api.try('inviteUserWithPhoto', { userId: grace.id, form: { data, image } })

describe('an attached image', () => {
  beforeEach(meet)

  it('is sent with an invite, and everybody can download it', async () => {
    const sent = await ada.api.call('inviteUserWithPhoto', { userId: grace.id, form: { data, image } })
    const [photo, ...more] = await photosOf(ada)
    expect(more).toEqual([])
    expect(photo).toMatchObject({ mimeType: 'image/png', tags: ['invitePhoto'] })
    const imageUrl = `http://plaza.test/api/1/file/${photo?.id}/1/file`
    expect(sent).toMatchObject({
      ...{
        type: 'invite',
        receiverUserId: grace.id,
        details: { worldId: place, inviteMessage: sent.message, imageUrl },
      },
    })
    const shown = await download(app, imageUrl)
    expect({ status: shown.status, type: shown.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    })
    expect((await bytesOf(shown)).subarray(1, 4).toString()).toBe('PNG')
  })

  it('is sent with a request, and with the responses to both', async () => {
    const photographed = expect.stringMatching(/"imageUrl":"http:\/\/plaza\.test\/api\/1\/file\/file_[^"]+"/)
    const request = await grace.api.call('requestInviteWithPhoto', {
      userId: ada.id,
      form: { data: '{"requestSlot":0}', image },
    })
    expect(request).toMatchObject({ type: 'requestInvite', senderUserId: grace.id, details: photographed })
    const form = { data: '{"responseSlot":2}', image }
    expect(await ada.api.call('respondInviteWithPhoto', { notificationId: request.id, form })).toMatchObject({
      type: 'requestInviteResponse',
      details: photographed,
    })
    const notificationId = await sendInvite(ada, grace, place)
    expect(await grace.api.call('respondInviteWithPhoto', { notificationId, form })).toMatchObject({
      ...{ type: 'inviteResponse', details: photographed },
    })
    expect(await grace.api.try('respondInviteWithPhoto', { notificationId, form })).toMatchObject(
      refusal(400, `"You've already responded to that request."`),
    )
    expect(await photosOf(ada)).toHaveLength(1)
    expect(await photosOf(grace)).toHaveLength(2)
  })

  it('is accepted with its data as a text field or as a file', async () => {
    const form = new FormData()
    form.append('data', new Blob([data], { type: 'application/json' }))
    form.append('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'image.png')
    const sent = await ada.api.fetch(`/api/1/invite/${grace.id}/photo`, { method: 'POST', body: form })
    expect(sent).toMatchObject({ status: 200, body: { details: { worldId: place } } })
  })
})

describe('an invite with an image is refused', () => {
  beforeAll(meet)

  it.each([
    ['data that is not JSON', () => ({ data: '{', image }), 'data must be JSON'],
    ['no data', () => ({ image }), 'data must be JSON'],
    ['a list', () => ({ data: '[]', image }), /^data: /],
    ['no location', () => ({ data: '{}', image }), /^data\.instanceId: /],
    ['a wrong slot', () => ({ data: '{"instanceId":"1","messageSlot":12}', image }), /messageSlot must be at most 11/],
    ['a zero byte', () => ({ data: '{"instanceId":"\\u0000"}', image }), /zero byte/],
    ['no image', () => ({ data }), /^image: a file is required/],
    ['a text field instead of an image', () => ({ data, image: 'picture' }), /^image/],
    ['a file that is not an image', () => ({ data, image: Buffer.from('hello') }), /./],
  ])('for %s', async (_what, formOf, message) => {
    const sent = await ada.api.try('inviteUserWithPhoto', { userId: grace.id, form: formOf() })
    expect(sent).toMatchObject(refusal(400, message))
    expect(await notificationsReceivedBy(app, grace, 'invite')).toEqual([])
    expect(await photosOf(ada)).toEqual([])
  })

  it('for strangers, and for an invalid location', async () => {
    const stranger = await aUser(app)
    const form = { data: JSON.stringify({ instanceId: place }), image }
    expect(await ada.api.try('inviteUserWithPhoto', { userId: stranger.id, form })).toMatchObject({ status: 403 })
    const request = { data: '{}', image }
    expect(await ada.api.try('requestInviteWithPhoto', { userId: stranger.id, form: request })).toMatchObject({
      status: 403,
    })
    const nowhere = { data: '{"instanceId":"1"}', image }
    expect(await ada.api.try('inviteUserWithPhoto', { userId: grace.id, form: nowhere })).toMatchObject({ status: 404 })
    expect(await photosOf(ada)).toEqual([])
  })

  it('for a response with an invalid slot', async () => {
    const notificationId = await sendInvite(ada, grace, place)
    const form = { data: '{"responseSlot":12}', image }
    expect(await grace.api.try('respondInviteWithPhoto', { notificationId, form })).toMatchObject(
      refusal(400, '"Response slot is out of bounds."'),
    )
    expect(await photosOf(grace)).toEqual([])
  })

  it('for a JSON body', async () => {
    const path = `/api/1/invite/${grace.id}/photo`
    const headers = { 'content-type': 'application/json' }
    expect(await ada.api.fetch(path, { method: 'POST', headers, body: data })).toMatchObject({ status: 415 })
  })
})

describe('the 65th attached image', () => {
  const HELD = 64
  beforeEach(meet)

  /** Creates images, oldest first. */
  async function fill({ id: ownerId }: TestUser, count: number): Promise<string[]> {
    const start = Date.now() - 1_000_000
    const made = Array.from({ length: count }, (_, at) => new Date(start + at))
    const rows = made.map((at) => ({ id: newId('file', at), createdAt: at, updatedAt: at }))
    const kind = { ownerId, name: 'invitePhoto', mimeType: 'image/png', extension: '.png', tags: ['invitePhoto'] }
    await app.scope().db.file.createMany({ data: rows.map((row) => ({ ...kind, ...row })) })
    return rows.map(({ id }) => id)
  }

  it('replaces the oldest', async () => {
    const [oldest, ...others] = await fill(ada, HELD)
    expect(await invite()).toMatchObject({ status: 200 })
    const ids = (await photosOf(ada)).map(({ id }) => id)
    expect(ids).toHaveLength(HELD)
    expect(ids.slice(0, -1)).toEqual(others)
    expect(ids).not.toContain(oldest)
  })

  it('does not replace images that a world uses, and is refused when all are used', async () => {
    const [oldest = '', next] = await fill(ada, HELD)
    const { db } = app.scope()
    const worldId = await aWorld(app, ada)
    await db.world.update({ where: { id: worldId }, data: { imageFileId: oldest } })
    expect(await invite()).toMatchObject({ status: 200 })
    const ids = (await photosOf(ada)).map(({ id }) => id)
    expect(ids).toContain(oldest)
    expect(ids).not.toContain(next)
    await db.$executeRaw`
      INSERT INTO "World" SELECT (jsonb_populate_record(w,
        jsonb_build_object('id', 'wrld_' || gen_random_uuid(), 'imageFileId', f.id))).*
      FROM "World" w, "File" f WHERE w.id = ${worldId} AND f."ownerId" = ${ada.id}`
    expect(await invite()).toMatchObject(refusal(400, 'You can have at most 64 pictures of this kind'))
    expect(await photosOf(ada)).toHaveLength(HELD)
    expect(await notificationsReceivedBy(app, grace, 'invite')).toHaveLength(1)
  })

  it('replaces one each, when several are sent at once', async () => {
    await fill(ada, HELD - 1)
    const answers = await runConcurrently(app, 4, invite)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await photosOf(ada)).toHaveLength(HELD)
  })
})

describe('invites and requests', () => {
  beforeEach(meet)

  it('keep the newest 20 from one person, with and without photos', async () => {
    const one = await sendInvite(ada, grace, place)
    for (let sent = 1; sent < 20; sent++) await sendInvite(ada, grace, place)
    const kept = async (type: string) => (await notificationsReceivedBy(app, grace, type)).map(({ id }) => id)
    const [first, second] = await kept('invite')
    expect([first, await kept('invite')]).toEqual([one, expect.objectContaining({ length: 20 })])
    expect((await invite()).status).toBe(200)
    expect(await kept('invite')).toMatchObject({ 0: second, length: 20 })
    await sendInvite(ada, grace, place)
    expect(await kept('invite')).toHaveLength(20)
    expect(await kept('invite')).not.toContain(second)
    const form = { data: '{"requestSlot":0}', image }
    for (let sent = 0; sent < 20; sent++) await ada.api.call('requestInvite', { userId: grace.id, body: {} })
    await ada.api.call('requestInviteWithPhoto', { userId: grace.id, form })
    await ada.api.call('requestInvite', { userId: grace.id, body: {} })
    expect(await kept('requestInvite')).toHaveLength(20)
    expect(await kept('invite')).toHaveLength(20)
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { aPicture, bytesOf, download } from '../support/files.ts'
import { befriend } from '../support/friends.ts'
import { aPrivatePlace, invited, receivedBy } from '../support/invites.ts'
import { aUser, type Person } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { atOnce } from '../support/rush.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
const image = await aPicture(64)
let ada: Person
let grace: Person
let place: string
let data: string

/** Two friends anew, and a place to go to. */
async function meet() {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  await befriend(ada, grace)
  place = await aPrivatePlace(app, ada)
  data = JSON.stringify({ instanceId: place, messageSlot: 1 })
}

const photosOf = ({ id }: Person) =>
  app.scope().db.file.findMany({
    where: { ownerId: id, tags: { has: 'invitePhoto' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
const invite = () => ada.api.try('inviteUserWithPhoto', { userId: grace.id, form: { data, image } })

describe('a photo', () => {
  beforeEach(meet)

  it('goes with an invite, where everybody finds it by its address', async () => {
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

  it('goes with a request, and with the replies to both', async () => {
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
    const notificationId = await invited(ada, grace, place)
    expect(await grace.api.call('respondInviteWithPhoto', { notificationId, form })).toMatchObject({
      ...{ type: 'inviteResponse', details: photographed },
    })
    expect(await grace.api.try('respondInviteWithPhoto', { notificationId, form })).toMatchObject(
      refusal(400, `"You've already responded to that request."`),
    )
    expect(await photosOf(ada)).toHaveLength(1)
    expect(await photosOf(grace)).toHaveLength(2)
  })

  it('comes with its data as a text, or as a file of its own', async () => {
    const form = new FormData()
    form.append('data', new Blob([data], { type: 'application/json' }))
    form.append('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'image.png')
    const sent = await ada.api.fetch(`/api/1/invite/${grace.id}/photo`, { method: 'POST', body: form })
    expect(sent).toMatchObject({ status: 200, body: { details: { worldId: place } } })
  })
})

describe('what sends nothing', () => {
  beforeAll(meet)

  it.each([
    ['data that is no JSON', () => ({ data: '{', image }), 'data must be JSON'],
    ['no data', () => ({ image }), 'data must be JSON'],
    ['a list', () => ({ data: '[]', image }), /^data: /],
    ['no place', () => ({ data: '{}', image }), /^data\.instanceId: /],
    ['a wrong slot', () => ({ data: '{"instanceId":"1","messageSlot":12}', image }), /messageSlot must be at most 11/],
    ['a zero byte', () => ({ data: '{"instanceId":"\\u0000"}', image }), /zero byte/],
    ['no picture', () => ({ data }), /^image: a file is required/],
    ['a text for a picture', () => ({ data, image: 'picture' }), /^image/],
    ['what is no picture', () => ({ data, image: Buffer.from('hello') }), /./],
  ])('is %s', async (_what, formOf, message) => {
    const sent = await ada.api.try('inviteUserWithPhoto', { userId: grace.id, form: formOf() })
    expect(sent).toMatchObject(refusal(400, message))
    expect(await receivedBy(app, grace, 'invite')).toEqual([])
    expect(await photosOf(ada)).toEqual([])
  })

  it('is a picture for strangers, or for a place that is none', async () => {
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

  it('is a reply by a slot that is none', async () => {
    const notificationId = await invited(ada, grace, place)
    const form = { data: '{"responseSlot":12}', image }
    expect(await grace.api.try('respondInviteWithPhoto', { notificationId, form })).toMatchObject(
      refusal(400, '"Response slot is out of bounds."'),
    )
    expect(await photosOf(grace)).toEqual([])
  })

  it('is a body of JSON', async () => {
    const path = `/api/1/invite/${grace.id}/photo`
    const headers = { 'content-type': 'application/json' }
    expect(await ada.api.fetch(path, { method: 'POST', headers, body: data })).toMatchObject({ status: 415 })
  })
})

describe('the 65th photo', () => {
  const HELD = 64
  beforeEach(meet)

  /** So many photos, the oldest first. */
  async function fill({ id: ownerId }: Person, count: number): Promise<string[]> {
    const start = Date.now() - 1_000_000
    const made = Array.from({ length: count }, (_, at) => new Date(start + at))
    const rows = made.map((at) => ({ id: newId('file', at), createdAt: at, updatedAt: at }))
    const kind = { ownerId, name: 'invitePhoto', mimeType: 'image/png', extension: '.png', tags: ['invitePhoto'] }
    await app.scope().db.file.createMany({ data: rows.map((row) => ({ ...kind, ...row })) })
    return rows.map(({ id }) => id)
  }

  it('takes the place of the oldest', async () => {
    const [oldest, ...others] = await fill(ada, HELD)
    expect(await invite()).toMatchObject({ status: 200 })
    const ids = (await photosOf(ada)).map(({ id }) => id)
    expect(ids).toHaveLength(HELD)
    expect(ids.slice(0, -1)).toEqual(others)
    expect(ids).not.toContain(oldest)
  })

  it('lets those be that a world shows, and is refused where all are shown', async () => {
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
    expect(await receivedBy(app, grace, 'invite')).toHaveLength(1)
  })

  it('stays the 64th, however many are sent at once', async () => {
    await fill(ada, HELD - 1)
    const answers = await atOnce(app, 4, invite)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await photosOf(ada)).toHaveLength(HELD)
  })
})

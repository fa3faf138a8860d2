import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { auditRowsAddedBy } from '../../support/audit.ts'
import { anAvatarRequest } from '../../support/avatars.ts'
import { aPropRequest } from '../../support/props.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorld, aWorldRequest } from '../../support/worlds.ts'

const app = await sharedApp()
const PLATFORM_TAGS = ['system_approved', 'system_labs', 'author_tag_mine']
let admin: TestUser
let stranger: TestUser
beforeAll(async () => {
  admin = await anAdmin(app)
  stranger = await aUser(app)
})

const foreign = (extension: string) => aFileUrl(app, stranger.id, extension)
const own = (extension: string) => aFileUrl(app, admin.id, extension)
/** The audit entries of a successful call. */
async function actsOf(act: () => Promise<{ readonly status: number }>) {
  const { answer, added } = await auditRowsAddedBy(app, act)
  expect(answer.status).toBe(200)
  return added.map(({ act, actorId, subjectId }) => ({ act, actorId, subjectId }))
}
const createWorld = async (more: object = {}, person = admin) => {
  const body = { ...(await aWorldRequest(app, person.id)), id: newId('world', new Date()), ...more }
  const acts = await actsOf(() => person.api.try('createWorld', { body }))
  return { id: body.id, acts, one: [{ act: 'createWorld', actorId: person.id, subjectId: body.id }] }
}
const createAvatar = async (more: object = {}) => {
  const body = { ...(await anAvatarRequest(app, admin.id)), id: newId('avatar', new Date()), ...more }
  const acts = await actsOf(() => admin.api.try('createAvatar', { body }))
  return { id: body.id, acts, one: [{ act: 'createAvatar', actorId: admin.id, subjectId: body.id }] }
}
const createProp = async (more: object = {}) => {
  const body = { ...(await aPropRequest(app, admin)), ...more }
  const acts = await actsOf(() => admin.api.try('createProp', { body }))
  return { id: body.id, acts, one: [{ act: 'createProp', actorId: admin.id, subjectId: body.id }] }
}

test.each([
  ['platform tags', async () => ({ tags: PLATFORM_TAGS.slice(0, 1) })],
  ['the tag of the labs', async () => ({ tags: PLATFORM_TAGS.slice(1) })],
  ["somebody else's picture", async () => ({ imageUrl: await foreign('.png') })],
  ["somebody else's asset", async () => ({ assetUrl: await foreign('.vrcw') })],
  [
    'all of them',
    async () => ({ tags: PLATFORM_TAGS, imageUrl: await foreign('.png'), assetUrl: await foreign('.vrcw') }),
  ],
])('writes one entry for the creation of a world with %s', async (_what, more) => {
  const { acts, one } = await createWorld(await more())
  expect(acts).toEqual(one)
})

test.each([
  ['platform tags', async () => ({ tags: PLATFORM_TAGS })],
  ["somebody else's picture", async () => ({ imageUrl: await foreign('.png') })],
  ["somebody else's asset", async () => ({ assetUrl: await foreign('.vrcp') })],
  [
    'all of them',
    async () => ({ tags: PLATFORM_TAGS, imageUrl: await foreign('.png'), assetUrl: await foreign('.vrcp') }),
  ],
])('writes one entry for the creation of a prop with %s', async (_what, more) => {
  const { acts, one } = await createProp(await more())
  expect(acts).toEqual(one)
})

test.each([
  ['platform tags', async () => ({ tags: ['admin_featured_quest'] })],
  ['a recommendation', async () => ({ featured: true })],
  ["somebody else's picture", async () => ({ imageUrl: await foreign('.png') })],
  ["somebody else's asset", async () => ({ assetUrl: await foreign('.vrca') })],
])('writes one entry for the creation of an avatar with %s, and for such a change', async (_what, more) => {
  const { acts, one } = await createAvatar(await more())
  expect(acts).toEqual(one)
  const { id: avatarId, acts: none } = await createAvatar({ tags: ['author_quest_fallback'] })
  expect(none).toEqual([])
  const update = (body: object) => actsOf(() => admin.api.try('updateAvatar', { avatarId, body }))
  expect(await update({ description: 'x', imageUrl: await own('.png'), assetUrl: await own('.vrca') })).toEqual([])
  expect(await update(await more())).toEqual([{ act: 'updateAvatar', actorId: admin.id, subjectId: avatarId }])
})

test('writes no entry for what every owner may do', async () => {
  const { id: worldId, acts } = await createWorld({ tags: ['author_tag_mine'] })
  expect(acts).toEqual([])
  expect((await createWorld({}, stranger)).acts).toEqual([])
  const update = async (body: object) => actsOf(() => admin.api.try('updateWorld', { worldId, body }))
  expect(await update({ tags: ['content_gore'], imageUrl: await own('.png'), assetUrl: await own('.vrcw') })).toEqual(
    [],
  )
  for (const act of ['publishWorld', 'unpublishWorld'] as const)
    expect(await actsOf(() => admin.api.try(act, { worldId }))).toEqual([])
  for (const act of ['addWorldTags', 'removeWorldTags'] as const)
    expect(await actsOf(() => admin.api.try(act, { worldId, body: { tags: ['author_tag_a'] } }))).toEqual([])
  const { id: propId, acts: ofProp } = await createProp()
  expect(ofProp).toEqual([])
  const body = { tags: ['author_tag_b'], imageUrl: await own('.png') }
  expect(await actsOf(() => admin.api.try('updateProp', { propId, body }))).toEqual([])
})

test('writes one entry for each admin-only change of a world', async () => {
  const { id: worldId } = await createWorld()
  const one = (act: string) => [{ act, actorId: admin.id, subjectId: worldId }]
  const update = (body: object) => actsOf(() => admin.api.try('updateWorld', { worldId, body }))
  const [imageUrl, assetUrl] = [await foreign('.png'), await foreign('.vrcw')]
  expect(await update({ imageUrl })).toEqual(one('updateWorld'))
  expect(await update({ assetUrl, unityVersion: '2022.3.22f1' })).toEqual(one('updateWorld'))
  expect(await update({ imageUrl, assetUrl, unityVersion: '2022.3.22f1', description: 'The same.' })).toEqual([])
  const others = { imageUrl: await foreign('.png'), assetUrl: await foreign('.vrcw') }
  expect(await update({ ...others, featured: true, tags: PLATFORM_TAGS })).toEqual(one('updateWorld'))
  for (const act of ['removeWorldTags', 'addWorldTags'] as const)
    expect(await actsOf(() => admin.api.try(act, { worldId, body: { tags: ['system_labs'] } }))).toEqual(one(act))
  expect(await update({ tags: ['system_approved'] })).toEqual(one('updateWorld'))
  expect(await update({ tags: ['system_approved', 'author_tag_mine'] })).toEqual([])
  const theirs = await aWorld(app, stranger)
  const body = { imageUrl: await own('.png'), assetUrl: await own('.vrcw'), tags: PLATFORM_TAGS }
  expect(await actsOf(() => admin.api.try('updateWorld', { worldId: theirs, body }))).toHaveLength(1)
})

test('writes one entry for each admin-only change of a prop', async () => {
  const { id: propId, one } = await createProp()
  const ours = one.map((row) => ({ ...row, act: 'updateProp' }))
  const update = (body: object) => actsOf(() => admin.api.try('updateProp', { propId, body }))
  const { name, spawnType, worldPlacementMask, assetVersion, platform, unityVersion } = await aPropRequest(app, admin)
  const whole = { name, spawnType, worldPlacementMask, assetVersion, platform, unityVersion }
  expect(await update({ imageUrl: await foreign('.png') })).toEqual(ours)
  expect(await update({ ...whole, assetUrl: await foreign('.vrcp') })).toEqual(ours)
  expect(await update({ ...whole, assetUrl: await own('.vrcp') })).toEqual([])
  const both = { imageUrl: await foreign('.png'), assetUrl: await foreign('.vrcp'), tags: PLATFORM_TAGS }
  expect(await update({ ...whole, ...both })).toEqual(ours)
})

test('writes no entry for refused calls', async () => {
  const { id } = await createWorld()
  const body = { ...(await aWorldRequest(app, admin.id)), id, imageUrl: await foreign('.png') }
  const { answer, added } = await auditRowsAddedBy(app, async () => [
    (await admin.api.try('createWorld', { body })).status,
    (await stranger.api.try('createWorld', { body: { ...body, id: undefined, tags: PLATFORM_TAGS } })).status,
    (await admin.api.try('updateWorld', { worldId: id, body: { imageUrl: body.imageUrl, assetUrl: 'x' } })).status,
  ])
  expect(answer).toEqual([400, 400, 400])
  expect(added).toEqual([])
})

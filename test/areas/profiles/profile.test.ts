import { describe, expect, it } from 'vitest'
import { newId, newUuid } from '../../../src/kernel/ids.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGroup } from '../../support/groups.ts'
import { mutate, query } from '../../support/jams.ts'
import { block } from '../../support/playerModerations.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl } from '../../support/worlds.ts'

const app = await sharedApp()
const [person, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
const NOW = new Date()
const { db } = app.scope()

const profileOf = ({ id: userId }: Pick<TestUser, 'id'>, { api }: TestUser = stranger, asSelf?: string) =>
  api.call('getPublicProfile', { userId, query: { ...(asSelf && { asSelf }) } })

const update = ({ api }: TestUser, body: object, userId: string = person.id) =>
  api.try('updateProfile', { userId, body })

async function give({ id: userId }: TestUser, name: string) {
  const { id: permissionId } = await db.permission.findUniqueOrThrow({ where: { name } })
  await db.permissionGrant.create({ data: { userId, permissionId, grantedAt: NOW } })
}

const SELF_ONLY = ['themes', 'status', 'statusDescription', 'userIcon', 'bannerCustomUrl', 'currentAvatar']

describe('getPublicProfile', () => {
  it('shows what everybody may see', async () => {
    const ada = await aUser(app)
    const tags = ['language_eng', 'system_trust_basic', 'system_trust_known', 'system_supporter']
    await db.user.update({ where: { id: ada.id }, data: { tags, bio: 'Hello', pronouns: 'she' } })
    const plain = await profileOf(ada)
    expect(plain).toMatchObject({
      ...{ id: ada.id, bio: 'Hello', pronouns: 'she', languages: ['eng'] },
      ...{ trustTags: ['system_trust_basic', 'system_trust_known'], hasVrcPlus: false, isEconomyCreator: false },
      ...{ representedGroup: null, themeId: '', backgroundType: 'default', bannerType: 'color', bannerColor: '' },
    })
    for (const field of SELF_ONLY) expect(plain).not.toHaveProperty(field)
    await give(ada, 'permission-supporter-tags')
    await give(ada, 'permission-seller')
    expect(await profileOf(ada)).toMatchObject({ hasVrcPlus: true, isEconomyCreator: true })
  })

  it('tells the person and admins more, if they ask for it', async () => {
    const status = 'join me'
    await person.api.call('updateUser', { userId: person.id, body: { status, statusDescription: 'Come in' } })
    for (const viewer of [person, admin]) {
      const self = await profileOf(person, viewer, 'true')
      expect(self).toMatchObject({ status, statusDescription: 'Come in', themes: [], bioLinks: [] })
      for (const field of SELF_ONLY) expect(self).toHaveProperty(field)
      expect(await profileOf(person, viewer)).not.toHaveProperty('themes')
    }
    expect(await profileOf(person, stranger, 'true')).not.toHaveProperty('themes')
    expect(await profileOf(person, person, 'False')).not.toHaveProperty('themes')
  })

  it('shows the represented group to those who may see it', async () => {
    const group = await aGroup(app)
    const { owner } = group
    await db.groupMember.updateMany({ where: { groupId: group.id, userId: owner.id }, data: { isRepresenting: true } })
    expect((await profileOf(owner)).representedGroup).toEqual({
      id: group.id,
      name: expect.any(String),
      bannerUrl: expect.stringMatching(/group-banner/),
      iconUrl: expect.stringMatching(/group-icon/),
    })
    const blocked = await aUser(app)
    await block(owner, blocked)
    expect((await profileOf(owner, blocked)).representedGroup).toBeNull()
  })

  it('is missing for unknown people', async () => {
    const userId = newId('user', NOW)
    for (const operation of ['getPublicProfile', 'getPrivateProfile'] as const)
      expect(await stranger.api.try(operation, { userId })).toMatchObject(refusal(404, `User ${userId} not found`))
    expect(await update(admin, {}, userId)).toMatchObject({ status: 404 })
  })
})

describe('getPrivateProfile', () => {
  it('tells what getUser tells', async () => {
    const friend = await aUser(app)
    await befriend(person, friend)
    await friend.api.call('updateUserNote', { body: { targetUserId: person.id, note: 'Met at sea.' } })
    for (const viewer of [friend, stranger, person]) {
      const user = await viewer.api.call('getUser', { userId: person.id })
      const { activity, ...profile } = await viewer.api.call('getPrivateProfile', { userId: person.id })
      expect(user).toMatchObject(profile)
      expect(user).toMatchObject(activity)
      expect(profile).toMatchObject({ isFriend: viewer === friend, note: viewer === friend ? 'Met at sea.' : '' })
    }
  })
})

describe('updateProfile', () => {
  it('changes what is given, and answers the profile as the person sees it', async () => {
    const userIcon = await aFileUrl(app, person.id, '.png')
    const banner = await aFileUrl(app, person.id, '.png')
    const texts = { bio: 'New', bioLinks: ['https://plaza.test/a'], userIcon }
    expect(await update(person, texts)).toMatchObject({
      status: 200,
      body: { ...texts, themes: [], iconUrl: userIcon },
    })
    const look = {
      ...{ bannerType: 'customImage', bannerColor: '064B5C', bannerCustomUrl: banner, backgroundType: 'gradient' },
      ...{ backgroundGradientTop: '#ffffff', backgroundGradientBottom: '000000', backgroundTextureId: 'waves' },
    }
    const shown = {
      ...{ bannerType: 'customImage', bannerColor: '064b5c', bannerUrl: banner, backgroundType: 'gradient' },
      ...{ backgroundGradientTop: 'ffffff', backgroundGradientBottom: '000000', backgroundTextureId: 'waves' },
    }
    expect(await update(person, { ...look, unknown: 1 })).toMatchObject({
      status: 200,
      body: { ...shown, ...texts, bannerCustomUrl: banner },
    })
    expect(await profileOf(person)).toMatchObject(shown)
    expect(await stranger.api.call('getUser', { userId: person.id })).toMatchObject({
      bannerType: 'customImage',
      bannerUrl: banner,
    })
    expect(await update(person, { bannerType: 'color' })).toMatchObject({
      body: { bannerType: 'color', bannerUrl: '', bannerCustomUrl: banner },
    })
    expect(await update(person, { bannerType: 'customImage' })).toMatchObject({ body: { bannerUrl: banner } })
  })

  it('clears by null', async () => {
    const cleared = {
      ...{ bio: null, bioLinks: null, userIcon: null, bannerType: null, bannerColor: null, bannerCustomUrl: null },
      ...{ themeId: null, backgroundType: null, backgroundGradientTop: null, backgroundGradientBottom: null },
      backgroundTextureId: null,
    }
    expect(await update(person, cleared)).toMatchObject({
      status: 200,
      body: {
        ...{ bio: '', bioLinks: [], userIcon: '', bannerType: 'color', bannerColor: '', bannerUrl: '', themeId: '' },
        ...{ bannerCustomUrl: '', backgroundType: 'default', backgroundGradientTop: '', backgroundTextureId: '' },
      },
    })
  })

  it.each([
    ['bannerType', { bannerType: 'video' }],
    ['bannerColor', { bannerColor: 'red' }],
    ['bannerCustomUrl', { bannerCustomUrl: 'https://elsewhere.test/a.png' }],
    ['themeId', { themeId: newUuid(NOW) }],
    ['themeId', { themeId: 'sea' }],
    ['backgroundType', { backgroundType: 'video' }],
    ['backgroundGradientTop', { backgroundGradientTop: '12345' }],
    ['backgroundTextureId', { backgroundTextureId: 'x'.repeat(65) }],
    ['bio', { bio: 'x'.repeat(513) }],
    ['bioLinks', { bioLinks: ['javascript:alert(1)'] }],
  ])('refuses a wrong %s', async (field, body) => {
    expect(await update(person, body)).toMatchObject(refusal(400, new RegExp(field)))
  })

  it('is for the person and admins, whose act is audited', async () => {
    expect(await update(stranger, { bio: 'Mine' })).toMatchObject({ status: 403 })
    expect(await update(admin, { bio: 'Cleaned' })).toMatchObject({ status: 200, body: { bio: 'Cleaned' } })
    expect(await db.auditEntry.findMany({ where: { subjectId: person.id } })).toMatchObject([
      { act: 'updateUser', actorId: admin.id, details: { fields: ['bio'] } },
    ])
  })

  it('is the mutation updateProfile of the graph, too', async () => {
    const act = `updateProfile { user { profile {
      themeColors { button } bannerColor backgroundType backgroundGradientTop isSupporter isSeller } } }`
    const input = { bannerColor: '#064B5C', backgroundType: 'GRADIENT', backgroundGradientTop: '000000' }
    const { payload } = await mutate(app, person, act, input)
    const profile = {
      ...{ themeColors: null, bannerColor: '064b5c', backgroundType: 'GRADIENT', backgroundGradientTop: '000000' },
      ...{ isSupporter: false, isSeller: false },
    }
    expect(payload).toEqual({ user: { profile } })
    const cleared = await mutate(app, person, act, { bannerColor: null, backgroundGradientTop: null })
    expect(cleared.payload).toMatchObject({ user: { profile: { bannerColor: null, backgroundGradientTop: null } } })
    expect(await query(app, person, '{ viewer { profile { backgroundType } } }')).toEqual({
      viewer: { profile: { backgroundType: 'GRADIENT' } },
    })
  })
})

describe('getCosmetics', () => {
  it('lists nothing of each kind, and is missing for others', async () => {
    for (const cosmeticKind of ['profileEffect', 'iconFrame', 'nameplateEffect'])
      expect(await person.api.call('getCosmetics', { cosmeticKind })).toEqual([])
    expect(await person.api.try('getCosmetics', { cosmeticKind: 'hats' })).toMatchObject({ status: 404 })
  })
})

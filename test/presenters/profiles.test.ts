import { beforeAll, describe, expect, it } from 'vitest'
import {
  PrivateProfile,
  ProfileRepresentedGroup,
  ProfileTheme,
  PublicProfile,
  SelfProfile,
  TutorialStatus,
} from '../../src/contract/shapes/profile.ts'
import type { Group } from '../../src/generated/prisma/client.ts'
import { newUuid } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { aGroup } from '../support/groups.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { expectDistinct, expectPresented, moment } from './records.ts'
import { aUserRow, type UserRow, updateUserRow } from './userRows.ts'

const app = await sharedApp()
const { db } = app.scope()
const LOOK = {
  bannerColor: '111111',
  bannerCustomUrl: 'https://plaza.test/custom.png',
  backgroundType: 'gradient',
  backgroundGradientTop: '222222',
  backgroundGradientBottom: '333333',
  backgroundTextureId: 'waves',
}
const COLORS = { buttonColor: '444444', iconColor: '555555', subtextColor: '666666' }
const theme = { id: newUuid(new Date()), name: 'Sea', ...COLORS }
let ada: TestUser
let viewer: TestUser
let row: UserRow
let group: Pick<Group, 'id' | 'name'>
let avatarId = ''

beforeAll(async () => {
  const { id, owner } = await aGroup(app)
  ;[ada, viewer] = [owner, await aUser(app)]
  group = await db.group.findUniqueOrThrow({ where: { id }, select: { id: true, name: true } })
  await db.groupMember.updateMany({ where: { groupId: group.id, userId: ada.id }, data: { isRepresenting: true } })
  row = aUserRow(ada.username)
  await updateUserRow(app, ada.id, { ...row, ...LOOK, tags: ['language_eng', 'system_trust_known'] })
  await db.profileTheme.create({ data: { ...theme, userId: ada.id, createdAt: moment(1), updatedAt: moment(2) } })
  await db.user.update({ where: { id: ada.id }, data: { themeId: theme.id } })
  avatarId = await anAvatar(app, viewer, { name: 'Ginger' })
  await updateUserRow(app, ada.id, { currentAvatar: avatarId })
})

const read = (api: TestUser['api'], asSelf: string) =>
  api.call('getPublicProfile', { userId: ada.id, query: { asSelf } })

describe('publicProfileWire and selfProfileWire', () => {
  it('map every column', async () => {
    expectDistinct(row, LOOK, COLORS)
    const shown = await read(viewer.api, 'true')
    expectPresented(shown, PublicProfile, { ada, group, row, theme, LOOK })
    expect(Object.keys(ProfileRepresentedGroup.shape).sort()).toEqual(Object.keys(shown.representedGroup ?? {}).sort())
    expectPresented(await read(ada.api, 'true'), SelfProfile, { ada, group, row, theme, LOOK, avatarId, viewer })
  })

  it('show the image of the avatar as banner', async () => {
    await updateUserRow(app, ada.id, { bannerType: 'avatarBanner' })
    expect(await read(viewer.api, 'false')).toMatchObject({ bannerUrl: row.currentAvatarImageUrl })
  })
})

describe('themeWire', () => {
  it('maps every column', async () => {
    const record = await ada.api.call('updateProfileTheme', { themeId: theme.id, body: {} })
    expectPresented(record, ProfileTheme, { theme })
  })
})

describe('privateProfileWire', () => {
  it('maps every column', async () => {
    const { activity, ...record } = await ada.api.call('getPrivateProfile', { userId: ada.id })
    expectPresented({ ...record, activity: {} }, PrivateProfile, { ada, row })
    const shown = await ada.api.call('getUser', { userId: ada.id })
    const { instanceId, last_activity, last_login, location, platform, state, worldId } = shown
    const travel = { travelingToInstance: '', travelingToLocation: '', travelingToWorld: '' }
    expect(activity).toEqual({ instanceId, last_activity, last_login, location, platform, state, worldId, ...travel })
  })
})

describe('tutorialStatusWire', () => {
  it('maps the keys', async () => {
    const completed = { userId: ada.id, key: 'web:worlds:v1', completedAt: moment(1) }
    await db.tutorialCompletion.create({ data: completed })
    expectPresented(await ada.api.call('getUserTutorialStatus', { userId: ada.id }), TutorialStatus, {})
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import {
  PrivateProfile,
  ProfileRepresentedGroup,
  ProfileTheme,
  PublicProfile,
  SelfProfile,
  TutorialStatus,
} from '../../src/contract/shapes/profile.ts'
import { newUuid } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { aGroup } from '../support/groups.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { expectDistinct, expectRecord, moment, unserved } from './records.ts'
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
let expected: Record<string, unknown>
let avatarId = ''

beforeAll(async () => {
  const group = await aGroup(app)
  ;[ada, viewer] = [group.owner, await aUser(app)]
  await db.groupMember.updateMany({ where: { groupId: group.id, userId: ada.id }, data: { isRepresenting: true } })
  const { name } = await db.group.findUniqueOrThrow({ where: { id: group.id } })
  row = aUserRow(ada.username)
  await updateUserRow(app, ada.id, { ...row, ...LOOK, tags: ['language_eng', 'system_trust_known'] })
  await db.profileTheme.create({ data: { ...theme, userId: ada.id, createdAt: moment(1), updatedAt: moment(2) } })
  await db.user.update({ where: { id: ada.id }, data: { themeId: theme.id } })
  avatarId = await anAvatar(app, viewer, { name: 'Ginger' })
  await updateUserRow(app, ada.id, { currentAvatar: avatarId })
  const { bannerCustomUrl: _, ...look } = LOOK
  expected = {
    ...look,
    ...{ id: ada.id, ageVerificationStatus: row.ageVerificationStatus, ageVerified: false, badges: [] },
    ...{ bannerType: row.bannerType, bannerUrl: row.bannerUrl, bio: row.bio, bioLinks: row.bioLinks },
    ...{ displayName: row.displayName, pronouns: row.pronouns, languages: ['eng'], trustTags: ['system_trust_known'] },
    ...{ hasVrcPlus: false, isEconomyCreator: false, iconUrl: row.userIcon },
    ...{ iconFrame: '', nameplateEffect: '', profileEffect: '' },
    ...{ themeId: theme.id, themeButtonColor: '444444', themeIconColor: '555555', themeSubtextColor: '666666' },
    representedGroup: { id: group.id, name, bannerUrl: expect.any(String), iconUrl: expect.any(String) },
  }
})

const read = (api: TestUser['api'], asSelf: string) =>
  api.call('getPublicProfile', { userId: ada.id, query: { asSelf } })

const selfFields = () => ({
  bannerCustomUrl: LOOK.bannerCustomUrl,
  currentAvatar: avatarId,
  currentAvatarAuthorName: viewer.username,
  currentAvatarImageUrl: row.currentAvatarImageUrl,
  currentAvatarName: 'Ginger',
  currentAvatarTags: row.currentAvatarTags,
  currentAvatarThumbnailImageUrl: row.currentAvatarThumbnailImageUrl,
  status: row.status,
  statusDescription: row.statusDescription,
  themes: [theme],
  userIcon: row.userIcon,
})

describe('publicProfileWire and selfProfileWire', () => {
  it('map every column', async () => {
    expectDistinct(row, LOOK, COLORS)
    const shown = await read(viewer.api, 'true')
    expectRecord(shown, PublicProfile, { ...expected, ...unserved(...Object.keys(selfFields())) })
    expect(Object.keys(ProfileRepresentedGroup.shape).sort()).toEqual(Object.keys(shown.representedGroup ?? {}).sort())
    expectRecord(await read(ada.api, 'true'), SelfProfile, { ...expected, ...selfFields() })
  })

  it('show the image of the avatar as banner', async () => {
    await updateUserRow(app, ada.id, { bannerType: 'avatarBanner' })
    expect(await read(viewer.api, 'false')).toMatchObject({ bannerUrl: row.currentAvatarImageUrl })
  })
})

describe('themeWire', () => {
  it('maps every column', async () => {
    const record = await ada.api.call('updateProfileTheme', { themeId: theme.id, body: {} })
    expectRecord(record, ProfileTheme, theme)
  })
})

describe('privateProfileWire', () => {
  it('maps every column', async () => {
    const user = await ada.api.call('getUser', { userId: ada.id })
    const { instanceId, last_activity, last_login, location, platform, state, worldId } = user
    const activity = { instanceId, last_activity, last_login, location, platform, state, worldId }
    expectRecord(await ada.api.call('getPrivateProfile', { userId: ada.id }), PrivateProfile, {
      ...{ id: ada.id, isFriend: false, note: '', status: row.status, statusDescription: row.statusDescription },
      activity: { ...activity, travelingToInstance: '', travelingToLocation: '', travelingToWorld: '' },
    })
  })
})

describe('tutorialStatusWire', () => {
  it('maps the keys', async () => {
    const completed = { userId: ada.id, key: 'web:worlds:v1', completedAt: moment(1) }
    await db.tutorialCompletion.create({ data: completed })
    expectRecord(await ada.api.call('getUserTutorialStatus', { userId: ada.id }), TutorialStatus, {
      completed: true,
      completedAnyTutorial: true,
      completedTutorials: ['web:worlds:v1'],
      tutorialKey: 'web:worlds:v1',
    })
  })
})

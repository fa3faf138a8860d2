import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { aGraphClient, type GraphClient } from '../support/graphClient.ts'
import { refusedInput } from '../support/refusedInputs.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { adminCases, anUnknownId, type Case, PAST } from './adminRuleIssues.ts'

let app: TestApp
let ada: TestUser
let graph: GraphClient
let admin: GraphClient
beforeAll(async () => {
  app = await sharedApp()
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
  admin = aGraphClient(app, (await anAdmin(app)).api)
})

/** The faults of an input that is refused, in alphabetical order. */
async function faultsOf(client: GraphClient, mutation: string, input: object): Promise<string[]> {
  const { faults } = await refusedInput(client, mutation, input)
  return faults.map((fault) => fault.replace(/^input\./, '')).toSorted()
}

const MD5 = `${'A'.repeat(22)}==`
const HUGE = 9e15

/** The id of an upload of the viewer's for an icon, which no other field takes. */
async function anIconUpload(): Promise<string> {
  const { id: ownerId } = ada
  const now = app.clock.now()
  const id = newId('upload', now)
  const announced = { purpose: 'icon', fileName: 'icon.png', mimeType: 'image/png', sizeInBytes: 1 }
  const data = { ...announced, id, ownerId, uploadRef: id, createdAt: now, expiresAt: new Date(now.getTime() + 60_000) }
  await app.scope().db.upload.create({ data })
  return id
}

async function aFile(mimeType = 'image/png'): Promise<string> {
  const now = app.clock.now()
  const id = newId('file', now)
  const data = { id, ownerId: ada.id, name: 'A file', mimeType, extension: '.png', createdAt: now, updatedAt: now }
  await app.scope().db.file.create({ data: { ...data, versions: { create: { version: 0, createdAt: now } } } })
  return id
}

const CASES: readonly Case[] = [
  [
    'uploadPrint',
    async () => ({ uploadId: await anIconUpload(), takenAt: '9999-12-31T23:59:59-14:00', note: 'x'.repeat(257) }),
    ['note TOO_LONG', 'takenAt NOT_A_DATE', 'uploadId WRONG_PURPOSE'],
  ],
  [
    'uploadPrint',
    async () => ({ uploadId: await anIconUpload(), takenAt: '9999-12-31T23:59:59-14:00' }),
    ['takenAt NOT_A_DATE', 'uploadId WRONG_PURPOSE'],
  ],
  ['editPrint', () => ({ printId: 'nonsense', note: 'x'.repeat(257) }), ['note TOO_LONG', 'printId PRINT_NOT_FOUND']],
  ['editPrint', () => ({ printId: 'nonsense' }), ['printId PRINT_NOT_FOUND', 'uploadId REQUIRED']],
  [
    'updateInviteMessage',
    () => ({ type: 'MESSAGE', slot: 12, message: ' ' }),
    ['message TOO_SHORT', 'slot SLOT_OUT_OF_RANGE'],
  ],
  [
    'resetInviteMessage',
    () => ({ type: 'MESSAGE', slot: -1, clientMutationId: 'x'.repeat(201) }),
    ['clientMutationId TOO_LONG', 'slot SLOT_OUT_OF_RANGE'],
  ],
  [
    'respondInvite',
    async () => ({
      notificationId: anUnknownId('notification'),
      responseSlot: 12,
      uploadId: await anIconUpload(),
    }),
    ['responseSlot SLOT_OUT_OF_RANGE', 'uploadId WRONG_PURPOSE'],
  ],
  [
    'inviteUser',
    async () => ({ userId: anUnknownId('user'), location: 'x', messageSlot: 12, uploadId: await anIconUpload() }),
    ['messageSlot TOO_LARGE', 'uploadId WRONG_PURPOSE'],
  ],
  [
    'createInstance',
    () => ({ worldId: 'nonsense', type: 'GROUP', region: 'US', ownerId: 'nobody', closedAt: PAST }),
    ['closedAt IN_PAST', 'ownerId NOT_AN_ID', 'worldId NOT_AN_ID'],
  ],
  [
    'createInstance',
    () => ({
      worldId: anUnknownId('world'),
      type: 'FRIENDS',
      region: 'US',
      ownerId: anUnknownId('user'),
      closedAt: PAST,
    }),
    ['closedAt IN_PAST', 'ownerId UNKNOWN_REFERENCE'],
  ],
  [
    'enterInstance',
    () => ({ location: 'nowhere', platform: '?' }),
    ['location NOT_A_LOCATION', 'platform INVALID_CHARACTERS'],
  ],
  [
    'createFileVersion',
    async () => ({
      fileId: await aFile(),
      fileMd5: MD5,
      fileSizeInBytes: HUGE,
      signatureMd5: MD5,
      signatureSizeInBytes: HUGE,
    }),
    ['fileSizeInBytes TOO_LARGE', 'signatureSizeInBytes TOO_LARGE'],
  ],
  [
    'createFileVersion',
    async () => ({ fileId: await aFile(), fileMd5: 'nonsense' }),
    ['fileMd5 NOT_A_HASH', 'signatureMd5 REQUIRED', 'signatureSizeInBytes REQUIRED'],
  ],
  [
    'createFileVersion',
    async () => ({ fileId: await aFile(), fileMd5: MD5, fileSizeInBytes: HUGE }),
    ['fileSizeInBytes TOO_LARGE', 'signatureMd5 REQUIRED', 'signatureSizeInBytes REQUIRED'],
  ],
  [
    'uploadImage',
    () => ({ purpose: 'ANIMATED_EMOJI' }),
    ['frameCount UNKNOWN_VALUE', 'framesPerSecond UNKNOWN_VALUE', 'uploadId REQUIRED'],
  ],
  [
    'uploadImage',
    () => ({ purpose: 'ICON', avatarId: anUnknownId('avatar') }),
    ['avatarId WRONG_COMBINATION', 'uploadId REQUIRED'],
  ],
  ['uploadImage', async () => ({ fileId: await aFile() }), ['fileId UNKNOWN_REFERENCE', 'purpose REQUIRED']],
  [
    'createUpload',
    () => ({ purpose: 'ICON', fileName: 'icon.png', mimeType: 'picture', sizeInBytes: 0 }),
    ['mimeType NOT_A_MIME_TYPE', 'sizeInBytes TOO_SMALL'],
  ],
  [
    'createUpload',
    () => ({ purpose: 'WORLD_ASSET', fileName: 'world', mimeType: 'image/png', sizeInBytes: 2_000_000_000 }),
    ['fileName EXTENSION_MISSING', 'mimeType UNSUPPORTED_FILE', 'sizeInBytes TOO_LARGE'],
  ],
  [
    'setGroupGalleryFileOrder',
    () => {
      const id = anUnknownId('file')
      return { galleryId: 'nonsense', ids: [id, id] }
    },
    ['galleryId NOT_AN_ID', 'ids.1 DUPLICATE_ENTRIES'],
  ],
  [
    'setAvatarGalleryOrder',
    () => {
      const id = anUnknownId('file')
      return { fileIds: [id, id] }
    },
    ['fileIds.1 DUPLICATE_ENTRIES'],
  ],
  [
    'submitContentAgreement',
    () => ({ contentId: 'nonsense', version: 7, code: 'CONTENT_COPYRIGHT_OWNED', text: '' }),
    ['contentId NOT_AN_ID', 'version UNKNOWN_VALUE'],
  ],
  [
    'createWorld',
    () => ({ name: ' ', unityVersion: 'five' }),
    ['imageUrl REQUIRED', 'name TOO_SHORT', 'unityVersion NOT_A_VERSION'],
  ],
  [
    'createWorld',
    async () => ({ name: 'x'.repeat(65), imageUploadId: await anIconUpload() }),
    ['imageUploadId WRONG_PURPOSE', 'name TOO_LONG'],
  ],
  [
    'createAvatar',
    async () => ({
      name: ' ',
      imageUploadId: await anIconUpload(),
      ...{ releaseStatus: 'HIDDEN', tags: ['admin_a'], primaryStyleId: anUnknownId('avatarStyle') },
    }),
    [
      ...['imageUploadId WRONG_PURPOSE', 'name TOO_SHORT', 'primaryStyleId UNKNOWN_REFERENCE'],
      ...['releaseStatus UNKNOWN_VALUE', 'tags.0 TAG_FORBIDDEN'],
    ],
  ],
  [
    'updateAvatar',
    async () => ({
      avatarId: await anAvatar(app, ada),
      ...{
        unityVersion: 'five',
        imageUrl: 'https://elsewhere.test/x.png',
        secondaryStyleId: 'none',
        isSearchable: null,
      },
    }),
    [
      ...['imageUrl UNKNOWN_REFERENCE', 'isSearchable NULL_NOT_ALLOWED', 'secondaryStyleId NOT_AN_ID'],
      ...['unityVersion NOT_A_VERSION'],
    ],
  ],
  [
    'updateProfile',
    async () => ({
      userIcon: 'https://elsewhere.test/x.png',
      profilePicOverride: 'https://elsewhere.test/x.png',
      profilePicOverrideUploadId: await anIconUpload(),
    }),
    [
      'profilePicOverride UNKNOWN_REFERENCE',
      'profilePicOverrideUploadId WRONG_COMBINATION',
      'profilePicOverrideUploadId WRONG_PURPOSE',
      'userIcon UNKNOWN_REFERENCE',
    ],
  ],
  [
    'updateAccount',
    () => ({ displayName: 'a?b!', password: 'short' }),
    ['currentPassword CURRENT_PASSWORD_REQUIRED', 'displayName INVALID_CHARACTERS', 'password TOO_SHORT'],
  ],
  [
    'addFavorite',
    () => ({ targetId: anUnknownId('user'), group: 'WORLDS_1' }),
    ['group UNKNOWN_VALUE', 'targetId FRIENDS_ONLY'],
  ],
  [
    'submitModerationReport',
    () => ({
      type: 'user',
      category: 'nonsense',
      reason: 'spam',
      contentId: 'nonsense',
      description: 'x'.repeat(2_001),
    }),
    ['category UNKNOWN_VALUE', 'contentId NOT_AN_ID', 'description TOO_LONG'],
  ],
  ['resetPassword', () => ({ token: 'nonsense', password: 'short' }), ['password TOO_SHORT', 'token LINK_INVALID']],
]

describe('an input that breaks several rules is told all of them', () => {
  test.each(CASES.map((one, at) => [at, ...one] as const))('%i %s', async (_at, mutation, input, faults) => {
    expect(await faultsOf(graph, mutation, await input())).toEqual(faults)
  })

  test.each(adminCases(() => ({ app, ada })).map((one, at) => [at, ...one] as const))(
    '%i %s, an admin',
    async (_at, mutation, input, faults) => {
      expect(await faultsOf(admin, mutation, await input())).toEqual(faults)
    },
  )

  test('with the limits of numbers', async () => {
    const { issues } = await refusedInput(graph, 'updateInviteMessage', { type: 'MESSAGE', slot: 12, message: 'Hi' })
    expect(issues).toMatchObject([{ path: ['input', 'slot'], min: 0, max: 11 }])
  })

  test('but nothing of the messages of others', async () => {
    const input = { userId: (await aUser(app)).id, type: 'MESSAGE', slot: 12, message: ' ' }
    expect(await refusedInput(graph, 'updateInviteMessage', input)).toMatchObject({ code: 'FORBIDDEN', issues: [] })
  })
})

describe('a fault is told of the field of the input', () => {
  test('of the person who is moderated', async () => {
    expect(await faultsOf(graph, 'addPlayerModeration', { userId: ada.id, type: 'BLOCK' })).toEqual([
      'userId SELF_TARGET',
    ])
  })

  test('of the group of a favorite, in words of the graph', async () => {
    const world = await aWorld(app, ada)
    const { issues } = await refusedInput(graph, 'addFavorite', { targetId: world, group: 'FRIENDS_1' })
    expect(issues).toEqual([
      { path: ['input', 'group'], reason: 'UNKNOWN_VALUE', message: 'group must be one for worlds' },
    ])
  })

  test('of the last platform of a world', async () => {
    const worldId = await aWorld(app, ada)
    expect(await faultsOf(graph, 'deleteWorldPlatform', { worldId, platform: 'standalonewindows' })).toEqual([
      'platform LAST_PLATFORM',
    ])
  })

  test('of the link that confirms an address', async () => {
    expect(await faultsOf(graph, 'confirmEmail', { userId: ada.id, token: 'nonsense' })).toEqual(['token LINK_INVALID'])
  })

  test('of the password that confirms an identity', async () => {
    expect(await faultsOf(graph, 'confirmIdentity', { password: 'wrong' })).toEqual(['password CURRENT_PASSWORD_WRONG'])
  })

  test('of the version of a file', async () => {
    const fileId = await aFile()
    expect(await faultsOf(graph, 'deleteFileVersion', { fileId, version: 0 })).toEqual(['version FIRST_VERSION'])
  })

  test('of a file that is used as an image', async () => {
    expect(await faultsOf(graph, 'uploadImage', { fileId: await aFile(), purpose: 'ICON' })).toEqual([
      'fileId UNKNOWN_REFERENCE',
    ])
  })

  test('of the key of a configuration', async () => {
    expect(await faultsOf(admin, 'setConfigEntry', { key: 'noSuchMember', value: 1 })).toEqual(['key UNKNOWN_VALUE'])
    expect(await faultsOf(admin, 'setConfigEntry', { key: 'disableRegistration', value: 7 })).toEqual([
      'key NOT_SUPPORTED',
      'value MALFORMED',
    ])
  })
})

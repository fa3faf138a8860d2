import { GUEST_USER_ID } from '../../src/areas/users/systemUsers.ts'
import { newId } from '../../src/kernel/ids.ts'
import { aFavoriteRequest, anAvatarId } from '../support/favorites.ts'
import { anImage, BINARY_FILE } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { aPropRequest } from '../support/props.ts'
import { aUserReportRequest } from '../support/reports.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, aUser } from '../support/users.ts'
import { aWorld, aWorldRequest } from '../support/worlds.ts'
import { accountLimitTable } from './accountLimitTable.ts'
import { DAY, HOUR, type LimitRow, mutation, operation, perUser } from './limitCases.ts'

const NOW = new Date()

/** A limit for each user, taken by a mutation that concerns another user's world. */
const inWorld = (points: number, window: number, fieldOf: (worldId: string) => string): LimitRow => ({
  points,
  window,
  async prepare(app) {
    const person = await aUser(app)
    const worldId = await aWorld(app, await aUser(app))
    return { key: person.id, attempts: [mutation(app, person, fieldOf(worldId))] }
  },
})

/** Unknown users and things: a limit counts a request before its target is looked up. */
const NOBODY = { userId: newId('user', NOW) }
const NOTIFICATION = { notificationId: newId('notification', NOW) }
const INSTANCE = { worldId: newId('world', NOW), instanceId: '12345' }
const AVATAR = { avatarModerationType: 'block', targetAvatarId: anAvatarId() }
const AGREEMENT = { agreementCode: 'content.copyright.owned', contentId: newId('world', NOW), version: 1 }
const DATA = { fileId: newId('file', NOW), versionId: 1, fileType: 'file' }
const VERSION = { signatureMd5: 'AAAAAAAAAAAAAAAAAAAAAA==', signatureSizeInBytes: 1 }
const PNG = await anImage()

const uploading = (): Record<string, unknown> => ({ form: { file: PNG, tag: 'gallery' } })
const moderating = () => ({ body: { moderated: NOBODY.userId, type: 'mute' } })
const withPhoto = (data: object) => ({ form: { data: JSON.stringify(data), image: PNG } })
const inviting = { instanceId: `${INSTANCE.worldId}:${INSTANCE.instanceId}` }

/** Every rate limit that the sources declare, by name. */
export const rateLimitTable: Readonly<Record<string, LimitRow>> = {
  ...accountLimitTable,
  'friend-request': perUser(30, HOUR, ['friend', () => NOBODY]),
  rename: {
    points: 20,
    window: DAY,
    async prepare(app) {
      const { id: userId, api, password } = await aUser(app)
      const rename = () => ({ userId, body: { displayName: aName().slice(0, 15), currentPassword: password } })
      return { key: userId, attempts: [operation(api, 'updateUser', rename)] }
    },
  },
  boop: {
    points: 60,
    window: 60,
    async prepare(app) {
      const person = await aUser(app)
      const { id: userId } = await aFriendOf(app, person)
      return { key: person.id, attempts: [operation(person.api, 'boop', () => ({ userId }))] }
    },
  },
  'notification-reply': perUser(60, 60, ['replyNotificationV2', () => ({ ...NOTIFICATION, body: { text: 'Yes' } })]),
  'create-file': perUser(600, HOUR, ['createFile', () => ({ body: BINARY_FILE })]),
  'create-file-version': perUser(600, HOUR, ['createFileVersion', () => ({ fileId: DATA.fileId, body: VERSION })]),
  'start-upload': perUser(6_000, HOUR, ['startFileDataUpload', () => DATA]),
  'upload-image': perUser(
    120,
    HOUR,
    ['uploadImage', uploading],
    ['uploadGalleryImage', uploading],
    ['uploadIcon', uploading],
  ),
  'create-upload': {
    points: 600,
    window: HOUR,
    async prepare(app) {
      const person = await aUser(app)
      const input = '{ purpose: ICON, fileName: "me.png", mimeType: "image/png", size: 1 }'
      return { key: person.id, attempts: [mutation(app, person, `createUpload(input: ${input}) { __typename }`)] }
    },
  },
  'submit-agreement': perUser(600, HOUR, [
    'submitContentAgreement',
    () => ({ body: { ...AGREEMENT, agreementFulltext: 'mine' } }),
  ]),
  'create-world': {
    points: 20,
    window: DAY,
    refusal: 400,
    async prepare(app) {
      const { id, api } = await aUser(app)
      const create = async () => ({ body: await aWorldRequest(app, id) })
      return { key: id, attempts: [operation(api, 'createWorld', create)] }
    },
  },
  'create-world-anonymously': {
    points: 5,
    window: DAY,
    refusal: 400,
    async prepare(app) {
      const api = aRestClient(app)
      const create = async () => ({ body: await aWorldRequest(app, GUEST_USER_ID) })
      return { key: api.address, attempts: [operation(api, 'createWorld', create)] }
    },
  },
  'give-feedback': inWorld(
    60,
    HOUR,
    (worldId) => `giveFeedback(input: { worldId: "${worldId}", type: "t", reason: "r" }) { __typename }`,
  ),
  'save-persistence': inWorld(
    600,
    HOUR,
    (worldId) => `saveWorldPersistence(input: { worldId: "${worldId}", data: {} }) { __typename }`,
  ),
  'create-instance': inWorld(
    300,
    HOUR,
    (worldId) => `createInstance(input: { worldId: "${worldId}", type: PUBLIC }) { __typename }`,
  ),
  'enter-instance': inWorld(
    120,
    60,
    (worldId) => `enterInstance(input: { location: "${worldId}:12345", platform: "android" }) { __typename }`,
  ),
  'change-profile': {
    points: 60,
    window: 60,
    async prepare(app) {
      const { id: userId, api } = await aUser(app)
      const tagging = () => ({ userId, body: { tags: ['language_eng'] } })
      const attempts = [operation(api, 'addTags', tagging), operation(api, 'removeTags', tagging)] as const
      return { key: userId, attempts: [operation(api, 'updateUser', () => ({ userId, body: {} })), ...attempts] }
    },
  },
  favorite: perUser(300, HOUR / 6, ['addFavorite', () => ({ body: aFavoriteRequest('avatar', anAvatarId()) })]),
  'favorite-group': {
    points: 60,
    window: HOUR / 6,
    async prepare(app) {
      const { id: userId, api } = await aUser(app)
      const group = { userId, favoriteGroupType: 'avatar', favoriteGroupName: 'avatars1' }
      const rename = () => ({ ...group, body: { displayName: aName() } })
      return { key: userId, attempts: [operation(api, 'updateFavoriteGroup', rename)] }
    },
  },
  invite: perUser(
    60,
    60,
    ['inviteMyselfTo', () => INSTANCE],
    ['inviteUser', () => ({ ...NOBODY, body: inviting })],
    ['inviteUserWithPhoto', () => ({ ...NOBODY, ...withPhoto(inviting) })],
  ),
  'request-invite': perUser(
    60,
    60,
    ['requestInvite', () => NOBODY],
    ['requestInviteWithPhoto', () => ({ ...NOBODY, ...withPhoto({}) })],
  ),
  'respond-invite': perUser(
    60,
    60,
    ['respondInvite', () => ({ ...NOTIFICATION, body: { responseSlot: 0 } })],
    ['respondInviteWithPhoto', () => ({ ...NOTIFICATION, ...withPhoto({ responseSlot: 0 }) })],
  ),
  moderation: perUser(
    120,
    60,
    ['moderateUser', moderating],
    ['unmoderateUser', moderating],
    ['clearAllPlayerModerations'],
    ['createGlobalAvatarModeration', () => ({ body: AVATAR })],
    ['deleteGlobalAvatarModeration', () => ({ query: AVATAR })],
  ),
  'submit-report': perUser(20, HOUR, [
    'submitModerationReport',
    () => ({ body: aUserReportRequest(newId('user', NOW)) }),
  ]),
  'create-prop': {
    points: 60,
    window: DAY,
    async prepare(app) {
      const person = await aUser(app)
      const create = async () => ({ body: await aPropRequest(app, person) })
      return { key: person.id, attempts: [operation(person.api, 'createProp', create)] }
    },
  },
}

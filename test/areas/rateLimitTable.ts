import { GUEST_USER_ID, newId, newUuid } from '../../src/kernel/ids.ts'
import { anEvent, anEventRequest } from '../support/calendar.ts'
import { aSeller } from '../support/economy.ts'
import { aFavoriteRequest, anAvatarId } from '../support/favorites.ts'
import { anImage, BINARY_FILE } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGroup, aGroupRequest, aSubscriber } from '../support/groups.ts'
import { aPropRequest } from '../support/props.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, aUser } from '../support/users.ts'
import { aWorld, aWorldRequest } from '../support/worlds.ts'
import { accountLimitTable } from './accountLimitTable.ts'
import { avatarLimitTable } from './avatarLimitTable.ts'
import { DAY, HOUR, type LimitRow, mutation, operation, perUser } from './limitCases.ts'
import { reportLimitTable } from './reportLimitTable.ts'
import { rewardLimitTable } from './rewardLimitTable.ts'

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

/** A limit a day for each seller, taken by a mutation whose input is refused. */
const bySeller = (points: number, name: string, input: string): LimitRow => ({
  points,
  window: DAY,
  async prepare(app) {
    const seller = await aSeller(app)
    return { key: seller.id, attempts: [mutation(app, seller, `${name}(input: { ${input} }) { clientMutationId }`)] }
  },
})

/** Unknown users and things: a limit counts a request before its target is looked up. */
const NOBODY = { userId: newId('user', NOW) }
const GROUP = { groupId: newId('group', NOW) }
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

/** A limit for each group, taken by its posts. */
const groupPosts = (points: number, sendNotification: boolean): LimitRow => ({
  points,
  window: DAY,
  async prepare(app) {
    const { id: groupId, owner } = await aGroup(app)
    const body = { title: 'Storm', text: 'Stay inside.', visibility: 'group', sendNotification }
    return { key: groupId, attempts: [operation(owner.api, 'addGroupPost', () => ({ groupId, body }))] }
  },
})

/** A limit for each group, taken by its new events. */
const groupEvents = (points: number): LimitRow => ({
  points,
  window: DAY,
  async prepare(app) {
    const { id: groupId, owner } = await aGroup(app)
    const call = () => ({ groupId, body: anEventRequest() })
    return { key: groupId, attempts: [operation(owner.api, 'createGroupCalendarEvent', call)] }
  },
})

/** A limit for each group, taken by changes of its events. */
const groupEventChanges = (points: number): LimitRow => ({
  points,
  window: DAY,
  async prepare(app) {
    const { id: groupId, owner } = await aGroup(app)
    const { id: calendarId } = await anEvent(owner, groupId)
    const call = () => ({ groupId, calendarId, body: { title: aName() } })
    return { key: groupId, attempts: [operation(owner.api, 'updateGroupCalendarEvent', call)] }
  },
})

/** A limit for each moderator, taken before anybody looks whether the instance of a group is there. */
const inGroupInstance = (points: number, fieldOf: (location: string) => string): LimitRow => ({
  points,
  window: HOUR,
  async prepare(app) {
    const person = await aUser(app)
    const location = `${INSTANCE.worldId}:12345~group(${GROUP.groupId})~groupAccessType(public)~region(us)`
    return { key: person.id, attempts: [mutation(app, person, fieldOf(location))] }
  },
})

/** Every rate limit that the sources declare, by name. */
export const rateLimitTable: Readonly<Record<string, LimitRow>> = {
  ...accountLimitTable,
  ...avatarLimitTable,
  ...reportLimitTable,
  ...rewardLimitTable,
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
    isFrequent: true,
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
      const input = '{ purpose: ICON, fileName: "me.png", mimeType: "image/png", sizeInBytes: 1 }'
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
      const theme = () => ({ themeId: newUuid(NOW), body: {} })
      const themes = [operation(api, 'updateProfileTheme', theme), operation(api, 'deleteProfileTheme', theme)]
      const update = operation(api, 'updateUser', () => ({ userId, body: {} }))
      return { key: userId, attempts: [update, ...attempts, ...themes] }
    },
  },
  'complete-tutorial': {
    points: 60,
    window: 60,
    async prepare(app) {
      const person = await aUser(app)
      const completion = 'completeTutorial(input: { key: "web:worlds:v1" }) { clientMutationId }'
      return { key: person.id, attempts: [mutation(app, person, completion)] }
    },
  },
  favorite: perUser(300, HOUR / 6, ['addFavorite', () => ({ body: aFavoriteRequest('avatar', anAvatarId()) })]),
  'group-creation': {
    points: 20,
    window: DAY,
    async prepare(app) {
      const { id, api } = await aSubscriber(app)
      return { key: id, attempts: [operation(api, 'createGroup', () => ({ body: aGroupRequest() }))] }
    },
  },
  'group-instance-announcement': inGroupInstance(
    30,
    (location) =>
      `announceInGroupInstance(input: { location: "${location}", title: "t", message: "m" }) { __typename }`,
  ),
  'group-instance-warning': inGroupInstance(
    60,
    (location) => `warnInGroupInstance(input: { location: "${location}", userId: "${NOBODY.userId}" }) { __typename }`,
  ),
  'group-join': perUser(60, HOUR, ['joinGroup', () => GROUP]),
  'group-invite': perUser(200, HOUR, ['createGroupInvite', () => ({ ...GROUP, body: NOBODY })]),
  'group-post': groupPosts(200, false),
  'group-calendar-change': groupEventChanges(1_000),
  'group-calendar-event': groupEvents(500),
  'group-notification': groupPosts(10, true),
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
    ['inviteMyselfToInstance', () => INSTANCE],
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
  'start-store-purchase': {
    points: 100,
    window: DAY,
    async prepare(app) {
      const person = await aUser(app)
      const input = 'input: { bundleId: "tbdl_unknown", idempotencyKey: "limit" }'
      return { key: person.id, attempts: [mutation(app, person, `startStorePurchase(${input}) { viewer { id } }`)] }
    },
  },
  'payment-webhook': {
    points: 3_000,
    window: 5 * 60,
    isFrequent: true,
    async prepare(app) {
      const key = '10.77.77.77'
      const { fetch } = aRestClient(app, { address: key })
      const attempt = async () => {
        const { status, headers } = await fetch('/webhooks/payment/other', { method: 'POST', body: '{}' })
        return { status, retryAfter: Number(headers.get('retry-after')) }
      }
      return { key, attempts: [attempt] }
    },
  },
  'settle-test-payment': {
    points: 60,
    window: 60,
    async prepare(app) {
      const person = await aUser(app)
      const input = `input: { transactionId: "${newId('paymentTransaction', NOW)}", outcome: PAYMENT_FAILED }`
      return { key: person.id, attempts: [mutation(app, person, `settleTestPayment(${input}) { viewer { id } }`)] }
    },
  },
  'create-product': bySeller(500, 'createProduct', `displayName: "", type: UDON, imageId: "${newId('file', NOW)}"`),
  'create-listing': bySeller(500, 'createListing', 'displayName: "", type: PERMANENT, productType: UDON, price: 1'),
  'create-store': bySeller(100, 'createStore', 'displayName: ""'),
  'share-inventory-item': perUser(30, 60, [
    'shareInventoryItemDirect',
    () => {
      const itemId = newId('inventoryItem', NOW)
      return { query: { itemId }, body: { itemId, users: [newId('user', NOW)] } }
    },
  ]),
  'claim-inventory-token': {
    points: 60,
    window: 60,
    async prepare(app) {
      const person = await aUser(app)
      const claim = 'claimInventoryToken(input: { token: "none" }) { clientMutationId }'
      return { key: person.id, attempts: [mutation(app, person, claim)] }
    },
  },
  'submit-jam-content': {
    points: 100,
    window: HOUR,
    async prepare(app) {
      const person = await aUser(app)
      const input = `input: { jamId: "${newId('jam', NOW)}", contentId: "${newId('world', NOW)}" }`
      return { key: person.id, attempts: [mutation(app, person, `submitJamContent(${input}) { jam { id } }`)] }
    },
  },
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

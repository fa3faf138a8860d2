import { GUEST_USER_ID } from '../../src/areas/users/systemUsers.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aFavoriteRequest, anAvatarId } from '../support/favorites.ts'
import { anImage, BINARY_FILE } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aPropRequest } from '../support/props.ts'
import { aUserReportRequest } from '../support/reports.ts'
import { aRestClient, type OperationName, type RestClient } from '../support/restClient.ts'
import { aName, aRegistration, aUser, basicAuthHeader, enableTotp, logIn, type TestUser } from '../support/users.ts'
import { aWorld, aWorldRequest } from '../support/worlds.ts'

/** The status of a REST or GraphQL response, and its Retry-After in seconds. */
export interface Outcome {
  readonly status: number
  readonly retryAfter: number
}
export type Attempt = () => Promise<Outcome>

/** A client with the full points of a limit. */
export interface LimitCase {
  /** The key by which the limit counts. */
  readonly key: string
  /** Requests that each take a point of the same limit. */
  readonly attempts: readonly [Attempt, ...Attempt[]]
}

export interface LimitRow {
  readonly points: number
  /** In seconds. */
  readonly window: number
  /** The status of a refusal where it is not 429. */
  readonly refusal?: number
  prepare(app: TestApp): Promise<LimitCase>
}

const HOUR = 3_600
const DAY = 24 * HOUR
const NOW = new Date()
const RATE_LIMITED = 429

type Call = (at: number) => Record<string, unknown> | Promise<Record<string, unknown>>

/** Calls an operation, each time with a newly built input. */
function operation(api: RestClient, name: OperationName, callOf: Call = () => ({})): Attempt {
  let count = 0
  return async () => {
    const { status, headers } = await api.try(name, await callOf(count++))
    return { status, retryAfter: Number(headers.get('retry-after')) }
  }
}

function mutation(app: TestApp, { api }: Pick<TestUser, 'api'>, field: string): Attempt {
  return async () => {
    const { errors } = await aGraphClient(app, api).send(`mutation { ${field} }`)
    const { code, retryAfter } = errors?.[0]?.extensions ?? {}
    return { status: code === 'RATE_LIMITED' ? RATE_LIMITED : 200, retryAfter: Number(retryAfter) }
  }
}

type OperationCalls = readonly (readonly [name: OperationName, callOf?: Call])[]

/** A limit for each user, shared by these operations. */
const perUser = (
  points: number,
  window: number,
  ...operations: readonly [OperationCalls[0], ...OperationCalls]
): LimitRow => ({
  points,
  window,
  async prepare(app) {
    const { id, api } = await aUser(app)
    const [first, ...more] = operations
    const attempt = ([name, callOf]: OperationCalls[0]) => operation(api, name, callOf)
    return { key: id, attempts: [attempt(first), ...more.map(attempt)] }
  },
})

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
const PNG = await anImage()

const uploading = (): Record<string, unknown> => ({ form: { file: PNG, tag: 'gallery' } })
const moderating = () => ({ body: { moderated: NOBODY.userId, type: 'mute' } })
const withPhoto = (data: object) => ({ form: { data: JSON.stringify(data), image: PNG } })
const inviting = { instanceId: `${INSTANCE.worldId}:${INSTANCE.instanceId}` }

/** A different code of six digits for each call. */
const guess = (at: number) => ({ body: { code: String(135_790 + at) } })

/** A user whose new session needs a time-based code, and an attempt to guess it. */
async function aCodeGuesser(app: TestApp) {
  const person = await aUser(app)
  await enableTotp(app, person)
  const api = aRestClient(app)
  await logIn(api, person)
  const { id } = await app
    .scope()
    .db.session.findFirstOrThrow({ where: { userId: person.id, owes: { isEmpty: false } } })
  return { userId: person.id, sessionId: id, api, attempt: operation(api, 'verify2FA', guess) }
}

const wrongLogin = (username: string) => ({ headers: basicAuthHeader(username, 'not the password') })

const requestingReset = (email: string) => `requestPasswordReset(input: { email: "${email}" })`
const resettingPassword = () => 'resetPassword(input: { token: "none", password: "a brand new one" })'

/** Every rate limit that the sources declare, by name. */
export const rateLimitTable: Readonly<Record<string, LimitRow>> = {
  'register-address': {
    points: 10,
    window: HOUR,
    async prepare(app) {
      const { address } = aRestClient(app)
      const register = (at: number) =>
        operation(aRestClient(app, { address }), 'registerUserAccount', () => ({
          body: aRegistration(aName(`r${at}`)),
        }))
      return { key: address, attempts: [register(0)] }
    },
  },
  'register-mailbox': {
    points: 3,
    window: HOUR,
    async prepare(app) {
      const name = aName()
      const register = (at: number) => ({ body: { ...aRegistration(), email: `${name}+${at}@plaza.test` } })
      return { key: `${name}@plaza.test`, attempts: [operation(aRestClient(app), 'registerUserAccount', register)] }
    },
  },
  'user-exists': {
    points: 30,
    window: 60,
    async prepare(app) {
      const api = aRestClient(app)
      const ask = () => ({ query: { username: aName() } })
      return { key: api.address, attempts: [operation(api, 'checkUserExists', ask)] }
    },
  },
  'resend-email': perUser(5, HOUR, ['resendEmailConfirmation']),
  'password-reset-mailbox': {
    points: 5,
    window: HOUR,
    async prepare(app) {
      const email = `${aName()}@plaza.test`
      const fromElsewhere: Attempt = () => mutation(app, { api: aRestClient(app) }, requestingReset(email))()
      return { key: app.scope().secrets.mac('password-reset-mailbox', email), attempts: [fromElsewhere] }
    },
  },
  'password-reset-address': {
    points: 5,
    window: HOUR,
    async prepare(app) {
      const api = aRestClient(app)
      const forAnother: Attempt = () => mutation(app, { api }, requestingReset(`${aName()}@plaza.test`))()
      return { key: api.address, attempts: [forAnother] }
    },
  },
  'password-reset-link': {
    points: 20,
    window: HOUR,
    async prepare(app) {
      const api = aRestClient(app)
      return { key: api.address, attempts: [mutation(app, { api }, resettingPassword())] }
    },
  },
  'login-account': {
    points: 5,
    window: HOUR / 4,
    async prepare(app) {
      const [{ id, username }, api] = [await aUser(app), aRestClient(app)]
      const attempt = operation(api, 'getCurrentUser', () => wrongLogin(username))
      return { key: `${id}|${api.address}`, attempts: [attempt] }
    },
  },
  'login-address': {
    points: 20,
    window: HOUR / 4,
    async prepare(app) {
      const api = aRestClient(app)
      return { key: api.address, attempts: [operation(api, 'getCurrentUser', () => wrongLogin(aName()))] }
    },
  },
  'login-account-elsewhere': {
    points: 20,
    window: HOUR / 4,
    async prepare(app) {
      const { id, username } = await aUser(app)
      const attempt: Attempt = () => operation(aRestClient(app), 'getCurrentUser', () => wrongLogin(username))()
      return { key: id, attempts: [attempt] }
    },
  },
  'second-factor': {
    points: 10,
    window: HOUR / 4,
    async prepare(app) {
      const { sessionId, attempt } = await aCodeGuesser(app)
      return { key: sessionId, attempts: [attempt] }
    },
  },
  'second-factor-person': {
    points: 100,
    window: DAY,
    async prepare(app) {
      const { userId, attempt } = await aCodeGuesser(app)
      return { key: userId, attempts: [attempt] }
    },
  },
  'recovery-code-person': {
    points: 100,
    window: DAY,
    async prepare(app) {
      const { userId, api } = await aCodeGuesser(app)
      const give = (at: number) => ({ body: { code: `abcd-efg${at}` } })
      return { key: `${userId}|${api.address}`, attempts: [operation(api, 'verifyRecoveryCode', give)] }
    },
  },
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
  'start-upload': perUser(6_000, HOUR, ['startFileDataUpload', () => DATA]),
  'upload-image': perUser(
    120,
    HOUR,
    ['uploadImage', uploading],
    ['uploadGalleryImage', uploading],
    ['uploadIcon', uploading],
  ),
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

import { writeDataExports } from '../../src/areas/accounts/dataExport/dataExport.ts'
import { exportRules } from '../../src/areas/index.ts'
import type { UserId, WorldId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aFileWithoutContent, md5Of, uploadBytes } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { createInstanceAs, enterAs, splitLocation } from '../support/instances.ts'
import { block } from '../support/playerModerations.ts'
import { aRestClient, type Exchange, type OperationName } from '../support/restClient.ts'
import {
  aConfirmedUser,
  aRegisteredUser,
  aUser,
  basicAuthHeader,
  enableTotp,
  logIn,
  mailedCode,
  mailedLink,
  PASSWORD,
  type TestUser,
  totpCode,
} from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { groupActs } from './groupActs.ts'

/** The setting of an act: `name` gives a new id the name by which its events are written. */
export interface EventStage {
  readonly app: TestApp
  name(id: string, word: string): void
}

/** Prepares the data of an act; resolves to the act, during which events are recorded. */
export type PrepareAct = (stage: EventStage) => Promise<() => Promise<Exchange>>

type MakeUser = (app: TestApp) => Promise<TestUser>

async function aNamedUser({ app, name }: EventStage, word: string, make: MakeUser = aUser): Promise<TestUser> {
  const person = await make(app)
  name(person.id, word)
  return person
}

async function aNamedFriendOf({ app, name }: EventStage, person: TestUser, word: string): Promise<TestUser> {
  const friend = await aFriendOf(app, person)
  name(friend.id, word)
  return friend
}

/** An act of a new user that needs only an account. */
const byAda =
  (operation: OperationName, callOf: (ada: TestUser) => Record<string, unknown> = () => ({})): PrepareAct =>
  async (stage) => {
    const ada = await aNamedUser(stage, 'ada')
    return () => ada.api.try(operation, callOf(ada))
  }

const changesOf = (body: object) => byAda('updateUser', ({ id }) => ({ userId: id, body }))

/** A user with TOTP whose new session still needs a code. */
async function adaPendingTotp(stage: EventStage) {
  const ada = await aNamedUser(stage, 'ada')
  const secret = await enableTotp(stage.app, ada)
  const api = aRestClient(stage.app)
  await logIn(api, ada)
  return { ada, api, secret }
}

/** A user who logs in from a new location, and is mailed a code and a link. */
async function adaAtNewLocation(stage: EventStage) {
  const ada = await aNamedUser(stage, 'ada', aConfirmedUser)
  const api = aRestClient(stage.app)
  await logIn(api, ada)
  return { ada, api }
}

const openMailedLink = ({ app }: EventStage, { email }: TestUser, api = aRestClient(app)) => {
  const { pathname, search } = mailedLink(app, email)
  return () => api.fetch(`${pathname}${search}`)
}

/** An instance of Ada's public world, with her friend inside. */
async function anInstanceWithBob(stage: EventStage) {
  const { app, name } = stage
  const ada = await aNamedUser(stage, 'ada')
  const bob = await aNamedFriendOf(stage, ada, 'bob')
  const worldId: WorldId = await aWorld(app, ada)
  name(worldId, 'world of ada')
  const { location } = await createInstanceAs(ada, worldId)
  name(location, 'instance of ada')
  await enterAs(app, bob, location)
  return { ada, location }
}

async function finishableUpload(stage: EventStage) {
  const { app, name } = stage
  const ada = await aNamedUser(stage, 'ada')
  const bytes = Buffer.from('what is uploaded')
  const { id: fileId } = await aFileWithoutContent(ada, bytes)
  name(fileId, 'file of ada')
  const key = { fileId, versionId: 1, fileType: 'file' }
  const { url } = await ada.api.call('startFileDataUpload', key)
  await uploadBytes(app, url, bytes, { md5: md5Of(bytes) })
  return () => ada.api.try('finishFileDataUpload', key)
}

async function blockOf(stage: EventStage, relation: 'friend' | 'stranger') {
  const ada = await aNamedUser(stage, 'ada')
  const bob = relation === 'friend' ? await aNamedFriendOf(stage, ada, 'bob') : await aNamedUser(stage, 'bob')
  return { ada, bob }
}

const moderation = (moderated: UserId) => ({ body: { moderated, type: 'block' } })

/** Acts whose events the access table does not produce, or not in every relevant case. */
export const restActs: Readonly<Record<string, PrepareAct>> = {
  ...groupActs,
  'getCurrentUser, logging in': async (stage) => {
    const { username, password } = await aNamedUser(stage, 'ada')
    return () => aRestClient(stage.app).try('getCurrentUser', { headers: basicAuthHeader(username, password) })
  },
  'getCurrentUser, of an account about to be deleted': async (stage) => {
    const ada = await aNamedUser(stage, 'ada')
    await ada.api.call('deleteUser', { userId: ada.id })
    return () => ada.api.try('getCurrentUser')
  },
  verifyLoginPlace: async (stage) => {
    const { ada, api } = await adaAtNewLocation(stage)
    return openMailedLink(stage, ada, api)
  },
  confirmEmail: async (stage) => openMailedLink(stage, await aNamedUser(stage, 'ada', aRegisteredUser)),
  deleteUser: byAda('deleteUser', ({ id }) => ({ userId: id })),
  verifyPending2FA: async (stage) => {
    const ada = await aNamedUser(stage, 'ada')
    const { secret } = await ada.api.call('enable2FA')
    return async () => ada.api.try('verifyPending2FA', { body: { code: await totpCode(stage.app, secret) } })
  },
  downloadDataExport: async (stage) => {
    const ada = await aNamedUser(stage, 'ada')
    await aGraphClient(stage.app, ada.api).send('mutation { requestDataExport(input: {}) { viewer { id } } }')
    await writeDataExports(stage.app.scope(), exportRules)
    return () => ada.api.try('downloadDataExport')
  },
  disable2FA: async (stage) => {
    const ada = await aNamedUser(stage, 'ada')
    await enableTotp(stage.app, ada)
    return () => ada.api.try('disable2FA')
  },
  verify2FA: async (stage) => {
    const { api, secret } = await adaPendingTotp(stage)
    return async () => api.try('verify2FA', { body: { code: await totpCode(stage.app, secret) } })
  },
  verifyRecoveryCode: async (stage) => {
    const { ada, api } = await adaPendingTotp(stage)
    const { otp = [] } = await ada.api.call('getRecoveryCodes')
    return () => api.try('verifyRecoveryCode', { body: { code: otp[0]?.code } })
  },
  verify2FAEmailCode: async (stage) => {
    const { ada, api } = await adaAtNewLocation(stage)
    return () => api.try('verify2FAEmailCode', { body: { code: mailedCode(stage.app, ada.email) } })
  },
  'updateUser, busy': changesOf({ status: 'busy' }),
  'updateUser, password': changesOf({ password: 'another good password', currentPassword: PASSWORD }),
  'friend, who has asked before': async (stage) => {
    const { ada, bob } = await blockOf(stage, 'stranger')
    await ada.api.call('friend', { userId: bob.id })
    return () => bob.api.try('friend', { userId: ada.id })
  },
  'deleteFriendRequest, declining': async (stage) => {
    const { ada, bob } = await blockOf(stage, 'stranger')
    await ada.api.call('friend', { userId: bob.id })
    return () => bob.api.try('deleteFriendRequest', { userId: ada.id })
  },
  finishFileDataUpload: finishableUpload,
  'closeInstance, hard': async (stage) => {
    const { ada, location } = await anInstanceWithBob(stage)
    return () => ada.api.try('closeInstance', { ...splitLocation(location), query: { hardClose: true } })
  },
  'moderateUser, blocking a friend': async (stage) => {
    const { ada, bob } = await blockOf(stage, 'friend')
    return () => ada.api.try('moderateUser', moderation(bob.id))
  },
  'moderateUser, blocking somebody who has asked': async (stage) => {
    const { ada, bob } = await blockOf(stage, 'stranger')
    await bob.api.call('friend', { userId: ada.id })
    return () => ada.api.try('moderateUser', moderation(bob.id))
  },
  'unmoderateUser, a friend': async (stage) => {
    const { ada, bob } = await blockOf(stage, 'friend')
    await block(ada, bob)
    return () => ada.api.try('unmoderateUser', moderation(bob.id))
  },
  'clearAllPlayerModerations, a friend’s': async (stage) => {
    const { ada, bob } = await blockOf(stage, 'friend')
    await block(ada, bob)
    return () => ada.api.try('clearAllPlayerModerations')
  },
}

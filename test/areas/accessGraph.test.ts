import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../src/kernel/ids.ts'
import type { Api } from '../support/api.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { PACKAGE } from '../support/files.ts'
import { type Answer, aGraph } from '../support/graph.ts'
import { aName, aUser, PASSWORD } from '../support/people.ts'
import { contentMutations, contentQueries } from './accessGraphContent.ts'
import { comeIn, instanceMutations, instanceQueries, instanceSubscriptions } from './accessGraphInstances.ts'
import { worldMutations, worldQueries } from './accessGraphWorlds.ts'
import { aHouse, CALLERS, type Caller, type House, type Things } from './callers.ts'
import {
  ABSENT,
  ADMIN,
  ANYBODY,
  AUTHOR,
  FOREIGN,
  FRIEND,
  GRANTED,
  NOBODY,
  OWES,
  OWNER,
  RECEIVER,
  SIGNED,
  TAKEN,
  type Table,
  UNFINISHED,
  UNSENT,
  WRONG_CODE,
  WRONG_IF_SIGNED,
  WRONG_LINK,
} from './graphAnswers.ts'

const NOTICE = 'notice-of-the-house'
const WORLD_ID = newId('world', new Date())
const MD5 = '1B2M2Y8AsgTpgAmY7PhCfg=='
const queries: Table = {
  ...worldQueries,
  ...contentQueries,
  ...instanceQueries,
  adminAssetBundle: [({ adminAssetBundleId }) => `adminAssetBundle(id: "${adminAssetBundleId}") { id }`, SIGNED],
  allInfoPushes: [() => 'allInfoPushes { nodes { id } }', ADMIN],
  badges: [() => 'badges { nodes { id } }', SIGNED],
  broadcast: [() => 'broadcast(id: "bcast_none") { id }', [NOBODY, OWES, FOREIGN, FOREIGN, 'null']],
  broadcasts: [() => 'broadcasts { nodes { id } }', ADMIN],
  config: [() => 'config', ANYBODY],
  hasAgreed: [() => `hasAgreed(contentId: "${WORLD_ID}", version: 1)`, SIGNED],
  infoPushes: [() => 'infoPushes(include: ["x"]) { nodes { id } }', SIGNED],
  'node of a user': [({ userId }) => `node(id: "${userId}") { id }`, SIGNED],
  'node of a file': [({ assetId }) => `node(id: "${assetId}") { id }`, SIGNED],
  'node of a note': [({ noteId }) => `node(id: "${noteId}") { id }`, AUTHOR],
  'node of a notification': [({ noticeId }) => `node(id: "${noticeId}") { id }`, AUTHOR],
  'node of a session': [({ sessionId }) => `node(id: "${sessionId}") { id }`, AUTHOR],
  'node of a permission': [({ permissionId }) => `node(id: "${permissionId}") { id }`, GRANTED],
  nodes: [({ noteId }) => `nodes(ids: ["${noteId}"]) { id }`, SIGNED],
  onlineCount: [() => 'onlineCount', ANYBODY],
  permission: [({ permissionId }) => `permission(id: "${permissionId}") { id }`, GRANTED],
  permissions: [() => 'permissions { nodes { id } }', ADMIN],
  session: [() => 'session { id }', UNFINISHED],
  systemTime: [() => 'systemTime', ANYBODY],
  user: [({ userId }) => `user(id: "${userId}") { id }`, SIGNED],
  userByName: [({ username }) => `userByName(username: "${username}") { id }`, ADMIN],
  userExists: [({ username }) => `userExists(username: "${username}") { userExists }`, ANYBODY],
  users: [() => 'users(first: 1) { nodes { id } }', SIGNED],
  viewer: [() => 'viewer { id }', SIGNED],
}

const dataOf = (fileId: string) => `{ fileId: "${fileId}", version: 1, type: FILE }`
const badgeHolder = ({ badgeId, userId }: Things) => `input: { badgeId: "${badgeId}", userId: "${userId}" }`
const grant = ({ permissionId, userId }: Things) => `input: { permissionId: "${permissionId}", userId: "${userId}" }`
const notified = (id: string, more = '') => `input: { notificationId: "${id}" ${more} }`
const code = 'input: { code: "000000" }'

/** In the order in which they are tried: each leaves what the later ones need. */
const mutations: Table = {
  ...worldMutations,
  ...instanceMutations,
  addTags: [({ userId }) => `addTags(input: { userId: "${userId}", tags: ["language_eng"] }) { user { id } }`, OWNER],
  removeTags: [
    ({ userId }) => `removeTags(input: { userId: "${userId}", tags: ["language_eng"] }) { user { id } }`,
    OWNER,
  ],
  updateUser: [({ userId }) => `updateUser(input: { userId: "${userId}", bio: "${aName()}" }) { user { id } }`, OWNER],
  updateBadge: [
    ({ badgeId, userId }) =>
      `updateBadge(input: { badgeId: "${badgeId}", userId: "${userId}", hidden: false }) { showcased }`,
    OWNER,
  ],
  updateNote: [
    ({ targetId }) => `updateNote(input: { targetUserId: "${targetId}", note: "${aName()}" }) { id }`,
    SIGNED,
  ],
  friend: [({ strangerId }) => `friend(input: { userId: "${strangerId}" }) { user { id } }`, SIGNED],
  deleteFriendRequest: [
    ({ strangerId }) => `deleteFriendRequest(input: { userId: "${strangerId}" }) { user { id } }`,
    SIGNED,
  ],
  acceptFriendRequest: [
    ({ requestId }) => `acceptFriendRequest(input: { friendRequestId: "${requestId}" }) { user { id } }`,
    RECEIVER,
  ],
  declineFriendRequest: [
    ({ declinedId }) => `declineFriendRequest(input: { friendRequestId: "${declinedId}" }) { user { id } }`,
    RECEIVER,
  ],
  boop: [({ friendId }) => `boop(input: { userId: "${friendId}" }) { user { id } }`, FRIEND],
  unfriend: [({ formerId }) => `unfriend(input: { userId: "${formerId}" }) { user { id } }`, FRIEND],
  markNotificationAsRead: [({ noticeId }) => `markNotificationAsRead(${notified(noticeId)}) { deletedIds }`, RECEIVER],
  respondNotification: [
    ({ offerId }) => `respondNotification(${notified(offerId, 'responseType: "accept"')}) { deletedIds }`,
    RECEIVER,
  ],
  replyNotification: [
    ({ questionId }) => `replyNotification(${notified(questionId, 'text: "Yes"')}) { deletedIds }`,
    RECEIVER,
  ],
  deleteNotification: [({ deletedId }) => `deleteNotification(${notified(deletedId)}) { deletedIds }`, RECEIVER],
  clearNotifications: [() => 'clearNotifications { deletedIds }', SIGNED],
  deleteAllNotificationV2s: [() => 'deleteAllNotificationV2s { deletedIds }', SIGNED],
  sendNotification: [
    ({ userId }) =>
      `sendNotification(input: { receiverIds: ["${userId}"], type: "moderation.notice", title: "t", message: "m" }) { id }`,
    ADMIN,
  ],
  createFile: [
    () => 'createFile(input: { name: "", mimeType: "application/gzip", extension: ".gz" }) { file { id } }',
    SIGNED,
  ],
  createFileVersion: [
    ({ assetId }) =>
      `createFileVersion(input: { fileId: "${assetId}", signatureMd5: "${MD5}", signatureSizeInBytes: 0 }) { file { id } }`,
    OWNER,
  ],
  startFileDataUpload: [({ waitingId }) => `startFileDataUpload(input: ${dataOf(waitingId)}) { url }`, OWNER],
  finishFileDataUpload: [
    ({ waitingId }) => `finishFileDataUpload(input: ${dataOf(waitingId)}) { file { id } }`,
    UNSENT,
  ],
  deleteFileVersion: [
    ({ shorterId }) => `deleteFileVersion(input: { fileId: "${shorterId}", version: 1 }) { file { id } }`,
    TAKEN,
  ],
  deleteFile: [({ goneFileId }) => `deleteFile(input: { fileId: "${goneFileId}" }) { id }`, TAKEN],
  uploadImage: [
    ({ pictureId }) => `uploadImage(input: { fileId: "${pictureId}", tag: gallery }) { file { id } }`,
    TAKEN,
  ],
  setGroupGalleryFileOrder: [
    ({ assetId }) =>
      `setGroupGalleryFileOrder(input: { galleryId: "${newId('groupGallery', new Date())}", ids: ["${assetId}"] }) { fileIds }`,
    [NOBODY, OWES, ABSENT, 'ok', 'ok'],
  ],
  submitContentAgreement: [
    () =>
      `submitContentAgreement(input: { agreementCode: "content.copyright.owned", contentId: "${WORLD_ID}", version: 1, agreementFulltext: "" }) { id }`,
    SIGNED,
  ],
  updateAssetReviewNotes: [
    ({ assetReviewId }) =>
      `updateAssetReviewNotes(input: { assetReviewId: "${assetReviewId}", reviewNotes: "" }) { id }`,
    OWNER,
  ],
  createAdminAssetBundle: [
    () =>
      'createAdminAssetBundle(input: { assetType: "ui", name: "n", description: "", imageUrl: "", thumbnailImageUrl: "", isPublic: true, packages: [{ assetUrl: "u", assetVersion: 1, platform: "p", unityVersion: "v", variant: "standard" }] }) { id }',
    ADMIN,
  ],
  deleteAdminAssetBundle: [
    ({ adminAssetBundleId }) => `deleteAdminAssetBundle(input: { id: "${adminAssetBundleId}" })`,
    ADMIN,
  ],
  ...contentMutations,
  awardBadge: [(things) => `awardBadge(${badgeHolder(things)}) { id }`, ADMIN],
  withdrawBadge: [(things) => `withdrawBadge(${badgeHolder(things)}) { id }`, ADMIN],
  createBadge: [() => `createBadge(input: { name: "${aName()}", description: "d", imageUrl: "" }) { id }`, ADMIN],
  changeBadge: [({ badgeId }) => `changeBadge(input: { id: "${badgeId}", description: "d" }) { id }`, ADMIN],
  createInfoPush: [() => `createInfoPush(input: { id: "${aName('n-')}", data: {} }) { id }`, ADMIN],
  updateInfoPush: [() => `updateInfoPush(input: { id: "${NOTICE}", priority: 2 }) { id }`, ADMIN],
  deleteInfoPush: [() => `deleteInfoPush(input: { id: "${NOTICE}" })`, ADMIN],
  createPermission: [
    () => `createPermission(input: { name: "${aName('permission-')}", displayName: "P" }) { id }`,
    ADMIN,
  ],
  updatePermission: [
    ({ permissionId }) => `updatePermission(input: { id: "${permissionId}", description: "d" }) { id }`,
    ADMIN,
  ],
  grantPermission: [(things) => `grantPermission(${grant(things)}) { id }`, ADMIN],
  revokePermission: [(things) => `revokePermission(${grant(things)}) { id }`, ADMIN],
  setConfigEntry: [() => 'setConfigEntry(input: { key: "contactEmail", value: "help@plaza.test" }) { key }', ADMIN],
  setFrontendAsset: [
    () => 'setFrontendAsset(input: { kind: CSS, variant: PUBLIC, branch: "b", content: "" }) { kind }',
    ADMIN,
  ],
  registerUserAccount: [
    () => {
      const name = aName()
      const terms = 'birthday: "1990-01-02", acceptedTOSVersion: 1, subscribe: false'
      return `registerUserAccount(input: { username: "${name}", email: "${name}@plaza.test", password: "${PASSWORD}", ${terms} }) { owes }`
    },
    ANYBODY,
  ],
  signIn: [({ username }) => `signIn(input: { username: "${username}", password: "${PASSWORD}" }) { owes }`, ANYBODY],
  confirmEmail: [({ userId }) => `confirmEmail(input: { userId: "${userId}", token: "none" })`, WRONG_LINK],
  verifyLoginPlace: [() => 'verifyLoginPlace(input: { token: "none" })', WRONG_LINK],
  resendEmailConfirmation: [() => 'resendEmailConfirmation { id }', SIGNED],
  enable2FA: [() => 'enable2FA { secret }', SIGNED],
  verifyPending2FA: [() => `verifyPending2FA(${code}) { id }`, WRONG_IF_SIGNED],
  cancelPending2FA: [() => 'cancelPending2FA { id }', SIGNED],
  disable2FA: [() => 'disable2FA { id }', SIGNED],
  verify2FA: [() => `verify2FA(${code}) { id }`, WRONG_CODE],
  verifyRecoveryCode: [() => `verifyRecoveryCode(${code}) { id }`, WRONG_CODE],
  verify2FAEmailCode: [() => `verify2FAEmailCode(${code}) { id }`, WRONG_CODE],
  deleteAccount: [({ userId }) => `deleteAccount(input: { userId: "${userId}" }) { user { id } }`, OWNER],
  revokeSession: [
    ({ sessionId }) => `revokeSession(input: { sessionId: "${sessionId}" }) { id }`,
    [NOBODY, OWES, ABSENT, 'ok', ABSENT],
  ],
  revokeOtherSessions: [() => 'revokeOtherSessions { id }', SIGNED],
  logout: [() => 'logout', UNFINISHED],
}

const subscriptions: Table = {
  ...instanceSubscriptions,
  contentChanged: [() => 'contentChanged { contentType }', SIGNED],
  friendActivity: [() => 'friendActivity { kind }', SIGNED],
  notificationFeed: [() => 'notificationFeed { kind }', SIGNED],
  viewerChanged: [() => 'viewerChanged { id }', SIGNED],
}

let app: TestApp
let house: House
beforeAll(async () => {
  app = await anApp()
  house = await aHouse(app)
  const { db, now } = app.scope()
  await db.infoPush.create({ data: { id: NOTICE, tags: [], data: {}, hash: '', createdAt: now, updatedAt: now } })
})

const fieldOf = (name: string) => name.split(' ')[0] ?? name

function outcomeOf(name: string, { data, errors }: Answer): string {
  const code = errors?.[0]?.extensions.code
  if (code !== undefined) return String(code)
  return z.record(z.string(), z.unknown()).parse(data)[fieldOf(name)] === null ? 'null' : 'ok'
}

type Field = Table[string][0]

async function outcomes(kind: string, name: string, field: Field) {
  const found: string[] = []
  for (const caller of CALLERS) {
    found.push(outcomeOf(name, await aGraph(app, house.as(caller)).send(`${kind} { ${field(house.things)} }`)))
  }
  return found
}

/** Follows a field by server-sent events until the first: a refusal at once, or what the caller's own act sets off. */
async function followed(caller: Caller, field: Field): Promise<string> {
  const api = house.as(caller)
  const cookie = [...api.cookies].map((pair) => pair.join('=')).join('; ')
  const stop = new AbortController()
  const response = await fetch(`${app.origin}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-forwarded-for': api.address,
      cookie,
    },
    body: JSON.stringify({ query: `subscription { ${field(house.things)} }` }),
    signal: stop.signal,
  })
  await stir(api)
  const text = await firstEvent(response)
  stop.abort()
  return /"code":"(\w+)"/.exec(text)?.[1] ?? 'ok'
}

/** Lets something happen that every subscription tells of: a note is written, a file made, somebody asks and becomes a friend. */
async function stir(api: Api) {
  await api.try('updateUserNote', { body: { targetUserId: house.things.targetId, note: aName() } })
  await api.try('createFile', { body: PACKAGE })
  await comeIn(app, api, house.things)
  const { body } = await api.try('getCurrentUser')
  const viewer = z.object({ id: z.string() }).safeParse(body)
  if (!viewer.success) return
  const somebody = await aUser(app)
  await somebody.api.call('friend', { userId: viewer.data.id })
  await api.try('friend', { userId: somebody.id })
}

async function firstEvent({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  let text = ''
  while (!text.includes('"data":') && !text.includes('"errors":')) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`the stream ended after ${text}`)
    text += Buffer.from(part.value).toString()
  }
  return text
}

const Fields = z.object({ fields: z.array(z.object({ name: z.string() })) })
const Introspected = z.object({ __schema: z.object({ types: z.array(z.object({ name: z.string() }).loose()) }) })

/** The fields of a root type, as the running server tells them. */
async function rootFields(type: string): Promise<string[]> {
  const { data } = await aGraph(app, house.as('admin')).send(getIntrospectionQuery({ descriptions: false }))
  const found = Introspected.parse(data).__schema.types.find(({ name }) => name === type)
  return Fields.parse(found)
    .fields.map(({ name }) => name)
    .sort()
}

const fieldsIn = (table: Table) => [...new Set(Object.keys(table).map(fieldOf))].sort()

describe('who may use a field of the graph', () => {
  it.each([
    ['Query', queries],
    ['Mutation', mutations],
    ['Subscription', subscriptions],
  ])('is decided for every field of %s, and for no other', async (type, table) => {
    expect(fieldsIn(table)).toEqual(await rootFields(type))
  })

  it.each(Object.entries(queries))('query: %s', async (name, [field, answers]) => {
    expect(await outcomes('query', name, field)).toEqual([...answers])
  })

  it.each(Object.entries(subscriptions))('subscription: %s', async (_name, [field, answers]) => {
    const found: string[] = []
    for (const caller of CALLERS) found.push(await followed(caller, field))
    expect(found).toEqual([...answers])
  })

  it.each(Object.entries(mutations))('mutation: %s', async (name, [field, answers]) => {
    expect(await outcomes('mutation', name, field)).toEqual([...answers])
  })
})

import { BOUNDS } from '../../kernel/bounds.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type Location, parseLocation } from '../../kernel/location.ts'
import type { RateLimit } from '../../kernel/rateLimit.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { emitFileChanged, readFile } from '../files/files.ts'
import {
  addImageFile,
  consumeSourceEvictingOldest,
  type ImageSource,
  type StoredImage,
  withEncodedImage,
} from '../files/images/images.ts'
import { fileUrl } from '../files/links.ts'
import { targetUserNotFound } from '../friends/policy.ts'
import { accessFactsAt, canEnterInstance, canInviteTo, instanceNotFound } from '../instances/policy.ts'
import { deleteOldNotifications } from '../notifications/feed/queries.ts'
import type { NotificationWithSenderName } from '../notifications/queries.ts'
import { type NotificationDraft, sendNotifications } from '../notifications/send.ts'
import { lockExistingUsers, lockFriend } from '../users/locks.ts'
import type { WorldRow } from '../worlds/queries.ts'
import { findOpenWorld } from '../worlds/world/read.ts'
import { readOwnMessageText } from './inviteMessages.ts'
import { friendshipRequired } from './policy.ts'

const limitPerMinute = (name: string): RateLimit => ({ name, points: 60, window: 60 })
const INVITE_LIMIT = limitPerMinute('invite')
const REQUEST_INVITE_LIMIT = limitPerMinute('request-invite')
export const RESPOND_INVITE_LIMIT = limitPerMinute('respond-invite')

/**
 * Locks the friendship of the viewer and the recipient. Returns the viewer's display name. Throws `missing` for an unknown
 * person, `forbidden` for a person who is not a friend or when one has blocked the other.
 */
export async function lockRecipient(tx: ViewerScope & InTransaction, userId: UserId): Promise<string> {
  const { id } = tx.viewer
  const { areThere, areFriends, ownName } = await lockFriend(tx, id, userId)
  if (!areThere && id !== userId) throw targetUserNotFound()
  if (!areFriends || ownName === null) throw friendshipRequired()
  return ownName
}

/** Sends a notification of the viewer. The caller has locked the viewer and read their display name. */
export async function sendInviteNotification(
  tx: ViewerScope & InTransaction,
  displayName: string,
  draft: InviteDraft,
): Promise<NotificationWithSenderName> {
  const [row] = await sendNotifications(tx, [{ ...draft, senderId: tx.viewer.id }])
  if (!row) throw new Error('a notification was not written')
  return { ...row, sender: { displayName } }
}

/** Of these types, so many notifications of one person are kept for another: older ones are deleted. */
const MOST_OF_SENDER = {
  invite: BOUNDS.invitesOfFriend.most,
  requestInvite: BOUNDS.inviteRequestsOfFriend.most,
} as const

/** Sends an invite or a request for one, and deletes the oldest of the viewer's to the person beyond the limit. */
async function sendAndDeleteOld(tx: ViewerScope & InTransaction, displayName: string, draft: InviteDraft) {
  const { receiverId } = draft
  const type = draft.type === 'invite' ? 'invite' : 'requestInvite'
  const sent = { type, receiverId, senderId: tx.viewer.id } as const
  await deleteOldNotifications(tx, sent, MOST_OF_SENDER[type] - 1)
  return sendInviteNotification(tx, displayName, draft)
}

/** An image whose bytes are stored, before its file is created. */
interface EncodedAttachment extends ImageSource {
  readonly image: StoredImage
}

/**
 * Encodes and stores the attached image, if any, and runs the work that writes its row. Throws `invalid` for data that is
 * not an image, `exhausted`.
 */
export const withAttachedImage = <R>(
  scope: ViewerScope,
  source: ImageSource | undefined,
  work: (attachment: EncodedAttachment | undefined) => Promise<R>,
): Promise<R> =>
  source ? withEncodedImage(scope, 'invitePhoto', source, (image) => work({ ...source, image })) : work(undefined)

/**
 * Creates the file of the attached image, if any, and returns its URL. Throws `conflict` when the image limit is reached
 * and no older image can be deleted.
 */
export async function storeAttachedImage(
  tx: ViewerScope & InTransaction,
  act: 'inviteUser' | 'requestInvite' | 'respondInvite',
  attachment: EncodedAttachment | undefined,
): Promise<{ imageUrl?: string }> {
  if (!attachment) return {}
  return ownerOrAdminAct(tx, act, async () => {
    const ownerId = await consumeSourceEvictingOldest(tx, 'invitePhoto', attachment)
    const fileId = await addImageFile(tx, 'invitePhoto', attachment.image, { animation: null })
    emitFileChanged(tx, await readFile(tx, fileId), 'created')
    const imageUrl = fileUrl(tx.rules.publicUrl, { fileId, version: 1 })
    return { subjectId: fileId, ownerId, result: { imageUrl } }
  })
}

/** An instance in a request: a location in either field, or the part after its colon in `instanceId` and the world in `worldId`. */
export interface InstanceReference {
  readonly instanceId: string
  readonly worldId?: string | undefined
}

/** Null for an invalid location. */
export function parseInstanceReference({ instanceId, worldId = '' }: InstanceReference): Location | null {
  const [world] = worldId.split(':')
  return parseLocation(instanceId) ?? parseLocation(`${world}:${instanceId}`)
}

export interface NewInvite {
  readonly place: Location | null
  /** Slot of the viewer's `message` collection. */
  readonly messageSlot?: number | undefined
}

/**
 * Invites a friend to an instance that the viewer may enter or is in. Throws `missing` for another instance and for an
 * unknown person, `forbidden` for a person who is not a friend, `exhausted` after 60 in a minute; with an image, like
 * uploadImage.
 */
export async function inviteUser(
  scope: ViewerScope,
  userId: UserId,
  { place, messageSlot }: NewInvite,
  source?: ImageSource,
): Promise<NotificationWithSenderName> {
  await scope.limits.take(INVITE_LIMIT, scope.viewer.id)
  const target = await findInviteTarget(scope, place)
  return withAttachedImage(scope, source, (attachment) =>
    transact(scope, async (tx) => {
      const ownName = await lockRecipient(tx, userId)
      if (!canInviteTo(tx, target.place, await accessFactsAt(tx, target.place))) throw instanceNotFound()
      await assertInstanceOpen(tx, target)
      const text = await readOwnMessageText(tx, 'message', messageSlot)
      const image = await storeAttachedImage(tx, 'inviteUser', attachment)
      return sendAndDeleteOld(tx, ownName, inviteDraft(tx.now, target, { receiverId: userId, text, ...image }))
    }),
  )
}

/** Throws `missing` for no location, and for a world that is hidden or that the viewer can't read. */
async function findInviteTarget(scope: ViewerScope, place: Location | null): Promise<InviteTarget> {
  const world = place && (await findOpenWorld(scope, place.worldId))
  if (!place || !world) throw instanceNotFound()
  return { place, world }
}

/** An instance that was not created yet counts as open. */
async function assertInstanceOpen({ db, now }: ViewerScope & InTransaction, { place: { location } }: InviteTarget) {
  if ((await db.instance.count({ where: { location, closedAt: { lte: now } } })) > 0) throw instanceNotFound()
}

/**
 * Sends an invite to the viewer, which is how the website opens an instance in a client. It gives no access. Throws
 * `missing` for an instance that the viewer may not enter, `exhausted` after 60 in a minute.
 */
export async function inviteMyselfTo(scope: ViewerScope, place: Location | null): Promise<NotificationWithSenderName> {
  const { id } = scope.viewer
  await scope.limits.take(INVITE_LIMIT, id)
  const target = await findInviteTarget(scope, place)
  return transact(scope, async (tx) => {
    if ((await lockExistingUsers(tx, [id])).length === 0) throw targetUserNotFound()
    if (!canEnterInstance(tx, target.place, await accessFactsAt(tx, target.place))) throw instanceNotFound()
    await assertInstanceOpen(tx, target)
    const { displayName } = await tx.db.user.findUniqueOrThrow({ where: { id }, select: { displayName: true } })
    const draft = inviteDraft(tx.now, target, { receiverId: id, text: undefined })
    return sendAndDeleteOld(tx, displayName, draft)
  })
}

interface NewInviteRequest {
  /** Slot of the viewer's `request` collection. */
  readonly requestSlot?: number | undefined
  /** Platform on which the viewer would join; the last one used by default. */
  readonly platform?: string | undefined
}

/**
 * Asks a friend for an invite to their current instance. Throws `missing` for an unknown person, `forbidden` for a person
 * who is not a friend, `exhausted` after 60 in a minute; with an image, like uploadImage.
 */
export async function requestInvite(
  scope: ViewerScope,
  userId: UserId,
  { requestSlot, platform }: NewInviteRequest,
  source?: ImageSource,
): Promise<NotificationWithSenderName> {
  await scope.limits.take(REQUEST_INVITE_LIMIT, scope.viewer.id)
  return withAttachedImage(scope, source, (attachment) =>
    transact(scope, async (tx) => {
      const ownName = await lockRecipient(tx, userId)
      const image = await storeAttachedImage(tx, 'requestInvite', attachment)
      const text = await readOwnMessageText(tx, 'request', requestSlot)
      const from = platform ?? (await lastPlatformOf(tx))
      return sendAndDeleteOld(tx, ownName, requestDraft(tx.now, from, { receiverId: userId, text, ...image }))
    }),
  )
}

async function lastPlatformOf({ db, viewer }: Pick<ViewerScope, 'db' | 'viewer'>): Promise<string> {
  const user = await db.user.findUniqueOrThrow({ where: { id: viewer.id }, select: { lastPlatform: true } })
  return user.lastPlatform
}

/** Expired invites are not shown and give no access to an instance. */
export const INVITE_LIFETIME = DAY

/** An instance to which somebody is invited. */
interface InviteTarget {
  readonly place: Location
  readonly world: WorldRow
}

/** What the sender adds to an invite or a request for one. */
interface Enclosure {
  readonly receiverId: UserId
  /** Undefined for none. */
  readonly text: string | undefined
  readonly imageUrl?: string
}

/** A notification without its sender, who is the viewer: an invite, a request for one, or a response to either. */
type InviteDraft = Omit<NotificationDraft, 'senderId'> & { readonly message: string }

const withExpiry = <D extends object>(now: Date, draft: D) => ({
  ...draft,
  expiresAt: addMilliseconds(now, INVITE_LIFETIME),
})

/** Clients read the whole location from `worldId`. */
const placeDetails = ({ place, world }: InviteTarget) => ({ worldId: place.location, worldName: world.name })

/** People choose the text of an invite from messages that they have written. */
const written = (text: string | undefined) => (text ? ({ written: 'message' } as const) : {})

function inviteDraft(now: Date, target: InviteTarget, { receiverId, text, ...image }: Enclosure): InviteDraft {
  const details = { ...placeDetails(target), ...(text !== undefined && { inviteMessage: text }), ...image }
  const subject = { subjectId: target.place.location, facts: { subjectName: target.world.name, ...written(text) } }
  return withExpiry(now, { ...subject, type: 'invite', receiverId, message: text ?? '', details, ...image })
}

function requestDraft(now: Date, platform: string, { receiverId, text, ...image }: Enclosure): InviteDraft {
  const details = { platform, ...(text !== undefined && { requestMessage: text }), ...image }
  const facts = written(text)
  return withExpiry(now, { type: 'requestInvite', receiverId, message: text ?? '', details, facts, ...image })
}

/** A response to an invite, or to a request for one. */
interface InviteResponse {
  readonly type: 'invite' | 'requestInvite'
  readonly id: string
  readonly text: string
}

/** Clients read the message of a response to a request from either field. */
export function responseDraft(
  now: Date,
  { type, id, text }: InviteResponse,
  { receiverId, ...image }: Omit<Enclosure, 'text'>,
): InviteDraft {
  const reply = { inResponseTo: id, responseMessage: text, ...image }
  return withExpiry(now, {
    ...(type === 'invite'
      ? ({ type: 'inviteResponse', details: reply } as const)
      : ({ type: 'requestInviteResponse', details: { ...reply, requestMessage: text } } as const)),
    receiverId,
    message: text,
    facts: written(text),
    relatedNotificationsId: id,
    ...image,
  })
}

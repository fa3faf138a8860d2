import type { InviteMessage as Row } from '../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE, SECOND } from '../../kernel/clock.ts'
import { Failure, userNotFound } from '../../kernel/failure.ts'
import { deterministicId, type InviteMessageId, type UserId } from '../../kernel/ids.ts'
import type { InputRule } from '../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { OwnerOrAdminAct } from '../audit/actNames.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { lockExistingUsers } from '../users/locks.ts'
import { visibleUsers } from '../users/policy.ts'
import { assertCanUseMessages, assertMessageSlot, messageNotEdited, slotNotFound } from './policy.ts'

/** Time for which a changed message can't be changed again. */
const EDIT_COOLDOWN = 60 * MINUTE

export interface MessageSlot {
  readonly userId: UserId
  readonly type: MessageType
  readonly slot: number
}

/** The message in a slot: the text of its owner, or the default text. */
export interface SlotMessage {
  /** Derived from the owner and the slot, so it does not depend on the text. */
  readonly id: InviteMessageId
  readonly type: MessageType
  readonly slot: number
  readonly message: string
  /** Time of the last change; for a default text, of the owner's registration. */
  readonly updatedAt: Date
  /** Milliseconds until it can be changed again. */
  readonly cooldown: number
}

/** The messages of a collection, by slot. Throws `forbidden` for messages of others, `missing` for an unknown person. */
export async function readInviteMessages(scope: ViewerScope, userId: UserId, type: MessageType) {
  assertCanUseMessages(scope, userId)
  return readMessagesOfTypes(scope, userId, [type])
}

/** The message in one slot. Throws like readInviteMessages, and `invalid` for a negative slot, `missing` for a too high one. */
export async function readInviteMessage(scope: ViewerScope, { userId, type, slot }: MessageSlot): Promise<SlotMessage> {
  const messages = await readInviteMessages(scope, userId, type)
  if (slot < 0) assertMessageSlot(slot)
  const message = messages[slot]
  if (!message) throw slotNotFound()
  return message
}

/** The messages of some collections, by collection and slot. Throws `missing` for an unknown or erased person. */
export async function readMessagesOfTypes({ db, now }: Scope, userId: UserId, types: readonly MessageType[]) {
  const person = await db.user.findFirst({
    where: { id: userId, ...visibleUsers },
    select: { createdAt: true, inviteMessages: { where: { messageType: { in: [...types] } } } },
  })
  if (!person) throw userNotFound(userId)
  const edited = new Map(person.inviteMessages.map((row) => [`${row.messageType} ${row.slot}`, row]))
  const inSlot = (type: MessageType, slot: number): SlotMessage => {
    const row = edited.get(`${type} ${slot}`)
    return {
      id: deterministicId('inviteMessage', userId, type, String(slot)),
      type,
      slot,
      message: row?.message ?? defaultMessage(type, slot),
      updatedAt: row?.updatedAt ?? person.createdAt,
      cooldown: row ? remainingCooldownOf(row, now) : 0,
    }
  }
  return types.flatMap((type) => DEFAULT_MESSAGES[type].map((_, slot) => inSlot(type, slot)))
}

/** At most the whole cooldown: the clock of the node that wrote the row may be ahead of this one. */
const remainingCooldownOf = ({ updatedAt }: Row, now: Date): number =>
  Math.min(Math.max(addMilliseconds(updatedAt, EDIT_COOLDOWN).getTime() - now.getTime(), 0), EDIT_COOLDOWN)

export const cooldownMinutes = (cooldown: number) => Math.ceil(cooldown / MINUTE)

const messageKeyOf = ({ userId, type, slot }: MessageSlot) => ({ userId, messageType: type, slot })

/** Text of one of the viewer's messages; undefined without a slot. */
export async function readOwnMessageText(
  { db, viewer }: Pick<ViewerScope, 'db' | 'viewer'>,
  type: MessageType,
  slot: number | undefined,
) {
  if (slot === undefined) return undefined
  const key = messageKeyOf({ userId: viewer.id, type, slot })
  const row = await db.inviteMessage.findUnique({ where: { userId_messageType_slot: key } })
  return row?.message ?? defaultMessage(type, slot)
}

/**
 * Changes the message in a slot, which can't be changed again for 60 minutes. Returns its collection. Throws `forbidden`
 * for slots of others, `invalid` for an invalid slot, `missing` for an unknown person, `exhausted` during the cooldown.
 */
export const updateInviteMessage = (scope: ViewerScope, slot: MessageSlot, text: string): Promise<SlotMessage[]> =>
  editMessage(scope, { act: 'updateInviteMessage', slot }, async ({ db, now }) => {
    const [key, change] = [messageKeyOf(slot), { message: text.trim(), updatedAt: now }]
    const editable = { ...key, updatedAt: { lte: addMilliseconds(now, -EDIT_COOLDOWN) } }
    const edited = await db.inviteMessage.updateMany({ where: editable, data: change })
    if (edited.count > 0) return edited.count
    const first = await db.inviteMessage.createMany({ data: [{ ...key, ...change }], skipDuplicates: true })
    return first.count
  })

/**
 * Restores the default text of a slot, which can be changed at once. Returns its collection. Throws like
 * updateInviteMessage, and `missing` for a slot that has its default text.
 */
export const resetInviteMessage = (scope: ViewerScope, slot: MessageSlot): Promise<SlotMessage[]> =>
  editMessage(scope, { act: 'resetInviteMessage', slot }, async ({ db, now }) => {
    const where = { ...messageKeyOf(slot), updatedAt: { lte: addMilliseconds(now, -EDIT_COOLDOWN) } }
    const { count } = await db.inviteMessage.deleteMany({ where })
    return count
  })

/** The rules for an edit of a message. Throws `forbidden` for messages of others. */
export function messageEditRules(scope: ViewerScope, userId: UserId, slot: number | undefined): InputRule[] {
  assertCanUseMessages(scope, userId)
  return [() => slot !== undefined && assertMessageSlot(slot)]
}

interface MessageEdit {
  readonly act: OwnerOrAdminAct
  readonly slot: MessageSlot
}

/** `write` changes nothing during the cooldown, so the first of several concurrent edits wins. */
async function editMessage(
  scope: ViewerScope,
  { act, slot }: MessageEdit,
  write: (tx: ViewerScope & InTransaction) => Promise<number>,
) {
  assertCanUseMessages(scope, slot.userId)
  assertMessageSlot(slot.slot)
  return ownerOrAdminAct(scope, act, async (tx) => {
    const [owner] = await lockExistingUsers(tx, [slot.userId])
    if (!owner) throw userNotFound(slot.userId)
    if ((await write(tx)) === 0) throw await editFailure(tx, slot)
    const details = { messageType: slot.type, slot: slot.slot }
    const result = await readMessagesOfTypes(tx, owner, [slot.type])
    return { subjectId: owner, ownerId: owner, details, result }
  })
}

async function editFailure({ db, now }: ViewerScope & InTransaction, slot: MessageSlot): Promise<Failure> {
  const row = await db.inviteMessage.findUnique({ where: { userId_messageType_slot: messageKeyOf(slot) } })
  return row ? messageOnCooldown(remainingCooldownOf(row, now)) : messageNotEdited()
}

/** Shipped clients depend on this message. */
const messageOnCooldown = (cooldown: number) =>
  new Failure('exhausted', `Please wait ${cooldownMinutes(cooldown)} more minutes until you try again.`, {
    reason: 'message_cooldown',
    retryAfter: Math.ceil(cooldown / SECOND),
  })

/** Collections of messages: for invites, responses to them, requests for an invite, and responses to those. */
export const MESSAGE_TYPES = ['message', 'response', 'request', 'requestResponse'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/**
 * Default texts of the slots, in their order. By contract, the response to an invite is taken from `message`, so its texts
 * fit both.
 */
const DEFAULT_MESSAGES: Readonly<Record<MessageType, readonly string[]>> = {
  message: [
    'See you there!',
    'It would be nice to meet.',
    'Whenever you like.',
    'Take your time.',
    'Just for a moment.',
    'There is something to show you.',
    'Let us talk.',
    'Bring a friend along!',
    'Only if you have time.',
    'We have not met in a while.',
    'It is quiet here right now.',
    'There is a lot going on here.',
  ],
  response: [
    'On my way!',
    'I will be there soon.',
    'Give me five minutes.',
    'Give me half an hour.',
    'Maybe later.',
    'Not right now, thank you.',
    'I am busy at the moment.',
    'I was just about to leave.',
    'I would rather stay where I am.',
    'Another day, gladly.',
    'I am away from my device.',
    'Have fun without me!',
  ],
  request: [
    'May I join you?',
    'Is there room for one more?',
    'I would like to show you something.',
    'Do you have a moment?',
    'May I bring a friend?',
    'What are you up to?',
    'It has been a while!',
    'I am free now.',
    'Where are you?',
    'I have a question.',
    'I would like to see that world.',
    'Only if it is no trouble.',
  ],
  requestResponse: [
    'Not right now, sorry.',
    'Maybe later.',
    'Give me a few minutes.',
    'There is no room left.',
    'I am about to leave.',
    'I would like to be alone for a while.',
    'We are in the middle of something.',
    'I will come to you instead.',
    'I am not in a world at the moment.',
    'Ask me again tomorrow.',
    'I will send you an invite soon.',
    'Thank you for asking!',
  ],
}

function defaultMessage(type: MessageType, slot: number): string {
  const text = DEFAULT_MESSAGES[type][slot]
  if (text === undefined) throw new Error(`there is no slot ${slot}`)
  return text
}

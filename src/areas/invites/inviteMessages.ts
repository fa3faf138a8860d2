import type { InviteMessage as Row } from '../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE, SECOND } from '../../kernel/clock.ts'
import { Failure, userNotFound } from '../../kernel/failure.ts'
import { deterministicId, type InviteMessageId, type UserId } from '../../kernel/ids.ts'
import type { InputRule } from '../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { OwnerOrAdminAct } from '../audit/actNames.ts'
import { ownerOrAdminAct } from '../audit/adminAct.ts'
import { lockExistingUsers } from '../users/locks.ts'
import { visibleUsers } from '../users/policy.ts'
import { DEFAULT_MESSAGES, defaultMessage, type MessageType } from './defaultMessages.ts'
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
  editMessage(scope, { act: 'updateInviteMessage', slot }, async ({ sql, now }) => {
    const written = await sql`
      INSERT INTO "InviteMessage" ("userId", "messageType", slot, message, "updatedAt")
      VALUES (${slot.userId}, ${slot.type}, ${slot.slot}, ${text.trim()}, ${now})
      ON CONFLICT ("userId", "messageType", slot)
      DO UPDATE SET message = EXCLUDED.message, "updatedAt" = EXCLUDED."updatedAt"
      WHERE "InviteMessage"."updatedAt" <= ${addMilliseconds(now, -EDIT_COOLDOWN)}
      RETURNING slot`
    return written.length
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

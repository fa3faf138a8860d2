import type { InviteMessage as Row } from '../../generated/prisma/client.ts'
import { later, MINUTE } from '../../kernel/clock.ts'
import { noSuchUser } from '../../kernel/failure.ts'
import { type InviteMessageId, namedId, type UserId } from '../../kernel/ids.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import type { Open } from '../../kernel/transaction.ts'
import { visibleUsers } from '../users/policy.ts'
import { mayUseMessages, messagesOfOthers, mustBeSlot, noSuchSlot } from './policy.ts'
import { FIRST_TEXTS, firstText, type MessageType } from './texts.ts'

/** How long a message stays as it was edited. */
export const COOLDOWN = 60 * MINUTE

/** Whose slot of which type. */
export interface Slot {
  readonly userId: UserId
  readonly type: MessageType
  readonly slot: number
}

/** What stands in a slot: what its owner has written, or what everybody begins with. */
export interface SlotMessage {
  /** The same whether it was edited or not. */
  readonly id: InviteMessageId
  readonly type: MessageType
  readonly slot: number
  readonly message: string
  /** When it was edited; of one that was not, when its owner came. */
  readonly updatedAt: Date
  /** Milliseconds until it can be edited again; 0 for at once. */
  readonly cooldown: number
}

/** The messages of a type, in the order of their slots. Throws `forbidden` for those of others, `missing` for nobody. */
export async function readInviteMessages(scope: SignedScope, userId: UserId, type: MessageType) {
  if (!mayUseMessages(scope, userId)) throw messagesOfOthers()
  return messagesOf(scope, userId, [type])
}

/** One of them. Throws as above, `invalid` for a negative slot, `missing` for one that is too high. */
export async function readInviteMessage(scope: SignedScope, { userId, type, slot }: Slot): Promise<SlotMessage> {
  const messages = await readInviteMessages(scope, userId, type)
  if (slot < 0) mustBeSlot(slot)
  const message = messages[slot]
  if (!message) throw noSuchSlot()
  return message
}

/** The messages of some types, by type and slot. Throws `missing` for somebody who is unknown or erased. */
export async function messagesOf({ db, now }: Scope, userId: UserId, types: readonly MessageType[]) {
  const person = await db.user.findFirst({
    where: { id: userId, ...visibleUsers },
    select: { createdAt: true, inviteMessages: { where: { messageType: { in: [...types] } } } },
  })
  if (!person) throw noSuchUser(userId)
  const edited = new Map(person.inviteMessages.map((row) => [`${row.messageType} ${row.slot}`, row]))
  const inSlot = (type: MessageType, slot: number): SlotMessage => {
    const row = edited.get(`${type} ${slot}`)
    const id = namedId('inviteMessage', userId, type, String(slot))
    return { id, type, slot, ...(row ? asEdited(row, now) : asAtFirst(type, slot, person.createdAt)) }
  }
  return types.flatMap((type) => FIRST_TEXTS[type].map((_, slot) => inSlot(type, slot)))
}

const asAtFirst = (type: MessageType, slot: number, since: Date) => ({
  message: firstText(type, slot),
  updatedAt: since,
  cooldown: 0,
})

const asEdited = (row: Row, now: Date) => ({
  message: row.message,
  updatedAt: row.updatedAt,
  cooldown: cooldownOf(row, now),
})

/** Never longer than it is from the start: the node that has written it may be ahead of this one. */
export const cooldownOf = ({ updatedAt }: Row, now: Date): number =>
  Math.min(Math.max(later(updatedAt, COOLDOWN).getTime() - now.getTime(), 0), COOLDOWN)

/** Whole minutes of a cooldown, rounded up. */
export const minutesOf = (cooldown: number) => Math.ceil(cooldown / MINUTE)

/** What a slot is stored by. */
export const keyOf = ({ userId, type, slot }: Slot) => ({ userId, messageType: type, slot })

/** What the viewer says by a slot; undefined for none. */
export async function saidBy({ db, viewer }: SignedScope & Open, type: MessageType, slot: number | undefined) {
  if (slot === undefined) return undefined
  const key = keyOf({ userId: viewer.id, type, slot })
  const row = await db.inviteMessage.findUnique({ where: { userId_messageType_slot: key } })
  return row?.message ?? firstText(type, slot)
}

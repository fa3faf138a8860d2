import { later, SECOND } from '../../kernel/clock.ts'
import { Failure, noSuchUser } from '../../kernel/failure.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditForeign } from '../accounts/audit.ts'
import { holdReceivers } from '../notifications/receivers.ts'
import { COOLDOWN, cooldownOf, keyOf, messagesOf, minutesOf, type Slot, type SlotMessage } from './messages.ts'
import { mayUseMessages, messagesOfOthers, mustBeSlot, notEdited } from './policy.ts'

/**
 * Writes a message into a slot, which then stays as it is for 60 minutes. Answers all of its type. Throws `forbidden`
 * for slots of others, `invalid` for what is no slot, `missing` for nobody, `exhausted` while it has to stay.
 */
export const updateInviteMessage = (scope: SignedScope, at: Slot, text: string): Promise<SlotMessage[]> =>
  change(
    scope,
    { act: 'updateInviteMessage', at },
    ({ db, now }) => db.$executeRaw`
      INSERT INTO "InviteMessage" ("userId", "messageType", slot, message, "updatedAt")
      VALUES (${at.userId}, ${at.type}, ${at.slot}, ${text.trim()}, ${now})
      ON CONFLICT ("userId", "messageType", slot)
      DO UPDATE SET message = EXCLUDED.message, "updatedAt" = EXCLUDED."updatedAt"
      WHERE "InviteMessage"."updatedAt" <= ${later(now, -COOLDOWN)}`,
  )

/**
 * Puts what was there at first into a slot again; it can be edited at once. Answers all of its type. Throws as above,
 * and `missing` for a slot that was not edited.
 */
export const resetInviteMessage = (scope: SignedScope, at: Slot): Promise<SlotMessage[]> =>
  change(scope, { act: 'resetInviteMessage', at }, async ({ db, now }) => {
    const where = { ...keyOf(at), updatedAt: { lte: later(now, -COOLDOWN) } }
    const { count } = await db.inviteMessage.deleteMany({ where })
    return count
  })

interface Acted {
  readonly act: string
  readonly at: Slot
}

/** Of several at once the first counts: no write changes a row that has to stay as it is. */
async function change(scope: SignedScope, { act, at }: Acted, write: (open: SignedScope & Open) => Promise<number>) {
  if (!mayUseMessages(scope, at.userId)) throw messagesOfOthers()
  mustBeSlot(at.slot)
  return transact(scope, async (open) => {
    const [owner] = await holdReceivers(open, [at.userId])
    if (!owner) throw noSuchUser(at.userId)
    if ((await write(open)) === 0) throw await whyNot(open, at)
    const details = { messageType: at.type, slot: at.slot }
    await auditForeign(open, owner, { act, subjectId: owner, details })
    return messagesOf(open, owner, [at.type])
  })
}

async function whyNot({ db, now }: SignedScope & Open, at: Slot): Promise<Failure> {
  const row = await db.inviteMessage.findUnique({ where: { userId_messageType_slot: keyOf(at) } })
  return row ? tooFast(cooldownOf(row, now)) : notEdited()
}

/** Clients know this text. */
const tooFast = (cooldown: number) =>
  new Failure('exhausted', `Please wait ${minutesOf(cooldown)} more minutes until you try again.`, {
    code: 'message_cooldown',
    retryAfter: Math.ceil(cooldown / SECOND),
  })

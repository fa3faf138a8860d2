import { inviteMessageRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { resetInviteMessage, updateInviteMessage } from './editing.ts'
import { InviteMessage, InviteMessageType } from './graph.ts'
import type { Slot, SlotMessage } from './messages.ts'
import type { MessageType } from './texts.ts'

const WHOSE = { description: 'Whose slot it is; the own where nothing is said. Those of others for admins only.' }
const COLLECTION = { type: InviteMessageType, required: true, description: 'The collection.' } as const
const SLOT = { required: true, description: 'The number of the slot, from 0 to 11.' } as const

const UpdateInviteMessageInput = builder.inputType('UpdateInviteMessageInput', {
  description: 'Which slot is edited, and what it holds then.',
  validate: inviteMessageRules,
  fields: (t) => ({
    userId: t.id(WHOSE),
    type: t.field(COLLECTION),
    slot: t.int(SLOT),
    message: t.string({ required: true, description: 'The text, at most 64 characters.' }),
  }),
})

const ResetInviteMessageInput = builder.inputType('ResetInviteMessageInput', {
  description: 'Which slot gets back what it held at first.',
  fields: (t) => ({ userId: t.id(WHOSE), type: t.field(COLLECTION), slot: t.int(SLOT) }),
})

interface SlotInput {
  readonly userId?: string | null | undefined
  readonly type: MessageType
  readonly slot: number
}

const slotIn = (context: GraphContext, { userId, type, slot }: SlotInput): Slot => ({
  userId: userId ? idOf('user', userId, 'User') : signed(context).viewer.id,
  type,
  slot,
})

/** The message in the slot after an act, which answers all of its collection. */
async function changed(context: GraphContext, { slot }: Slot, act: Promise<SlotMessage[]>): Promise<SlotMessage> {
  const message = (await act)[slot]
  if (!message) throw new Error(`there is no slot ${slot}`)
  renew(context)
  return message
}

builder.mutationFields((t) => ({
  updateInviteMessage: t.field({
    type: InviteMessage,
    description: 'Writes a message into a slot, which then stays as it is for 60 minutes.',
    args: { input: t.arg({ type: UpdateInviteMessageInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const at = slotIn(context, input)
      return changed(context, at, updateInviteMessage(signed(context), at, input.message))
    },
  }),
  resetInviteMessage: t.field({
    type: InviteMessage,
    description: 'Puts what a slot held at first in the place of what was written; it can be edited at once.',
    args: { input: t.arg({ type: ResetInviteMessageInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const at = slotIn(context, input)
      return changed(context, at, resetInviteMessage(signed(context), at))
    },
  }),
}))

import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { InviteMessageType as MessageTypeSchema, UpdateInviteMessageRequest } from '../../../contract/shapes/invite.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act, query } from '../../../edges/graphql/resolvers/act.ts'
import { argsOf, type Input, inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { MESSAGE_TYPES, type MessageType } from '../defaultMessages.ts'
import {
  cooldownMinutes,
  type MessageSlot,
  readInviteMessages,
  readMessagesOfTypes,
  resetInviteMessage,
  type SlotMessage,
  updateInviteMessage,
} from '../inviteMessages.ts'

const InviteMessageType = builder.enumType('InviteMessageType', {
  description: 'Collection of invite messages.',
  values: {
    MESSAGE: { value: 'message', description: 'Invites, and responses to them.' },
    RESPONSE: { value: 'response', description: 'Responses to invites, in clients that show them.' },
    REQUEST: { value: 'request', description: 'Requests for an invite.' },
    REQUEST_RESPONSE: { value: 'requestResponse', description: 'Responses to requests for an invite.' },
  } as const,
})

/** The viewer's messages by id. Messages of others are not found: ids are derived from the owner and the slot. */
const ownMessagesById = createLoader<SlotMessage>(
  forViewer((scope) => readMessagesOfTypes(scope, scope.viewer.id, MESSAGE_TYPES)),
  ({ id }) => id,
)

const InviteMessage = builder.objectRef<SlotMessage>('InviteMessage')

builder.node(InviteMessage, {
  description: "A message for invites, in a slot of one of a person's collections.",
  ...nodeBy(ownMessagesById),
  fields: (t) => ({
    type: t.expose('type', { type: InviteMessageType, description: 'Collection of the message.' }),
    slot: t.exposeInt('slot', { description: 'Number in the collection, from 0 to 11.' }),
    message: t.exposeString('message', { description: 'Text.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change; for a default text, of registration.',
    }),
    canBeUpdated: t.boolean({
      description: 'Whether it can be changed or reset now.',
      resolve: ({ cooldown }) => cooldown === 0,
    }),
    remainingCooldownMinutes: t.int({
      description: 'Minutes until it can be changed or reset again, rounded up.',
      resolve: ({ cooldown }) => cooldownMinutes(cooldown),
    }),
    updatableAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which it can be changed or reset again; null for now.',
      resolve: ({ cooldown }, _args, { scope: { now } }) => (cooldown === 0 ? null : addMilliseconds(now, cooldown)),
    }),
  }),
})

const type = MessageTypeSchema.describe('Collection of the message.')

builder.prismaObjectFields(Viewer, (t) => ({
  inviteMessages: t.field({
    type: [InviteMessage],
    description: 'The twelve messages of a collection, by slot.',
    ...query(argsOf(z.object({ type }), { type: InviteMessageType }), (scope, { type }) =>
      readInviteMessages(scope, scope.viewer.id, type),
    ),
  }),
}))

builder.queryFields((t) => ({
  inviteMessages: t.field({
    type: [InviteMessage],
    nullable: true,
    ...FOR_ADMINS,
    description: "The twelve messages of a person's collection, by slot. Admins only.",
    ...query(
      argsOf(z.object({ userId: UserId.describe('Id of the owner.'), type }), { type: InviteMessageType }),
      (scope, { userId, type }) => readInviteMessages(scope, userId, type),
    ),
  }),
}))

const Slot = z.object({
  userId: UserId.optional().describe('Id of the owner, for admins; the viewer by default.'),
  type,
  slot: z.int().describe('Number in the collection, from 0 to 11.'),
})
const UpdateInviteMessageInput = inputOf(
  'UpdateInviteMessageInput',
  'A slot and its new text.',
  Slot.extend(UpdateInviteMessageRequest.shape),
  { type: InviteMessageType },
)
const ResetInviteMessageInput = inputOf('ResetInviteMessageInput', 'A slot.', Slot, { type: InviteMessageType })

interface SlotInput {
  readonly userId?: Id<'user'>
  readonly type: MessageType
  readonly slot: number
}

/** Type, arguments and resolver of a mutation of one message, by an act that returns its whole collection. */
const messageAct = <I extends SlotInput>(
  input: Input<I>,
  run: (scope: ViewerScope, slot: MessageSlot, input: I) => Promise<readonly SlotMessage[]>,
) => ({
  type: InviteMessage,
  ...act(input, async (scope, parsed) => {
    const { userId = scope.viewer.id, type, slot } = parsed
    const message = (await run(scope, { userId, type, slot }, parsed))[slot]
    if (!message) throw new Error(`there is no slot ${slot}`)
    return message
  }),
})

builder.mutationFields((t) => ({
  updateInviteMessage: t.field({
    description: "Changes an invite message; it can't be changed again for 60 minutes.",
    ...messageAct(UpdateInviteMessageInput, (scope, slot, { message }) => updateInviteMessage(scope, slot, message)),
  }),
  resetInviteMessage: t.field({
    description: 'Restores the default text of an invite message, which can be changed at once.',
    ...messageAct(ResetInviteMessageInput, resetInviteMessage),
  }),
}))

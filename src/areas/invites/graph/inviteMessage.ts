import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { InviteMessageType as MessageTypeSchema, UpdateInviteMessageRequest } from '../../../contract/shapes/invite.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder, type ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { argsOf } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { query } from '../../../edges/graphql/resolvers/query.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import { addMilliseconds } from '../../../kernel/clock.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import {
  cooldownMinutes,
  MESSAGE_TYPES,
  type MessageSlot,
  type MessageType,
  messageEditRules,
  readInviteMessages,
  readMessagesOfTypes,
  resetInviteMessage,
  type SlotMessage,
  updateInviteMessage,
} from '../inviteMessages.ts'

const InviteMessageType = enumOf('InviteMessageType', 'Collection of invite messages.', {
  message: 'Invites, and responses to them.',
  response: 'Responses to invites, in clients that show them.',
  request: 'Requests for an invite.',
  requestResponse: 'Responses to requests for an invite.',
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
    ...columns(t, 'InviteMessage', {
      slot: 'Number in the collection, from 0 to 11.',
      message: 'Text.',
      updatedAt: 'Time of the last change; for a default text, of registration.',
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change or reset it now.',
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
    ...atMost(12),
    description: 'The twelve messages of a collection, by slot.',
    ...query(argsOf(z.object({ type }), { type: InviteMessageType }), (scope, { type }) =>
      readInviteMessages(scope, scope.viewer.id, type),
    ),
  }),
}))

builder.queryFields((t) => ({
  inviteMessages: t.field({
    type: [InviteMessage],
    ...atMost(12),
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

interface SlotInput {
  readonly userId?: Id<'user'>
  readonly type: MessageType
  readonly slot: number
}

type EditMessage = (scope: ViewerScope, slot: MessageSlot) => Promise<readonly SlotMessage[]>

/** Runs an act upon one message that returns its whole collection. */
async function editOne(scope: ViewerScope, { userId = scope.viewer.id, type, slot }: SlotInput, edit: EditMessage) {
  const inviteMessage = (await edit(scope, { userId, type, slot }))[slot]
  if (!inviteMessage) throw new Error(`there is no slot ${slot}`)
  return { inviteMessage }
}

const editRules = (scope: ViewerScope, { userId = scope.viewer.id, slot }: Partial<SlotInput>) =>
  messageEditRules(scope, userId, slot)

const changedMessage = (t: ObjectFieldBuilder<{ readonly inviteMessage: SlotMessage }>) => ({
  inviteMessage: t.field({
    type: InviteMessage,
    description: 'The message after the change.',
    resolve: ({ inviteMessage }) => inviteMessage,
  }),
})

mutation('updateInviteMessage', {
  description: "Changes an invite message; it can't be changed again for 60 minutes.",
  input: Slot.extend(UpdateInviteMessageRequest.shape),
  types: { type: InviteMessageType },
  rules: editRules,
  run: (scope, { message, ...input }) => editOne(scope, input, (by, slot) => updateInviteMessage(by, slot, message)),
  payload: changedMessage,
})

mutation('resetInviteMessage', {
  description: 'Restores the default text of an invite message, which can be changed at once.',
  input: Slot,
  types: { type: InviteMessageType },
  rules: editRules,
  run: (scope, input) => editOne(scope, input, resetInviteMessage),
  payload: changedMessage,
})

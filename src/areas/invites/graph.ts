import { ADMIN } from '../../edges/graphql/access.ts'
import { builder } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import { later } from '../../kernel/clock.ts'
import { Viewer } from '../accounts/graph.ts'
import { messagesOf, minutesOf, readInviteMessages, type SlotMessage } from './messages.ts'
import { MESSAGE_TYPES } from './texts.ts'

export const InviteMessageType = builder.enumType('InviteMessageType', {
  description: 'What the messages of a collection are for.',
  values: {
    MESSAGE: { value: 'message', description: 'Invites, and replies to them.' },
    RESPONSE: { value: 'response', description: 'Replies to invites, as some clients show them.' },
    REQUEST: { value: 'request', description: 'Requests for an invite.' },
    REQUEST_RESPONSE: { value: 'requestResponse', description: 'Replies to requests for an invite.' },
  } as const,
})

/** The viewer's messages by id; those of others have no row to be found by. */
const ownMessages = makeLoader<SlotMessage>(
  async (scope) => (scope.viewer ? messagesOf(scope, scope.viewer.id, MESSAGE_TYPES) : []),
  ({ id }) => id,
)

export const InviteMessage = builder.objectRef<SlotMessage>('InviteMessage')

builder.node(InviteMessage, {
  description: 'What a person can say with an invite, by the number of its slot.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => ownMessages(context).load(id)),
  fields: (t) => ({
    type: t.expose('type', { type: InviteMessageType, description: 'The collection that it belongs to.' }),
    slot: t.exposeInt('slot', { description: 'Its number in the collection, from 0 to 11.' }),
    message: t.exposeString('message', { description: 'The text.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was edited; of one that was not, when the account was made.',
    }),
    canBeUpdated: t.boolean({
      description: 'Whether it can be edited or reset now.',
      resolve: ({ cooldown }) => cooldown === 0,
    }),
    remainingCooldownMinutes: t.int({
      description: 'Minutes until it can be edited or reset again, rounded up.',
      resolve: ({ cooldown }) => minutesOf(cooldown),
    }),
    updatableAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'From when on it can be edited or reset again; null for at once.',
      resolve: ({ cooldown }, _args, { scope: { now } }) => (cooldown === 0 ? null : later(now, cooldown)),
    }),
  }),
})

const TYPE = { type: InviteMessageType, required: true, description: 'Which collection.' } as const

builder.prismaObjectFields(Viewer, (t) => ({
  inviteMessages: t.field({
    type: [InviteMessage],
    description: 'The twelve messages of a collection, in the order of their slots.',
    args: { type: t.arg(TYPE) },
    resolve: (_viewer, { type }, context) => {
      const scope = signed(context)
      return readInviteMessages(scope, scope.viewer.id, type)
    },
  }),
}))

builder.queryFields((t) => ({
  inviteMessages: t.field({
    type: [InviteMessage],
    nullable: true,
    ...ADMIN,
    description: "The twelve messages of a person's collection, in the order of their slots. Admins only.",
    args: {
      userId: t.arg.id({ required: true, description: 'Whose they are.' }),
      type: t.arg(TYPE),
    },
    resolve: (_root, { userId, type }, context) =>
      readInviteMessages(signed(context), idOf('user', userId, 'User'), type),
  }),
}))

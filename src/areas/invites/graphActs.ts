import { inviteRules, requestInviteRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { Notification as Row } from '../../generated/prisma/client.ts'
import { isId, type NotificationId } from '../../kernel/ids.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { readUploaded, type Taken } from '../files/pictures.ts'
import { change, InstanceChange, InstanceInput, placeIn } from '../instances/graphActs.ts'
import { Notification, notificationsById } from '../notifications/graph.ts'
import { notFound } from '../notifications/notifications.ts'
import { people, User } from '../users/graph.ts'
import { InviteDetails, inviteDetailsOf } from './graphDetails.ts'
import { inviteMyselfTo, inviteUser } from './inviting.ts'
import { requestInvite } from './requesting.ts'
import { respondInvite } from './responding.ts'

const PHOTO = { description: 'An own picture with a complete version that goes with it; it is deleted.' }

const InviteUserInput = builder.inputType('InviteUserInput', {
  description: 'Whom to invite, and where to.',
  validate: inviteRules,
  fields: (t) => ({
    userId: t.id({ required: true, description: 'A friend.' }),
    location: t.id({ required: true, description: 'The location: the world, a colon, and the instance.' }),
    messageSlot: t.int({ description: 'What to say, by a slot of the messages for invites.' }),
    fileId: t.id(PHOTO),
  }),
})

const RequestInviteInput = builder.inputType('RequestInviteInput', {
  description: 'Whom to ask for an invite.',
  validate: requestInviteRules,
  fields: (t) => ({
    userId: t.id({ required: true, description: 'A friend.' }),
    requestSlot: t.int({ description: 'What to say, by a slot of the messages for requests.' }),
    platform: t.string({ description: 'By which the viewer would come; the one that was last used, if left out.' }),
    fileId: t.id(PHOTO),
  }),
})

const RespondInviteInput = builder.inputType('RespondInviteInput', {
  description: 'Which invite or request is answered, and what by.',
  fields: (t) => ({
    notificationId: t.id({ required: true, description: 'An invite or a request that the viewer has received.' }),
    responseSlot: t.int({
      required: true,
      description: 'A slot of the messages for invites, or of those for replies to requests.',
    }),
    fileId: t.id(PHOTO),
  }),
})

const SentInvite = builder.objectRef<Row>('SentInvite').implement({
  description: 'An invite, a request for one, or a reply that the viewer has sent.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, by which its receiver finds it.' }),
    type: t.exposeString('type', {
      description: 'What it is: invite, requestInvite, inviteResponse or requestInviteResponse.',
    }),
    receiver: t.field({
      type: User,
      nullable: true,
      description: 'Who gets it; null when the account was erased.',
      resolve: ({ receiverId }, _args, context) => people(context).load(receiverId),
    }),
    message: t.exposeString('message', { description: 'What it says; may be empty.' }),
    invite: t.field({
      type: InviteDetails,
      nullable: true,
      description: 'What belongs to it.',
      resolve: inviteDetailsOf,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is shown no more.',
    }),
  }),
})

interface Sent {
  readonly sent: Row
  /** What was answered by it. */
  readonly answeredId?: string
}

const InviteChange = builder.objectRef<Sent>('InviteChange').implement({
  description: 'What an act has sent, and what has changed by it.',
  fields: (t) => ({
    sent: t.field({ type: SentInvite, description: 'What was sent.', resolve: ({ sent }) => sent }),
    notification: t.field({
      type: Notification,
      nullable: true,
      description: 'What was answered, as it is now; null where nothing was.',
      resolve: ({ answeredId: id }, _args, context) => (id === undefined ? null : notificationsById(context).load(id)),
    }),
    viewer: t.prismaField({
      type: Viewer,
      description: 'The viewer, with notifications as they stand now.',
      resolve: (query, _change, _args, context) => readViewer(context, query),
    }),
  }),
})

const personIn = ({ userId }: { readonly userId: string }) => idOf('user', userId, 'User')

function notificationIn({ notificationId: id }: { readonly notificationId: string }): NotificationId {
  if (!isId('notification', id)) throw notFound()
  return id
}

/** What was uploaded to go with it. */
async function photoIn(context: GraphContext, { fileId }: { readonly fileId?: string | null | undefined }) {
  if (!fileId) return undefined
  const id = idOf('file', fileId, 'File')
  return { fileId: id, bytes: await readUploaded(signed(context), id) } satisfies Taken
}

async function sending(context: GraphContext, act: Promise<Row>, answeredId?: string): Promise<Sent> {
  const sent = await act
  renew(context)
  return { sent, ...(answeredId !== undefined && { answeredId }) }
}

builder.mutationFields((t) => ({
  inviteMyselfTo: t.field({
    type: InstanceChange,
    description: 'Sends the viewer an invite to an instance that the viewer may enter.',
    args: { input: t.arg({ type: InstanceInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const place = placeIn(input)
      const sent = inviteMyselfTo(signed(context), place)
      return change(
        context,
        sent.then(({ id }) => ({ location: place.location, invitedBy: id })),
      )
    },
  }),
  inviteUser: t.field({
    type: InviteChange,
    description: 'Invites a friend to an instance that the viewer may enter or is in.',
    args: { input: t.arg({ type: InviteUserInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const [userId, place, photo] = [personIn(input), placeIn(input), await photoIn(context, input)]
      const { messageSlot } = given(input)
      return sending(context, inviteUser(signed(context), userId, { place, messageSlot }, photo))
    },
  }),
  requestInvite: t.field({
    type: InviteChange,
    description: 'Asks a friend for an invite to where the friend is.',
    args: { input: t.arg({ type: RequestInviteInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const [userId, photo] = [personIn(input), await photoIn(context, input)]
      const { requestSlot, platform } = given(input)
      return sending(context, requestInvite(signed(context), userId, { requestSlot, platform }, photo))
    },
  }),
  respondInvite: t.field({
    type: InviteChange,
    description: 'Answers an invite or a request for one, once.',
    args: { input: t.arg({ type: RespondInviteInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const [id, photo] = [notificationIn(input), await photoIn(context, input)]
      const { responseSlot } = input
      return sending(context, respondInvite(signed(context), id, { responseSlot }, photo), id)
    },
  }),
}))

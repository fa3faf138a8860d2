import { builder } from '../../edges/graphql/builder.ts'
import type { Notification as Row } from '../../generated/prisma/client.ts'
import { parseLocation } from '../../kernel/location.ts'
import { Instance, instanceAt } from '../instances/graph.ts'
import { Notification } from '../notifications/graph.ts'
import { World, worldsById } from '../worlds/graph.ts'

/** What belongs to an invite, a request for one, or a reply: texts that are not said are null. */
interface Details {
  readonly location: string | null
  readonly worldName: string | null
  readonly message: string | null
  readonly imageUrl: string | null
  readonly platform: string | null
  readonly inResponseTo: string | null
}

const TYPES: readonly string[] = ['invite', 'requestInvite', 'inviteResponse', 'requestInviteResponse']

const textOf = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null)

/** The details as they were sent; null for notifications of other types. */
export function inviteDetailsOf({ type, details }: Pick<Row, 'type' | 'details'>): Details | null {
  if (!TYPES.includes(type)) return null
  const { worldId, worldName, inviteMessage, requestMessage, responseMessage, ...more } = Object(details)
  return {
    location: textOf(worldId),
    worldName: textOf(worldName),
    message: textOf(inviteMessage) ?? textOf(responseMessage) ?? textOf(requestMessage),
    imageUrl: textOf(more.imageUrl),
    platform: textOf(more.platform),
    inResponseTo: textOf(more.inResponseTo),
  }
}

const worldIdIn = (location: string | null) => (location === null ? null : (parseLocation(location)?.worldId ?? null))

export const InviteDetails = builder.objectRef<Details>('InviteDetails').implement({
  description: 'What an invite, a request for one, or a reply to either says.',
  fields: (t) => ({
    location: t.exposeID('location', { nullable: true, description: 'Where an invite leads; null for all else.' }),
    instance: t.field({
      type: Instance,
      nullable: true,
      description: 'The instance there, as far as the viewer may know it.',
      resolve: ({ location }, _args, context) => (location === null ? null : instanceAt(context, location)),
    }),
    world: t.field({
      type: World,
      nullable: true,
      description: 'The world there; null where the viewer can not read it.',
      resolve: ({ location }, _args, context) => {
        const worldId = worldIdIn(location)
        return worldId && worldsById(context).load(worldId)
      },
    }),
    worldName: t.exposeString('worldName', { nullable: true, description: 'What the world was called then.' }),
    message: t.exposeString('message', { nullable: true, description: 'What the sender says; null for nothing.' }),
    imageUrl: t.exposeString('imageUrl', { nullable: true, description: 'The address of a photo that goes with it.' }),
    platform: t.exposeString('platform', {
      nullable: true,
      description: 'By which platform somebody who asks for an invite was here last.',
    }),
    inResponseToId: t.exposeID('inResponseTo', {
      nullable: true,
      description: 'What a reply answers, by the id of that notification.',
    }),
  }),
})

builder.objectFields(Notification, (t) => ({
  invite: t.field({
    type: InviteDetails,
    nullable: true,
    description: 'What belongs to invites, requests for one, and replies; null for other types.',
    resolve: inviteDetailsOf,
  }),
}))

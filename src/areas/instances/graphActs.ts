import { createInstanceRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { type Location, parseLocation } from '../../kernel/location.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { Notification, notificationsById } from '../notifications/graph.ts'
import { closeInstance } from './closing.ts'
import { createInstance } from './creating.ts'
import { enterInstance } from './entering.ts'
import { Instance, InstanceRegion, InstanceType, instanceAt } from './graph.ts'
import { leaveInstance } from './leaving.ts'
import { noSuchInstance } from './policy.ts'

const WHERE = { required: true, description: 'The location: the world, a colon, and the instance.' } as const

export const InstanceInput = builder.inputType('InstanceInput', {
  description: 'Which instance the act is about.',
  fields: (t) => ({ location: t.id(WHERE) }),
})

const CreateInstanceInput = builder.inputType('CreateInstanceInput', {
  description: 'A new instance; the server names it.',
  validate: createInstanceRules,
  fields: (t) => ({
    worldId: t.id({ required: true, description: 'The world that it is of.' }),
    type: t.field({ type: InstanceType, required: true, description: 'Who may enter it.' }),
    region: t.field({ type: InstanceRegion, description: 'Where it is held; US where nothing is said.' }),
    ownerId: t.id({ description: 'The group whose it is; every other one is the own.' }),
    canRequestInvite: t.boolean({ description: 'Whether others may ask to be invited to a private one.' }),
    ageGate: t.boolean({ description: 'Whether only people may enter who are known to be of age.' }),
    displayName: t.string({ description: 'What it is called, at most 64 characters.' }),
    contentSettings: t.field({ type: 'JSONObject', description: 'What is allowed in it.' }),
    closedAt: t.field({ type: 'DateTime', description: 'When it closes.' }),
    hardClose: t.boolean({ description: 'Whether everybody is put out then.' }),
  }),
})

const CloseInstanceInput = builder.inputType('CloseInstanceInput', {
  description: 'Which instance closes, and when.',
  fields: (t) => ({
    location: t.id(WHERE),
    closedAt: t.field({ type: 'DateTime', description: 'When nobody comes in any more; now where nothing is said.' }),
    hardClose: t.boolean({ description: 'Whether everybody is put out then.' }),
  }),
})

const EnterInstanceInput = builder.inputType('EnterInstanceInput', {
  description: 'Where the viewer goes, and by which platform.',
  fields: (t) => ({
    location: t.id(WHERE),
    platform: t.string({ required: true, description: 'The platform, such as standalonewindows or android.' }),
  }),
})

export interface InstanceActed {
  /** Null when the viewer is nowhere by the act. */
  readonly location: string | null
  readonly invitedBy?: string
}

export const InstanceChange = builder.objectRef<InstanceActed>('InstanceChange').implement({
  description: 'What an act has changed.',
  fields: (t) => ({
    instance: t.field({
      type: Instance,
      nullable: true,
      description: 'The instance as it is now; null after leaving.',
      resolve: ({ location }, _args, context) => (location === null ? null : instanceAt(context, location)),
    }),
    notification: t.field({
      type: Notification,
      nullable: true,
      description: 'The invite that was sent.',
      resolve: ({ invitedBy }, _args, context) =>
        invitedBy === undefined ? null : notificationsById(context).load(invitedBy),
    }),
    viewer: t.prismaField({
      type: Viewer,
      description: 'The viewer, with where the viewer is now.',
      resolve: (query, _change, _args, context) => readViewer(context, query),
    }),
  }),
})

/** An act, after which everything is read again. */
export async function change(context: GraphContext, act: Promise<InstanceActed>): Promise<InstanceActed> {
  const changed = await act
  renew(context)
  return changed
}

const at = ({ location }: Location): InstanceActed => ({ location })

export function placeIn({ location }: { readonly location: string }): Location {
  const place = parseLocation(location)
  if (!place) throw noSuchInstance()
  return place
}

builder.mutationFields((t) => ({
  createInstance: t.field({
    type: InstanceChange,
    description: 'Makes an instance of a world under a new name.',
    args: { input: t.arg({ type: CreateInstanceInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const { worldId: id, type, ...choices } = input
      const wanted = { region: 'us', ...given(choices), type, worldId: idOf('world', id, 'World') } as const
      return change(context, createInstance(signed(context), wanted).then(at))
    },
  }),
  closeInstance: t.field({
    type: InstanceChange,
    description: 'Closes an own instance, now or later.',
    args: { input: t.arg({ type: CloseInstanceInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const place = placeIn(input)
      const { closedAt, hardClose } = given(input)
      return change(
        context,
        closeInstance(signed(context), place, { closedAt, hardClose }).then(() => at(place)),
      )
    },
  }),
  enterInstance: t.field({
    type: InstanceChange,
    description: 'Goes to an instance, and so leaves where the viewer was.',
    args: { input: t.arg({ type: EnterInstanceInput, ...INPUT }) },
    resolve: (_root, { input: { location, platform } }, context) =>
      change(context, enterInstance(signed(context), location, platform).then(at)),
  }),
  leaveInstance: t.field({
    type: InstanceChange,
    description: 'Leaves the instance where the viewer is.',
    resolve: (_root, _args, context) =>
      change(
        context,
        leaveInstance(signed(context)).then(() => ({ location: null })),
      ),
  }),
}))

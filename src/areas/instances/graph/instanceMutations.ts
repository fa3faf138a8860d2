import { z } from 'zod'
import { CreateInstanceRequest } from '../../../contract/shapes/instance.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation, NO_FIELDS } from '../../../edges/graphql/resolvers/mutation.ts'
import { isId, type WorldId } from '../../../kernel/ids.ts'
import { parseLocation } from '../../../kernel/location.ts'
import { ContentSettingsFields, ContentSettingsInput } from '../../worlds/graph/contentSettings.ts'
import { closeInstance } from '../close.ts'
import { createInstance, instanceRules } from '../create.ts'
import { enterInstance } from '../enter.ts'
import { leaveInstance } from '../leave.ts'
import { instanceNotFound, validLocation } from '../policy.ts'
import { GroupInstanceAccess } from './groupInstances.ts'
import {
  BY_OCCUPANTS,
  Instance,
  InstanceEdge,
  InstanceRegion,
  InstanceType,
  instanceRef,
  instancesByLocation,
} from './instance.ts'

/** What mutations of an instance return: its location. */
interface WithInstance {
  readonly location: string
}

const location = z.string().describe('Location: world id, a colon and the id of the instance.')
const closedAt = z.date().optional()

/** The instance of a payload. Throws `missing` when its world was hidden meanwhile. */
async function changedInstance({ location }: WithInstance, context: GraphContext) {
  const instance = await instancesByLocation(context).load(location)
  if (!instance) throw instanceNotFound()
  return instance
}

const instanceField = (t: ObjectFieldBuilder<WithInstance>) =>
  t.field({
    type: Instance,
    description: 'The instance after the change.',
    resolve: (payload, _args, context) => changedInstance(payload, context),
  })

mutation('createInstance', {
  description: 'Creates an instance of a world; the server chooses its name. At most 300 in an hour.',
  input: CreateInstanceRequest.pick({
    ageGate: true,
    displayName: true,
    hardClose: true,
    calendarEntryId: true,
    ownerId: true,
    queueEnabled: true,
    roleIds: true,
    type: true,
  }).extend({
    groupAccess: CreateInstanceRequest.shape.groupAccessType,
    isInviteOnly: CreateInstanceRequest.shape.inviteOnly,
    worldId: z
      .string()
      .refine((text): text is WorldId => isId('world', text), {
        message: 'not the id of a world',
        params: { idKind: 'world' },
      })
      .describe('Id of the world.'),
    region: CreateInstanceRequest.shape.region.describe('Region of the server; `US` by default.'),
    allowsInviteRequests: CreateInstanceRequest.shape.canRequestInvite,
    contentSettings: ContentSettingsFields.optional().describe('Kinds of content that are allowed.'),
    closedAt: closedAt.describe('Time at which the instance closes.'),
  }),
  types: {
    worldId: 'ID',
    ownerId: 'ID',
    groupAccess: GroupInstanceAccess,
    calendarEntryId: 'ID',
    roleIds: ['ID'],
    type: InstanceType,
    region: InstanceRegion,
    contentSettings: ContentSettingsInput,
    closedAt: 'DateTime',
  },
  fieldNames: { groupAccessType: 'groupAccess', inviteOnly: 'isInviteOnly' },
  rules: instanceRules,
  run: async (scope, input): Promise<WithInstance> => {
    const {
      allowsInviteRequests: canRequestInvite,
      groupAccess: groupAccessType,
      isInviteOnly: inviteOnly,
      ...instance
    } = input
    const { location } = await createInstance(scope, { ...instance, canRequestInvite, groupAccessType, inviteOnly })
    return { location }
  },
  payload: (t) => ({
    instance: instanceField(t),
    instanceEdge: t.field({
      type: InstanceEdge,
      description: 'The instance in the list `instances` of its world.',
      resolve: async (payload, _args, context) => edgeOf(BY_OCCUPANTS, await changedInstance(payload, context)),
    }),
  }),
})

mutation('closeInstance', {
  description: "Closes one of the viewer's instances, now or later.",
  input: CreateInstanceRequest.pick({ hardClose: true }).extend({
    location,
    closedAt: closedAt.describe('Time from which nobody can enter; now by default.'),
  }),
  types: { location: 'ID', closedAt: 'DateTime' },
  run: async (scope, { location, ...options }): Promise<WithInstance> => {
    const place = validLocation(parseLocation(location))
    await closeInstance(scope, place, options)
    return { location: place.location }
  },
  payload: (t) => ({ instance: instanceField(t) }),
})

mutation('enterInstance', {
  description:
    'Enters an instance and leaves the current one; waits in its queue if it is full and has one. At most 120 times in a minute.',
  input: z.object({
    location,
    platform: z.string().describe('Platform of the client, such as standalonewindows or android.'),
  }),
  types: { location: 'ID' },
  run: (scope, { location, platform }) => enterInstance(scope, location, platform),
  payload: (t) => ({
    instance: t.field({
      type: Instance,
      description: 'The entered instance.',
      resolve: (payload, _args, context) => changedInstance(payload, context),
    }),
    leftInstance: t.field(instanceRef('leftLocation', 'The instance that the viewer has left for it; null for none.')),
    queuePosition: t.exposeInt('queuePosition', {
      nullable: true,
      description: 'Position in the queue of a full instance, from 1; null for who is inside.',
    }),
  }),
})

mutation('leaveInstance', {
  description: 'Leaves the current instance. Does nothing outside of one.',
  input: NO_FIELDS,
  run: async (scope) => ({ leftLocation: await leaveInstance(scope) }),
  payload: (t) => ({
    leftInstance: t.field(instanceRef('leftLocation', 'The instance that the viewer has left; null for none.')),
  }),
})

import { z } from 'zod'
import { CreateInstanceRequest } from '../../../contract/shapes/instance.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf, noInput } from '../../../edges/graphql/resolvers/input.ts'
import { isId, type WorldId } from '../../../kernel/ids.ts'
import { parseLocation } from '../../../kernel/location.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { notificationRef } from '../../notifications/graph/notification.ts'
import { closeInstance } from '../close.ts'
import { createInstance } from '../create.ts'
import { enterInstance } from '../enter.ts'
import { leaveInstance } from '../leave.ts'
import { validLocation } from '../policy.ts'
import { InstanceRegion, InstanceType, instanceRef } from './instance.ts'

const location = z.string().describe('Location: world id, a colon and the id of the instance.')
const closedAt = z.date().optional()

export const InstanceInput = inputOf('InstanceInput', 'An instance.', z.object({ location }), { location: 'ID' })
const CreateInstanceInput = inputOf(
  'CreateInstanceInput',
  'A new instance; the server chooses its name.',
  CreateInstanceRequest.pick({
    ageGate: true,
    canRequestInvite: true,
    contentSettings: true,
    displayName: true,
    hardClose: true,
    ownerId: true,
    region: true,
    type: true,
  }).extend({
    worldId: z
      .string()
      .refine((text): text is WorldId => isId('world', text), 'not the id of a world')
      .describe('Id of the world.'),
    closedAt: closedAt.describe('Time at which the instance closes.'),
  }),
  { worldId: 'ID', ownerId: 'ID', type: InstanceType, region: InstanceRegion, closedAt: 'DateTime' },
)
const CloseInstanceInput = inputOf(
  'CloseInstanceInput',
  'An instance, and when it closes.',
  CreateInstanceRequest.pick({ hardClose: true }).extend({
    location,
    closedAt: closedAt.describe('Time from which nobody can enter; now by default.'),
  }),
  { location: 'ID', closedAt: 'DateTime' },
)
const EnterInstanceInput = inputOf(
  'EnterInstanceInput',
  'The instance to enter, and the platform of the client.',
  z.object({ location, platform: z.string().describe('Platform, such as standalonewindows or android.') }),
  { location: 'ID' },
)

interface InstanceChangeData {
  readonly location: string | null
  readonly notificationId: string | null
}

export const InstanceChange = builder.objectRef<InstanceChangeData>('InstanceChange').implement({
  description: 'An instance and the viewer after a mutation.',
  fields: (t) => ({
    instance: t.field(instanceRef('location', 'The instance; null after leaving.')),
    notification: t.field(notificationRef('notificationId', 'Invite that was sent, by `inviteMyselfTo`.')),
    viewer: t.field(viewerRef('The viewer, with their current instance.')),
  }),
})

const changeAt = (location: string | null): InstanceChangeData => ({ location, notificationId: null })

builder.mutationFields((t) => ({
  createInstance: t.field({
    type: InstanceChange,
    description: 'Creates an instance of a world.',
    ...act(CreateInstanceInput, async (scope, input) => changeAt((await createInstance(scope, input)).location)),
  }),
  closeInstance: t.field({
    type: InstanceChange,
    description: "Closes one of the viewer's instances, now or later.",
    ...act(CloseInstanceInput, async (scope, { location, ...options }) => {
      const place = validLocation(parseLocation(location))
      await closeInstance(scope, place, options)
      return changeAt(place.location)
    }),
  }),
  enterInstance: t.field({
    type: InstanceChange,
    description: 'Enters an instance and leaves the current one.',
    ...act(EnterInstanceInput, async (scope, { location, platform }) =>
      changeAt((await enterInstance(scope, location, platform)).location),
    ),
  }),
  leaveInstance: t.field({
    type: InstanceChange,
    description: 'Leaves the current instance.',
    ...act(noInput, async (scope) => {
      await leaveInstance(scope)
      return changeAt(null)
    }),
  }),
}))

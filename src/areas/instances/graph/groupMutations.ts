import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { parseLocation } from '../../../kernel/location.ts'
import { throttledGroupSubscription } from '../../groups/graph/subscriptions.ts'
import { assertSeesInside } from '../../groups/policy.ts'
import { userRef } from '../../users/graph/user.ts'
import { groupInstancesChanged } from '../events.ts'
import {
  announceInGroupInstance,
  instanceAnnouncementRules,
  kickFromGroupInstance,
  warnInGroupInstance,
} from '../group/moderation.ts'
import { validLocation } from '../policy.ts'
import { renameInstance, renameRules } from '../rename.ts'
import { instanceRef } from './instance.ts'

interface WithInstance {
  readonly location: string
}

const location = z.string().describe('Location: world id, a colon and the id of the instance.')
const OnePerson = z.object({
  location,
  userId: UserId.describe('Id of a person who is inside, or waits in the queue.'),
})
const types = { location: 'ID' } as const

const placeOf = (text: string) => validLocation(parseLocation(text))

const instanceField = (t: ObjectFieldBuilder<WithInstance>) =>
  t.field(instanceRef('location', 'The instance after the change.'))

const personPayload = (t: ObjectFieldBuilder<WithInstance & { readonly userId: string }>) => ({
  instance: t.field(instanceRef('location', 'The instance after the change.')),
  user: t.field(userRef('userId', 'The person.')),
})

mutation('kickFromGroupInstance', {
  description: 'Removes a person of a lower rank from an instance of a group, for an hour. Needs INSTANCE_MODERATE.',
  input: OnePerson,
  types,
  run: async (scope, { location, userId }) => {
    await kickFromGroupInstance(scope, placeOf(location), userId)
    return { location, userId }
  },
  payload: personPayload,
})

mutation('warnInGroupInstance', {
  description:
    'Warns a person of a lower rank in an instance of a group by a notification. Needs INSTANCE_MODERATE; at most 60 in an hour.',
  input: OnePerson,
  types,
  run: async (scope, { location, userId }) => {
    await warnInGroupInstance(scope, placeOf(location), userId)
    return { location, userId }
  },
  payload: personPayload,
})

mutation('announceInGroupInstance', {
  description:
    'Sends an announcement to everybody in an instance of a group. Needs INSTANCE_ANNOUNCEMENT_CREATE; at most 30 in an hour.',
  input: z.object({
    location,
    title: z.string().describe('Title: 1 to 200 characters.'),
    message: z.string().describe('Text: 1 to 500 characters.'),
  }),
  types,
  rules: (_scope, announcement) => instanceAnnouncementRules(announcement),
  run: async (scope, { location, ...announcement }): Promise<WithInstance> => {
    await announceInGroupInstance(scope, placeOf(location), announcement)
    return { location }
  },
  payload: (t) => ({ instance: instanceField(t) }),
})

mutation('renameInstance', {
  description:
    'Gives an instance another display name, for its owner, its creator and those who manage instances of its group.',
  input: z.object({
    location,
    displayName: z.string().nullable().describe('Display name of at most 64 characters; null for none.'),
  }),
  types,
  rules: (_scope, given) => renameRules(given),
  run: async (scope, { location, displayName }): Promise<WithInstance> => {
    await renameInstance(scope, placeOf(location), displayName)
    return { location }
  },
  payload: (t) => ({ instance: instanceField(t) }),
})

throttledGroupSubscription('groupInstancesChanged', {
  description:
    'Emits when instances of a group were created, closed or renamed, or people have entered or left them, at most once a second.',
  eventName: 'GroupInstancesEvent',
  eventDescription: 'A change of the instances of a group.',
  groupDescription: 'The group, with its instances.',
  types: [groupInstancesChanged],
  assertCanFollow: assertSeesInside,
})

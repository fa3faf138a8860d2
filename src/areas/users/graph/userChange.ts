import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { followEvents, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { filterMapAsync } from '../../../kernel/asyncIterator.ts'
import { SECOND } from '../../../kernel/clock.ts'
import { userNotFound } from '../../../kernel/failure.ts'
import { appearanceChanged, userChanged } from '../../accounts/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { readRelation } from '../relations.ts'
import { userRef, usersById } from './user.ts'

const UserChange = builder.objectRef<{ readonly userId: string }>('UserChange').implement({
  description: 'A change of the profile of a person.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id of the person.' }),
    user: t.field(userRef('userId', 'The person after the change; null if the viewer cannot see them any longer.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('userChanged', (t) =>
  t.field({
    type: UserChange,
    description:
      'Emits when the profile, the pictures or the status of a person have changed, at most once a second, and nothing while a block is between them and the viewer. Where friends are is told by `friendActivity`.',
    args: { userId: t.arg.id({ required: true, description: 'Id of the person.' }), ...initialArgument() },
    subscribe: async (_root, { userId, initial }, context) => {
      const id = parseId('user', userId, 'User')
      if (!(await usersById(context).load(id))) throw userNotFound(id)
      const filter = { types: [userChanged, appearanceChanged], about: id, every: SECOND, initial }
      return filterMapAsync(followEvents(context, filter), async (event) =>
        (await readRelation(context.viewerScope, id)).isBlocked ? null : event,
      )
    },
    resolve: (_event, { userId }) => ({ userId }),
  }),
)

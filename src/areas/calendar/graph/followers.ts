import { builder } from '../../../edges/graphql/builder.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { withUsers } from '../../friends/graph/friend.ts'
import { User, UserConnection } from '../../users/graph/user.ts'
import { countFollowers, readFollowers } from '../follow/followers.ts'
import { managesCalendar } from '../policy.ts'
import { CalendarEvent } from './event.ts'

const BY_ID = byText('id', 'ascending')

builder.objectFields(CalendarEvent, (t) => ({
  followers: t.connection(
    {
      type: User,
      nullable: true,
      description:
        'People who follow it, or, of an occurrence, its series, in no particular order; null for everybody but holders of CALENDAR_MANAGE.',
      resolve: async ({ access, ...event }, args, context) => {
        if (!managesCalendar(access)) return null
        const page = await keysetConnection(args, {
          order: BY_ID,
          totalCount: () => countFollowers(context.viewerScope, event),
          read: (keys) => readBeforeLoads(context, () => readFollowers(context.viewerScope, event, keys)),
        })
        return withUsers(context, page)
      },
    },
    UserConnection,
  ),
}))

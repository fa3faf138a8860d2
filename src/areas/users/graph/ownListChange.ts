import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { followFanOut, INITIAL_DESCRIPTION, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import type { DomainEvent } from '../../../kernel/events.ts'
import { isId } from '../../../kernel/ids.ts'
import { type OwnList, ownListChanged } from '../../accounts/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { User, usersById } from './user.ts'

const LISTS: Readonly<Record<OwnList | 'initial', string>> = {
  favorites: 'Favorites, which are friends, avatars and worlds, and their groups.',
  notes: 'Notes about people.',
  moderations: 'Blocks, mutes and other moderations of people.',
  blockedAvatars: 'Blocked avatars.',
  friendRequests: 'Friend requests that the viewer has sent.',
  invites: 'Invites that the viewer has sent, requests for one and responses, of which one was taken back.',
  initial: INITIAL_DESCRIPTION,
}

const ViewerListKind = enumOf('ViewerListKind', 'A list that only the viewer sees.', LISTS)

interface ListChange {
  readonly kind: OwnList | 'initial'
  readonly targetId: string | null
  readonly deletedSentInviteId: string | null
}

/** Other areas add the fields of what an entry can be about. */
export const ViewerListChange = builder.objectRef<ListChange>('ViewerListChange').implement({
  description: 'A change of what the viewer has marked of others, or has sent to them.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ViewerListKind, description: 'The list that has changed.' }),
    targetId: t.exposeID('targetId', {
      nullable: true,
      description: 'Id of the person, world or avatar whose entry was added, changed or removed; null for several.',
    }),
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person whose entry has changed, with the relation to the viewer; null for others.',
      resolve: ({ targetId }, _args, context) =>
        targetId !== null && isId('user', targetId) ? usersById(context).load(targetId) : null,
    }),
    deletedSentInviteId: t.exposeID('deletedSentInviteId', {
      nullable: true,
      description: 'Id of the sent invite that was taken back; null for others.',
    }),
    viewer: t.field(viewerRef('The viewer after the change.')),
    query: t.field(queryField),
  }),
})

function changeOf(event: DomainEvent): ListChange {
  if (!ownListChanged.is(event)) return { kind: 'initial', targetId: null, deletedSentInviteId: null }
  const { list: kind, targetId = null, sentInviteId: deletedSentInviteId = null } = event.ids
  return { kind, targetId, deletedSentInviteId }
}

builder.subscriptionField('viewerListsChanged', (t) =>
  t.field({
    type: ViewerListChange,
    description:
      'Emits when favorites, notes, moderations, blocked avatars or sent friend requests of the viewer have changed, on any device, also by the other person, and when a sent invite was taken back.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => {
      const { id } = context.viewerScope.viewer
      return followFanOut(context, (event) => ownListChanged.is(event) && event.subject === id, initial)
    },
    resolve: changeOf,
  }),
)

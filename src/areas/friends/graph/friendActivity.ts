import { builder, queryField } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import {
  eventsMissed,
  followFanOut,
  INITIAL_DESCRIPTION,
  initialArgument,
  isInitial,
  PAYLOAD_FOR_ALL,
  withValuesFor,
} from '../../../edges/graphql/resolvers/subscriptions.ts'
import { filterMapAsync } from '../../../kernel/asyncIterator.ts'
import { byEventType, type DomainEvent } from '../../../kernel/events.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { presenceChanged } from '../../../kernel/presence.ts'
import { userChanged, whereaboutsChanged } from '../../accounts/events.ts'
import { viewerRef } from '../../accounts/graph/viewer.ts'
import { User } from '../../users/graph/user.ts'
import { atMoment } from '../../users/graph/whereabouts.ts'
import type { UserForViewer } from '../../users/users.ts'
import { OFFLINE } from '../../users/whereabouts.ts'
import { friendshipCreated, friendshipEnded, friendshipResumed, friendshipSuspended } from '../events.ts'
import { canReceiveFriendEvent, endsOrSuspendsFriendship, type FriendEventSnapshot, snapshotFor } from '../snapshots.ts'

type ActivityKind = 'profile' | 'presence' | 'location' | 'added' | 'removed' | 'initial'

const kindOf = byEventType<ActivityKind>([
  [userChanged, 'profile'],
  [presenceChanged, 'presence'],
  [whereaboutsChanged, 'location'],
  [friendshipCreated, 'added'],
  [friendshipSuspended, 'presence'],
  [friendshipResumed, 'presence'],
  [friendshipEnded, 'removed'],
])

interface FriendActivityData {
  readonly kind: ActivityKind
  readonly userId: string
  readonly at: Date
  /** Null for an erased account. */
  readonly user: UserForViewer | null
}

/** The friend as shown at the time of the event: offline once the friendship has ended or is suspended by a block. */
function userAtEvent({ domainEvent, friend }: FriendEventSnapshot): UserForViewer | null {
  if (!friend) return null
  const { standing, whereabouts } = friend
  const isOver = endsOrSuspendsFriendship(domainEvent)
  return atMoment({ ...friend }, isOver ? { standing: 'offline', whereabouts: OFFLINE } : { standing, whereabouts })
}

const activityOf = (snapshot: FriendEventSnapshot, at: Date): FriendActivityData => {
  const { topic, subject, ids } = snapshot.domainEvent
  const kind = kindOf(snapshot.domainEvent)
  if (!kind) throw new Error(`the event ${topic} has no kind of activity`)
  return { kind, userId: ids?.friendId ?? subject, at, user: userAtEvent(snapshot) }
}

const FriendActivityKind = enumOf('FriendActivityKind', 'Kind of a change.', {
  profile: 'The profile has changed.',
  presence: 'The presence has changed.',
  location: 'The location has changed, or its visibility.',
  added: 'The person became a friend.',
  removed: 'The friendship has ended.',
  initial: INITIAL_DESCRIPTION,
})

/** Independent of the viewer: all recipients are friends of the person, or just were, and see the same values. */
const FriendActivity = builder.objectRef<FriendActivityData>('FriendActivity').implement({
  description: 'A change of a friend of the viewer.',
  fields: (t) => ({
    kind: t.expose('kind', { type: FriendActivityKind, description: 'Kind of the change.' }),
    userId: t.exposeID('userId', { description: 'Id of the friend; for INITIAL, of the viewer.' }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the message.' }),
    user: t.field({
      type: User,
      nullable: true,
      ...withValuesFor('User.standing', 'User.whereabouts'),
      description: 'The friend at the time of the event; null after the account was erased, and for INITIAL.',
      resolve: ({ user }) => user,
    }),
    viewer: t.field(viewerRef('The viewer after the change.')),
    query: t.field(queryField),
  }),
})

/** The friend at the time of an event; null when a block hides the event from the viewer. */
function snapshotForViewer({ friendSnapshots }: GraphContext['live'], viewerId: UserId, domainEvent: DomainEvent) {
  const snapshot = friendSnapshots.of(domainEvent)
  return snapshot instanceof Promise
    ? snapshot.then((read) => visibleSnapshot(viewerId, domainEvent, read))
    : visibleSnapshot(viewerId, domainEvent, snapshot)
}

function visibleSnapshot(viewerId: UserId, domainEvent: DomainEvent, snapshot: FriendEventSnapshot | null) {
  if (!snapshot) throw eventsMissed()
  return canReceiveFriendEvent(viewerId, domainEvent, snapshot) ? snapshotFor(viewerId, snapshot) : null
}

builder.subscriptionField('friendActivity', (t) =>
  t.field({
    type: FriendActivity,
    ...PAYLOAD_FOR_ALL,
    description:
      'Emits when the profile, presence or location of a friend has changed, or a friendship was created or ended.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => {
      const { id } = context.viewerScope.viewer
      const { live } = context
      const domainEvents = followFanOut(
        context,
        (domainEvent) =>
          kindOf(domainEvent) !== undefined && (domainEvent.subject !== id || domainEvent.ids?.friendId !== undefined),
        initial,
      )
      return filterMapAsync(domainEvents, (domainEvent) =>
        isInitial(domainEvent) ? { viewerId: id } : snapshotForViewer(live, id, domainEvent),
      )
    },
    resolve: (event, _args, { scope: { now: at } }): FriendActivityData =>
      'viewerId' in event ? { kind: 'initial', userId: event.viewerId, at, user: null } : activityOf(event, at),
  }),
)

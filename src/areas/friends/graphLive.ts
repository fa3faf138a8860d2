import { builder } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { followAudience, missed } from '../../edges/graphql/live.ts'
import { SHARED } from '../../edges/graphql/sharing.ts'
import { sift } from '../../edges/graphql/sifting.ts'
import type { Announcement } from '../../kernel/events.ts'
import { people, User } from '../users/graph.ts'
import type { SeenUser } from '../users/users.ts'
import { Standing } from './graph.ts'
import { isParting, isToldOf, type Sighted } from './seenFriends.ts'

/** What happened to whom, by the topics of announcements. */
const KIND = {
  'user.changed': 'profile',
  'presence.changed': 'presence',
  'whereabouts.changed': 'location',
  'friendship.created': 'added',
  'friendship.rested': 'presence',
  'friendship.resumed': 'presence',
  'friendship.ended': 'removed',
} as const

type Topic = keyof typeof KIND
const isTopic = (topic: string): topic is Topic => topic in KIND

interface Activity {
  readonly kind: (typeof KIND)[Topic]
  readonly userId: string
  readonly at: Date
  /** The friend; null for who is none any more, or is away behind a block. */
  readonly friend: SeenUser | null
}

const activityOf = ({ announcement: { topic, subject, ids }, friend }: Sighted, at: Date): Activity => {
  if (!isTopic(topic)) throw new Error(`${topic} is no activity of a friend`)
  const seen = isParting(topic) ? null : friend
  return { kind: KIND[topic], userId: ids?.friendId ?? subject, at, friend: seen }
}

const FriendActivityKind = builder.enumType('FriendActivityKind', {
  description: 'What happened to a friend.',
  values: {
    PROFILE: { value: 'profile', description: 'The profile was changed.' },
    PRESENCE: { value: 'presence', description: 'The friend came or went.' },
    LOCATION: { value: 'location', description: 'The friend went elsewhere, or tells otherwise where they are.' },
    ADDED: { value: 'added', description: 'The two became friends.' },
    REMOVED: { value: 'removed', description: 'The two are friends no more.' },
  } as const,
})

/** Everybody who hears of it is, or just was, a friend: so all of it says the same to each of them. */
const FriendActivity = builder.objectRef<Activity>('FriendActivity').implement({
  description: 'Something that happened to a friend of the viewer.',
  fields: (t) => ({
    kind: t.expose('kind', { type: FriendActivityKind, description: 'What happened.' }),
    userId: t.exposeID('userId', { description: 'Whose id it is.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was told.' }),
    user: t.field({
      type: User,
      nullable: true,
      ...SHARED,
      description: 'The person as others see them now; null when the account was erased.',
      resolve: ({ userId }, _args, context) => people(context).load(userId),
    }),
    standing: t.field({
      type: Standing,
      ...SHARED,
      description: 'Whether the person is here, as friends see it; OFFLINE for one who is a friend no more.',
      resolve: ({ friend }) => friend?.standing ?? 'offline',
    }),
    location: t.string({
      ...SHARED,
      description: 'Where the person is, as friends may know it; `offline` or `private` where it is not told.',
      resolve: ({ friend }) => friend?.whereabouts.location ?? 'offline',
    }),
  }),
})

/** What the viewer is told of an announcement: nothing, where a block has come between. */
async function sightingFor(context: GraphContext, announcement: Announcement): Promise<Sighted | null> {
  const sighted = await context.live.sightings.of(announcement)
  if (!sighted) throw missed()
  return isToldOf(signed(context).viewer.id, announcement, sighted) ? sighted : null
}

builder.subscriptionField('friendActivity', (t) =>
  t.field({
    type: FriendActivity,
    ...SHARED,
    description: 'Tells what happens to friends: who comes, goes and moves, changes the profile, is gained or lost.',
    subscribe: (_root, _args, context) => {
      const { id } = signed(context).viewer
      const announcements = followAudience(
        context,
        ({ topic, subject, ids }) => isTopic(topic) && (subject !== id || ids !== undefined),
      )
      return sift(announcements, (announcement) => sightingFor(context, announcement))
    },
    resolve: (sighted, _args, context) => {
      renew(context)
      return activityOf(sighted, context.scope.now)
    },
  }),
)

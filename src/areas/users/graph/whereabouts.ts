import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { PresenceStatus } from '../../../kernel/presence.ts'
import { areUnblockedFriends } from '../policy.ts'
import {
  isInGroup,
  type OccupantLocation,
  readEnterable,
  readOccupantLocations,
  type Whereabouts,
  whereaboutsForViewer,
} from '../whereabouts.ts'
import { relationToViewer, User } from './user.ts'

const WhereaboutsKind = enumOf(
  'WhereaboutsKind',
  'Where a person is, as far as the viewer may know.',
  {
    offline: 'Offline, or appearing so to the viewer.',
    website: 'Only on the website.',
    private: 'In a client of the platform; the instance is hidden from the viewer, or there is none.',
    instance: 'In the instance that `instance` shows.',
  },
  { website: 'ON_WEBSITE', instance: 'IN_INSTANCE' },
)

/** Where a person is. The instances area adds the instance. */
export const WhereaboutsRef = builder.objectRef<Whereabouts>('Whereabouts').implement({
  description: 'Where a person is, as far as the viewer may know.',
  fields: (t) => ({
    kind: t.field({
      type: WhereaboutsKind,
      description: 'Kind of place.',
      resolve: ({ kind }) => kind,
    }),
    instanceId: t.id({
      nullable: true,
      description: 'Id of the instance; null unless `kind` is IN_INSTANCE.',
      resolve: ({ kind, location }) => (kind === 'instance' ? location : null),
    }),
  }),
})

/** What friends see of a person at the time of an event. */
interface UserMoment {
  readonly standing: PresenceStatus
  readonly whereabouts: Whereabouts
}

const moments = new WeakMap<object, UserMoment>()

/** A person whose fields show the time of an event, and so are equal for all recipients of the event. */
export function atMoment<U extends object>(user: U, moment: UserMoment): U {
  moments.set(user, moment)
  return user
}

export const momentOf = (user: object): UserMoment | undefined => moments.get(user)

const presenceByUser = createLoader(
  async ({ presence, now }, ids) => [...(await presence.statuses(ids.map(trusted<'user'>), now))],
  ([id]) => id,
)

/** True presence of a person, which not everybody may see. */
export const presenceOf = async (context: GraphContext, id: string): Promise<PresenceStatus> =>
  (await presenceByUser(context).load(id))?.[1] ?? 'offline'

const locationByOccupant = createLoader<readonly [string, OccupantLocation]>(
  forViewer(async (scope, ids) => [...(await readOccupantLocations(scope, ids))]),
  ([id]) => id,
)

/** True location of a person, which not everybody may see; null for none. */
export const occupantLocationOf = async (context: GraphContext, id: string): Promise<OccupantLocation | null> =>
  (await locationByOccupant(context).load(id))?.[1] ?? null

const enterableByLocation = createLoader<string>(
  forViewer(async (scope, locations) => [...(await readEnterable(scope, locations))]),
  (location) => location,
)

const NOWHERE: ReadonlySet<string> = new Set()

/** The location of a place in a group, if the viewer may enter it. */
async function enterableOf(context: GraphContext, place: OccupantLocation | null): Promise<ReadonlySet<string>> {
  if (!place || !isInGroup(place)) return NOWHERE
  const location = await enterableByLocation(context).load(place.location)
  return location === null ? NOWHERE : new Set([location])
}

/** Where a person is, as the viewer sees it. */
async function whereaboutsOf(
  context: GraphContext,
  user: { readonly id: string; readonly status: string },
): Promise<Whereabouts> {
  const [relation, standing, place] = await Promise.all([
    relationToViewer(context, user.id),
    presenceOf(context, user.id),
    occupantLocationOf(context, user.id),
  ])
  const isClose = relation !== undefined && areUnblockedFriends(relation)
  const enterable = await enterableOf(context, place)
  return whereaboutsForViewer(context.viewerScope, user, { isClose, standing, place, enterable })
}

builder.objectFields(User, (t) => ({
  whereabouts: t.field({
    type: WhereaboutsRef,
    description: 'Where the person is, as far as the viewer may know.',
    resolve: (user, _args, context) => momentOf(user)?.whereabouts ?? whereaboutsOf(context, user),
  }),
}))

import type { Prisma } from '../../generated/prisma/client.ts'
import { isId } from '../../kernel/ids.ts'
import type { Standing } from '../../kernel/presence.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { showsPlace } from '../accounts/appearance.ts'
import { appearsTo, areClose, relationsTo } from './relations.ts'

const PLACE = {
  location: true,
  instance: { select: { worldId: true, instanceId: true, type: true, canRequestInvite: true } },
} satisfies Prisma.OccupantSelect

/** What is read with a person of where they are. */
export const OCCUPIES = { occupies: { select: PLACE } } satisfies Prisma.UserSelect

/** Where a person is, whoever may know it. */
export type Place = Prisma.OccupantGetPayload<{ select: typeof PLACE }>

/** Where a person is, as somebody may know it: a place, or a word that stands for one. */
export interface Whereabouts {
  readonly location: string
  readonly worldId: string
  readonly instanceId: string
  /** Whether friends may ask to be invited there. */
  readonly canRequestInvite: boolean
}

const word = (text: string): Whereabouts => ({
  location: text,
  worldId: text,
  instanceId: text,
  canRequestInvite: false,
})
const OFFLINE = word('offline')
/** Clients are told so of places that nobody may follow to. */
const PRIVATE = word('private')

export interface Appearing {
  /** As the person appears to the one who is told: a stranger hears of nobody that they are here. */
  readonly standing: Standing
  readonly status: string
  readonly place: Place | null
  /** Whether the person is the one who is told. */
  readonly isOwn: boolean
}

/** Where a person is told to be: the truth to themself, to friends as far as type and status allow it. */
export function whereaboutsOf({ standing, status, place, isOwn }: Appearing): Whereabouts {
  if (isOwn && place) return told(place)
  if (standing === 'offline') return OFFLINE
  if (!place) return standing === 'online' ? PRIVATE : OFFLINE
  if (showsPlace(status, place.instance.type)) return told(place)
  return { ...PRIVATE, canRequestInvite: place.instance.canRequestInvite && status !== 'busy' }
}

const told = ({ location, instance }: Place): Whereabouts => ({
  location,
  worldId: instance.worldId,
  instanceId: instance.instanceId,
  canRequestInvite: instance.canRequestInvite,
})

/** Where each of these people is, whoever may know it; nothing of those who are nowhere. Set-wise: one statement. */
export async function placesOf({ db }: Pick<Scope, 'db'>, ids: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const rows = await db.occupant.findMany({
    where: { userId: { in: [...ids] } },
    select: { userId: true, ...PLACE },
    relationLoadStrategy: 'join',
  })
  return new Map(rows.map(({ userId, ...place }) => [userId, place]))
}

/** What has to be known of people to tell the viewer where they are. */
export interface Traces {
  readonly isClose: boolean
  readonly standing: Standing
  readonly place: Place | null
}

/** That of each of these people. Set-wise: a statement for each of the three. */
export async function tracesOf(scope: SignedScope, ids: readonly string[]): Promise<ReadonlyMap<string, Traces>> {
  const people = ids.filter((id) => isId('user', id))
  const [relations, standings, places] = await Promise.all([
    relationsTo(scope, people),
    scope.presence.standings(people, scope.now),
    placesOf(scope, people),
  ])
  return new Map(
    people.map((id) => {
      const relation = relations.get(id)
      const isClose = relation !== undefined && areClose(relation)
      return [id, { isClose, standing: standings.get(id) ?? 'offline', place: places.get(id) ?? null }]
    }),
  )
}

/** Where a person is, as the viewer may know it. */
export function whereaboutsTo(
  scope: SignedScope,
  { id, status }: { readonly id: string; readonly status: string },
  { isClose, standing, place }: Traces,
): Whereabouts {
  const appears = appearsTo(scope, { id, status, isClose }, standing)
  return whereaboutsOf({ standing: appears, status, place, isOwn: id === scope.viewer.id })
}

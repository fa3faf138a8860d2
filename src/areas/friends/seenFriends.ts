import type { Prisma } from '../../generated/prisma/client.ts'
import type { Announcement } from '../../kernel/events.ts'
import { isId } from '../../kernel/ids.ts'
import type { Standing } from '../../kernel/presence.ts'
import type { Outside } from '../../kernel/scope.ts'
import { appearsAs } from '../accounts/appearance.ts'
import { visibleUsers } from '../users/policy.ts'
import { type SeenUser, SHOWN } from '../users/users.ts'
import { whereaboutsOf } from '../users/whereabouts.ts'

/** What is between the person and one friend alone is left out. */
const ANY_FRIEND = {
  note: '',
  own: false,
  relation: { isFriend: true, isBlocked: false, friendKey: '', friendRequestStatus: '' },
} as const

/** A person as friends see them at a moment. */
export interface Sighting {
  /** As any friend sees them; null for who was erased. */
  readonly friend: SeenUser | null
  /** Friends across a block: they were no friends to tell at that moment. */
  readonly hiddenFrom: ReadonlySet<string>
}

/** The same, and the announcement for which they were looked at. */
export interface Sighted extends Sighting {
  readonly announcement: Announcement
}

const UNSEEN: Sighting = { friend: null, hiddenFrom: new Set() }

const READ = {
  ...SHOWN,
  friendships: { where: { blocked: true }, select: { friendId: true } },
} satisfies Prisma.UserInclude

type Row = Prisma.UserGetPayload<{ include: typeof READ }>

/**
 * People as any of their friends sees them now, in the order of the ids. Set-wise. From whom a block hides them is read
 * last, together with where they are: nothing here is younger than that.
 */
export async function sightingsOf(outside: Outside, ids: readonly string[]): Promise<Sighting[]> {
  const known = [...new Set(ids)].filter((id) => isId('user', id))
  const standings: ReadonlyMap<string, Standing> = await outside.presence.standings(known, outside.clock.now())
  const rows = await outside.client.user.findMany({
    where: { id: { in: known }, ...visibleUsers },
    include: READ,
    relationLoadStrategy: 'join',
  })
  const sightings = new Map(rows.map((row) => [row.id, sighting(row, standings.get(row.id))]))
  return ids.map((id) => sightings.get(id) ?? UNSEEN)
}

function sighting({ occupies: place, friendships, ...user }: Row, present: Standing | undefined): Sighting {
  const standing = appearsAs(user.status, present)
  const whereabouts = whereaboutsOf({ standing, status: user.status, place, isOwn: false })
  return {
    friend: { ...user, ...ANY_FRIEND, standing, whereabouts },
    hiddenFrom: new Set(friendships.map(({ friendId }) => friendId)),
  }
}

const PARTINGS: readonly string[] = ['friendship.ended', 'friendship.rested']

/** Whether an announcement says that a friendship has come to its end or to rest, and nothing of the friend but that. */
export const isParting = (topic: string): boolean => PARTINGS.includes(topic)

/** Whether somebody is told of an announcement about a friend who looked so: a block may have come between. */
export const isToldOf = (userId: string, { topic }: Announcement, { hiddenFrom }: Sighting): boolean =>
  !hiddenFrom.has(userId) || isParting(topic)

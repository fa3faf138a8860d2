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
  relation: { isFriend: true, friendKey: '', friendRequestStatus: '' },
} as const

/** People as any of their friends sees them now; without those who were erased. Set-wise. */
export async function seenByFriends(outside: Outside, ids: readonly string[]): Promise<ReadonlyMap<string, SeenUser>> {
  const known = ids.filter((id) => isId('user', id))
  const [users, standings] = await Promise.all([readShown(outside, known), readStandings(outside, known)])
  return new Map(
    users.map(({ occupies: place, ...user }) => {
      const standing = appearsAs(user.status, standings.get(user.id))
      const whereabouts = whereaboutsOf({ standing, status: user.status, place, isOwn: false })
      return [user.id, { ...user, ...ANY_FRIEND, standing, whereabouts }]
    }),
  )
}

const readShown = ({ client }: Outside, ids: readonly string[]) =>
  client.user.findMany({
    where: { id: { in: [...ids] }, ...visibleUsers },
    include: SHOWN,
    relationLoadStrategy: 'join',
  })

const readStandings = (
  { presence, clock }: Outside,
  ids: Parameters<Outside['presence']['standings']>[0],
): Promise<ReadonlyMap<string, Standing>> => presence.standings(ids, clock.now())

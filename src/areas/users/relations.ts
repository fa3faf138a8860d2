import type { Standing } from '../../kernel/presence.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { appearsAs } from '../accounts/appearance.ts'

/** What somebody is to the viewer. */
export interface Relation {
  readonly isFriend: boolean
  /** What the two know their friendship by; empty without one. */
  readonly friendKey: string
  /** Who of the two has asked. A request that was put away stands until it is taken back or cleared. */
  readonly friendRequestStatus: '' | 'incoming' | 'outgoing'
}

const STRANGER: Relation = { isFriend: false, friendKey: '', friendRequestStatus: '' }

/** Two people, whoever is named first: what their friend request is stored by. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(':')

interface Row {
  readonly id: string
  readonly key: string
  readonly request: Relation['friendRequestStatus']
}

/** What each of these people is to the viewer. Set-wise: one statement. */
export async function relationsTo(scope: SignedScope, ids: readonly string[]): Promise<ReadonlyMap<string, Relation>> {
  const { id } = scope.viewer
  const pairs = ids.map((other) => pairOf(id, other))
  const rows = await scope.db.$queryRaw<Row[]>`
    SELECT "friendId" AS id, key, '' AS request FROM "Friendship"
    WHERE "userId" = ${id} AND "friendId" = ANY(${ids})
    UNION ALL
    SELECT CASE "senderId" WHEN ${id} THEN "receiverId" ELSE "senderId" END, '',
      CASE "senderId" WHEN ${id} THEN 'outgoing' ELSE 'incoming' END
    FROM "Notification" WHERE "friendPair" = ANY(${pairs})`
  return new Map(rows.map((row) => [row.id, relation(row)]))
}

const relation = ({ key, request }: Row): Relation => ({
  isFriend: request === '',
  friendKey: key,
  friendRequestStatus: request,
})

/** What one person is to the viewer; nobody is anything to themself. */
export async function relationTo(scope: SignedScope, id: string): Promise<Relation> {
  if (id === scope.viewer.id) return STRANGER
  return (await relationsTo(scope, [id])).get(id) ?? STRANGER
}

interface Somebody {
  readonly id: string
  readonly status: string
  readonly isFriend: boolean
}

/** How a person appears to the viewer: as they stand to themself, as they want to be seen to friends, else away. */
export function appearsTo({ viewer }: SignedScope, person: Somebody, standing: Standing = 'offline'): Standing {
  if (person.id === viewer.id) return standing
  return person.isFriend ? appearsAs(person.status, standing) : 'offline'
}

import type { Standing } from '../../kernel/presence.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { appearsAs } from '../accounts/appearance.ts'

/** What somebody is to the viewer. */
export interface Relation {
  readonly isFriend: boolean
  /** Whether one of the two has blocked the other: then neither is told where the other is, nor whether. */
  readonly isBlocked: boolean
  /** What the two know their friendship by; empty without one. */
  readonly friendKey: string
  /** Who of the two has asked. A request that was put away stands until it is taken back or cleared. */
  readonly friendRequestStatus: '' | 'incoming' | 'outgoing'
}

const STRANGER: Relation = { isFriend: false, isBlocked: false, friendKey: '', friendRequestStatus: '' }

/** Two people, whoever is named first: what their friend request is stored by. */
export const pairOf = (one: string, other: string): string => [one, other].sort().join(':')

interface Row {
  readonly id: string
  readonly key: string
  readonly request: Relation['friendRequestStatus']
  readonly blocked: boolean
}

/** What each of these people is to the viewer. Set-wise: one statement. */
export async function relationsTo(scope: SignedScope, ids: readonly string[]): Promise<ReadonlyMap<string, Relation>> {
  const { id } = scope.viewer
  const pairs = ids.map((other) => pairOf(id, other))
  const rows = await scope.db.$queryRaw<Row[]>`
    SELECT "friendId" AS id, key, '' AS request, blocked FROM "Friendship"
    WHERE "userId" = ${id} AND "friendId" = ANY(${ids})
    UNION ALL
    SELECT CASE "senderId" WHEN ${id} THEN "receiverId" ELSE "senderId" END, '',
      CASE "senderId" WHEN ${id} THEN 'outgoing' ELSE 'incoming' END, false
    FROM "Notification" WHERE "friendPair" = ANY(${pairs})
    UNION ALL
    SELECT "targetUserId", '', '', true FROM "PlayerModeration"
    WHERE "sourceUserId" = ${id} AND "targetUserId" = ANY(${ids}) AND matter = 'block'
    UNION ALL
    SELECT "sourceUserId", '', '', true FROM "PlayerModeration"
    WHERE "sourceUserId" = ANY(${ids}) AND "targetUserId" = ${id} AND matter = 'block'`
  const relations = new Map<string, Relation>()
  for (const row of rows) relations.set(row.id, joined(relations.get(row.id), row))
  return relations
}

/** A person comes in a row for each thing that they are to the viewer. */
const joined = (known: Relation = STRANGER, { key, request, blocked }: Row): Relation => ({
  isFriend: known.isFriend || key !== '',
  isBlocked: known.isBlocked || blocked,
  friendKey: key || known.friendKey,
  friendRequestStatus: request || known.friendRequestStatus,
})

/** Whether the two are friends of whom neither has blocked the other: only then each is told where the other is. */
export const areClose = ({ isFriend, isBlocked }: Relation): boolean => isFriend && !isBlocked

/** What one person is to the viewer; nobody is anything to themself. */
export async function relationTo(scope: SignedScope, id: string): Promise<Relation> {
  if (id === scope.viewer.id) return STRANGER
  return (await relationsTo(scope, [id])).get(id) ?? STRANGER
}

interface Somebody {
  readonly id: string
  readonly status: string
  /** Whether the person is a friend of the viewer, and neither has blocked the other. */
  readonly isClose: boolean
}

/** How a person appears to the viewer: as they stand to themself, as they want to be seen to friends, else away. */
export function appearsTo({ viewer }: SignedScope, person: Somebody, standing: Standing = 'offline'): Standing {
  if (person.id === viewer.id) return standing
  return person.isClose ? appearsAs(person.status, standing) : 'offline'
}

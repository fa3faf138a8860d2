import type { Outside } from '../../kernel/scope.ts'

/** Who is told of a person besides that person. */
export interface Hearers {
  /** Of changes of the profile: all friends, but across a block. */
  readonly profile: readonly string[]
  /** Of coming and going: the same, but nobody where the person wants to be seen by nobody. */
  readonly presence: readonly string[]
}

const HEARERS = `
  SELECT id, status, ARRAY(
    SELECT "friendId" FROM "Friendship" WHERE "Friendship"."userId" = "User".id AND NOT blocked
  ) AS friends
  FROM "User" WHERE id = ANY($1)`

interface Row {
  readonly id: string
  readonly status: string
  readonly friends: readonly string[]
}

/** Who hears of each of these people, as their friendships stand now. Set-wise: one statement. */
export async function hearersOf({ read }: Outside, ids: readonly string[]): Promise<ReadonlyMap<string, Hearers>> {
  const rows = await read<Row>('hearers-of', HEARERS, [ids])
  const hearers = ({ status, friends }: Row) => ({ profile: friends, presence: status === 'offline' ? [] : friends })
  return new Map(rows.map((row) => [row.id, hearers(row)]))
}

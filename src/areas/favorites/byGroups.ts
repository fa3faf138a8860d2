import type { Favorite } from '../../generated/prisma/client.ts'
import type { Moment, Stretch } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { GroupPlace } from './kinds.ts'

/** A favorite as a statement reads it; the time in milliseconds. */
interface Row extends Omit<Favorite, 'createdAt'> {
  readonly createdAt: number
}

/**
 * The viewer's favorites in each of these groups, the latest first. Set-wise: one statement, which reads of each group no
 * more than is wanted.
 */
export async function favoritesIn(
  { read, viewer }: Pick<SignedScope, 'read' | 'viewer'>,
  groups: readonly GroupPlace[],
  { limit, earlierThan, laterThan, inverted = false }: Stretch,
): Promise<Favorite[]> {
  const values: unknown[] = [viewer.id, groups.map(({ type }) => type), groups.map(({ name }) => name), limit]
  const beyond = (end: Moment | undefined, than: string) =>
    end ? `AND ("createdAt", id) ${than} ($${values.push(end.at)}::timestamptz, $${values.push(end.id)})` : ''
  const between = [beyond(earlierThan, '<'), beyond(laterThan, '>')].join(' ')
  const way = inverted ? 'ASC' : 'DESC'
  const text = `SELECT f.id, f."userId", f.type, f."favoriteId", f."group",
      round(date_part('epoch', f."createdAt") * 1000) AS "createdAt"
    FROM unnest($2::text[], $3::text[]) AS given (type, name) CROSS JOIN LATERAL (
      SELECT * FROM "Favorite" WHERE "userId" = $1 AND type = given.type AND "group" = given.name ${between}
      ORDER BY "createdAt" ${way}, id ${way} LIMIT $4
    ) AS f ORDER BY f."createdAt" ${way}, f.id ${way}`
  const name = `favorites in groups ${way}${earlierThan ? ' after' : ''}${laterThan ? ' before' : ''}`
  return (await read<Row>(name, text, values)).map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

import { momentIn } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { FoundProp } from './props.ts'

/** Which part of each author's list is wanted. */
export interface PropsStretch {
  readonly limit: number
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly inverted?: boolean | undefined
}

/** Where a prop stands in its author's list. */
export const placeIn = ({ createdAt, id }: Pick<FoundProp, 'createdAt' | 'id'>) => `${createdAt.toISOString()} ${id}`

const KEY = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (prop_\S{36})$/

/**
 * The ids of the props of each of these people that the viewer may see, the latest first. Set-wise: one statement, which
 * reads of each no more than is wanted. Throws `invalid` for a cursor of another list.
 */
export async function propIdsBy(
  { read, viewer }: Pick<SignedScope, 'read' | 'viewer'>,
  authorIds: readonly string[],
  { limit, after, before, inverted = false }: PropsStretch,
): Promise<string[]> {
  const values: unknown[] = [authorIds, limit, viewer.admin, viewer.id]
  const beyond = (key: string | undefined, field: string, than: string) => {
    if (key === undefined) return ''
    const [, time, id] = KEY.exec(key) ?? []
    return `AND ("createdAt", id) ${than} ($${values.push(momentIn(field, time))}::timestamptz, $${values.push(id)})`
  }
  const between = [beyond(after, 'after', '<'), beyond(before, 'before', '>')].join(' ')
  const way = inverted ? 'ASC' : 'DESC'
  const text = `SELECT p.id FROM unnest($1::text[]) AS given (id) CROSS JOIN LATERAL (
      SELECT id, "createdAt" FROM "Prop" WHERE "authorId" = given.id AND "deletedAt" IS NULL
        AND ($3::boolean OR "releaseStatus" = 'public' OR "authorId" = $4) ${between}
      ORDER BY "createdAt" ${way}, id ${way} LIMIT $2
    ) AS p ORDER BY p."createdAt" ${way}, p.id ${way}`
  const name = `props by authors ${way}${after === undefined ? '' : ' after'}${before === undefined ? '' : ' before'}`
  return (await read<{ id: string }>(name, text, values)).map(({ id }) => id)
}

import type { NamedRead } from '../../kernel/database.ts'
import { momentIn } from '../../kernel/page.ts'
import { BARE, type BareWorld, dated, type Raw } from './hot.ts'

/** Which part of each author's list is wanted. */
export interface AuthorsStretch {
  readonly limit: number
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly inverted?: boolean | undefined
}

/** Where a world stands in its author's list. */
export const placeIn = ({ updatedAt, id }: BareWorld) => `${updatedAt.toISOString()} ${id}`

const KEY = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (wrld_\S{36})$/

/**
 * The public worlds of each of these people, the latest changed first. Set-wise: one statement, which reads of each no
 * more than is wanted.
 */
export async function publicWorldsBy(
  { read }: { readonly read: NamedRead },
  authorIds: readonly string[],
  { limit, after, before, inverted = false }: AuthorsStretch,
): Promise<BareWorld[]> {
  const values: unknown[] = [authorIds, limit]
  const beyond = (key: string | undefined, field: string, than: string) => {
    if (key === undefined) return ''
    const [, time, id] = KEY.exec(key) ?? []
    return `AND ("updatedAt", id) ${than} ($${values.push(momentIn(field, time))}::timestamptz, $${values.push(id)})`
  }
  const between = [beyond(after, 'after', '<'), beyond(before, 'before', '>')].join(' ')
  const way = inverted ? 'ASC' : 'DESC'
  const text = `SELECT ${BARE} FROM unnest($1::text[]) AS given (id) CROSS JOIN LATERAL (
      SELECT * FROM "World" WHERE "authorId" = given.id AND "releaseStatus" = 'public' ${between}
      ORDER BY "updatedAt" ${way}, id ${way} LIMIT $2
    ) AS w ORDER BY w."updatedAt" ${way}, w.id ${way}`
  const name = `worlds by authors ${way}${after === undefined ? '' : ' after'}${before === undefined ? '' : ' before'}`
  return (await read<Raw<BareWorld>>(name, text, values)).map(dated)
}

import { Prisma } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'

const NAME_LENGTH = 24

/**
 * Reads by a statement that PostgreSQL keeps as planned if its text is one of few, and else plans for its values: the best
 * way to a rare tag is not that to a common one.
 */
export function readPlanned<Row>({ read }: ViewerScope, { text, values }: Prisma.Sql, isKept: boolean): Promise<Row[]> {
  return read<Row>(isKept ? `calendar ${hashToken(text).slice(0, NAME_LENGTH)}` : null, text, values)
}

type ValueType = 'text[]' | 'timestamptz' | 'text' | 'bigint'

/**
 * A value in a statement. PostgreSQL does not look into a SELECT when it plans, so that no plan for values is better than
 * the one that it keeps.
 */
export function valueSql(isKept: boolean, value: unknown, type: ValueType): Prisma.Sql {
  const typed = Prisma.sql`${value}::${Prisma.raw(type)}`
  return isKept ? Prisma.sql`(SELECT ${typed})::${Prisma.raw(type)}` : typed
}

/** Whether a column has one of the values, which a kept plan looks up by their hash. */
export const isOneOf = (isKept: boolean, column: Prisma.Sql, values: readonly string[]): Prisma.Sql =>
  isKept
    ? Prisma.sql`(${column} IN (SELECT unnest(${valueSql(true, values, 'text[]')})))`
    : Prisma.sql`(${column} = ANY(${values}::text[]))`

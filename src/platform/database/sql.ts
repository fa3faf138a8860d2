import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../kernel/database.ts'
import type { StatementText } from './statement.ts'
import type { NameStatement } from './statementNames.ts'

/** Runs SQL that is written as a template by `run`: on a pool, or on the connection of a transaction. */
export const sqlOn =
  (run: <Row>(statement: StatementText) => Promise<Row[]>, nameStatement: NameStatement): Sql =>
  async (query, ...values) => {
    const { text, values: parameters } = 'text' in query ? query : Prisma.sql(query, ...values)
    return run({ name: nameStatement({ sql: text }) || null, text, values: parameters })
  }

import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../kernel/database.ts'
import type { StatementText } from './statement.ts'
import type { NameStatement } from './statementNames.ts'

/** Runs SQL that is written as a template by `run`: on a pool, or on the connection of a transaction. */
export const sqlOn =
  (run: <Row>(statement: StatementText) => Promise<Row[]>, nameStatement: NameStatement): Sql =>
  async (query, ...given) => {
    const { strings, values } = 'text' in query ? query : Prisma.sql(query, ...given)
    const text = strings.reduce((before, part, at) => `${before}${parameter(at, values[at - 1])}${part}`)
    return run({ name: nameStatement({ sql: text }) || null, text, values })
  }

/**
 * A list of texts stands in a sub-select, which keeps PostgreSQL from planning a prepared statement for each list anew: it
 * counts with ten texts in a plan for any list, and so takes that for dearer than one for a list with one text.
 */
const parameter = (number: number, value: unknown) =>
  isListOfTexts(value) ? `(SELECT $${number}::text[])::text[]` : `$${number}`

const isListOfTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

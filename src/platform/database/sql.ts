import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../kernel/database.ts'
import type { StatementText } from './statement.ts'
import type { StatementNamer } from './statementNames.ts'

type Query = TemplateStringsArray | Prisma.Sql

/** Runs SQL that is written as a template by `run`: on a pool, or on the connection of a transaction. */
export function sqlOn(run: <Row>(statement: StatementText) => Promise<Row[]>, nameStatement: StatementNamer): Sql {
  const custom = <Row>(query: Query, ...given: readonly unknown[]) => {
    const { text, values } = sqlOf(query, given)
    return run<Row>({ name: null, text, values })
  }
  const prepared = <Row>(query: Query, ...given: readonly unknown[]) => {
    const { strings, values } = sqlOf(query, given)
    const text = strings.reduce((before, part, at) => `${before}${parameter(at, values[at - 1])}${part}`)
    return run<Row>({ name: nameStatement({ sql: text }) || null, text, values })
  }
  return Object.assign(prepared, { custom })
}

const sqlOf = (query: Query, given: readonly unknown[]): Prisma.Sql =>
  'text' in query ? query : Prisma.sql(query, ...given)

/**
 * A list of texts stands in a sub-select, which keeps PostgreSQL from planning a prepared statement for each list anew: it
 * counts with ten texts in a plan for any list, and so takes that for dearer than one for a list with one text.
 */
const parameter = (number: number, value: unknown) =>
  isListOfTexts(value) ? `(SELECT $${number}::text[])::text[]` : `$${number}`

const isListOfTexts = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'

/** The Prisma client, or an open transaction. */
export type Tx = Prisma.TransactionClient
export type Db = PrismaClient

/**
 * Runs a named, prepared statement on Prisma's connection pool. Each `name` belongs to one `text`. Without a name the
 * statement is planned for each execution: a cached plan may date from when its table was almost empty.
 */
export type NamedQuery = <Row>(name: string | null, text: string, values: readonly unknown[]) => Promise<Row[]>

/**
 * Selects a time column as milliseconds since 1970, because the driver parses timestamps slowly. Convert the value by
 * `dateOfMilliseconds` or `dateOfMillisecondsOrNull`.
 */
export const epochMillisecondsColumn = (column: string) => `date_part('epoch', "${column}") * 1000 AS "${column}"`

/** Selects a text[] column as JSON, because the driver parses arrays slowly. */
export const jsonColumn = (column: string) => `to_json("${column}") AS "${column}"`

export const dateOfMilliseconds = (milliseconds: number) => new Date(Math.round(milliseconds))
export const dateOfMillisecondsOrNull = (milliseconds: number | null) =>
  milliseconds === null ? null : dateOfMilliseconds(milliseconds)

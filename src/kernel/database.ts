import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'

/** What reads and writes of an area run on: the client, or the transaction that is open. */
export type Tx = Prisma.TransactionClient
export type Db = PrismaClient

/**
 * Reads by a named, prepared statement on the pool that Prisma uses. Only for an area's `hot.ts`.
 * `name` is unique for `text`. Null for a statement of many rows that is planned anew each time: a kept plan may date
 * from when its table was almost empty.
 */
export type NamedRead = <Row>(name: string | null, text: string, values: readonly unknown[]) => Promise<Row[]>

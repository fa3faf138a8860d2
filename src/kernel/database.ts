import type { Prisma, PrismaClient } from '../generated/prisma/client.ts'

/** The Prisma client, or an open transaction. */
export type Tx = Prisma.TransactionClient
export type Db = PrismaClient

type RunSql = <Row>(query: TemplateStringsArray | Prisma.Sql, ...values: readonly unknown[]) => Promise<Row[]>

/**
 * Runs one SQL statement, written as a tagged template, and returns its rows. A column of type bigint is a bigint. A statement
 * that is repeated is prepared, and PostgreSQL may keep one plan for all values.
 */
export interface Sql extends RunSql {
  /** Plans the statement for its values each time, because a plan for others may be much worse. */
  readonly custom: RunSql
}

/** A transaction that has begun. One of its functions ends it. */
interface OpenTransaction {
  readonly db: Tx
  readonly sql: Sql
  /** Commits after the statements that were sent before, even if they are not answered yet. Throws unless all worked. */
  commit(): Promise<void>
  /** Does nothing after a commit. Never throws. */
  rollBack(): Promise<void>
}

export type Begin = () => Promise<OpenTransaction>

/** Runs `work` in a transaction, which is rolled back if it throws. */
export async function inTransaction<R>(begin: Begin, work: (tx: OpenTransaction) => Promise<R>): Promise<R> {
  const tx = await begin()
  try {
    const result = await work(tx)
    await tx.commit()
    return result
  } catch (error) {
    await tx.rollBack()
    throw error
  }
}

/** A row as PostgreSQL writes it in JSON: times are texts. */
export type JsonRow<R> = {
  readonly [C in keyof R]: R[C] extends Date ? string : Date extends R[C] ? string | null : R[C]
}

export const timeOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text))

import { Prisma } from '../generated/prisma/client.ts'

/**
 * SELECT list of columns, such as those of `Prisma.GroupScalarFieldEnum`, of the table with the alias. A statement that names
 * its columns goes on when a migration of a later release adds one: `SELECT *` in a prepared statement fails from then on.
 */
export const columnList = (columns: Readonly<Record<string, string>> | readonly string[], alias?: string): Prisma.Sql =>
  Prisma.raw(
    Object.values(columns)
      .map((name) => (alias === undefined ? `"${name}"` : `${alias}."${name}"`))
      .join(', '),
  )

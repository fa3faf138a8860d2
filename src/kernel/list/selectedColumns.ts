import { Prisma } from '../../generated/prisma/client.ts'

/** Columns that are read by themselves, at most: beyond, whole rows, which a cache may hold, cost less. */
const MAX_COLUMNS = 12

/**
 * SELECT list for the selected columns of a table, by its alias; null where whole rows are read instead: for no selection, a
 * large one, or one with another name than those of `known`.
 */
export function selectedColumns(
  alias: string,
  known: readonly string[],
  selected: ReadonlySet<string> | null,
): Prisma.Sql | null {
  if (selected === null) return null
  const names = known.filter((name) => selected.has(name))
  if (names.length === 0 || names.length < selected.size || names.length > MAX_COLUMNS) return null
  return Prisma.raw(names.map((name) => `${alias}."${name}"`).join(', '))
}

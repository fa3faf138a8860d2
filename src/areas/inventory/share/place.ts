import type { Scope } from '../../../kernel/scope.ts'

/** Where people are, by their ids; those who are in no instance are left out. One statement. */
export async function locationsOf({ db }: Pick<Scope, 'db'>, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.occupant.findMany({
    where: { userId: { in: [...ids] } },
    select: { userId: true, location: true },
  })
  return new Map(rows.map(({ userId, location }) => [userId, location]))
}

/** Where a person is; null for in no instance. */
export const locationOf = async (scope: Pick<Scope, 'db'>, id: string): Promise<string | null> =>
  (await locationsOf(scope, [id])).get(id) ?? null

import type { NamedRead } from '../../kernel/database.ts'

/** Who is in a world now. */
export interface Occupancy {
  readonly occupants: number
  readonly publicOccupants: number
  readonly privateOccupants: number
  /** The public instances in which somebody is, the fullest first; of others nobody is told where they are. */
  readonly instances: readonly OccupiedInstance[]
}

/** An instance in which somebody is. */
export interface OccupiedInstance {
  readonly instanceId: string
  readonly type: string
  readonly occupants: number
}

/** What a statement selects of a world `w` to know its occupied instances. */
export const OCCUPIED = `(SELECT coalesce(json_agg(there), '[]') FROM (
    SELECT i."instanceId", i.type, count(*) AS occupants
    FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location
    WHERE i."worldId" = w.id GROUP BY i.location ORDER BY occupants DESC, i.location
  ) AS there)`

const OF_WORLDS = `SELECT w.id, ${OCCUPIED} AS occupied FROM unnest($1::text[]) AS w (id)`

interface Row {
  readonly id: string
  readonly occupied: readonly OccupiedInstance[]
}

/** Who is in these worlds now, by the world's id; all of them are there. Set-wise: one statement. */
export async function occupancyOf(
  { read }: { readonly read: NamedRead },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Occupancy>> {
  const rows = ids.length === 0 ? [] : await read<Row>('world-occupancy', OF_WORLDS, [ids])
  return new Map(rows.map(({ id, occupied }) => [id, tally(occupied)]))
}

/** What occupied instances come to. */
export function tally(occupied: readonly OccupiedInstance[]): Occupancy {
  const open = occupied.filter(({ type }) => type === 'public')
  const count = (some: readonly OccupiedInstance[]) => some.reduce((sum, { occupants }) => sum + occupants, 0)
  const [occupants, publicOccupants] = [count(occupied), count(open)]
  return { occupants, publicOccupants, privateOccupants: occupants - publicOccupants, instances: open }
}

export const NOBODY: Occupancy = tally([])

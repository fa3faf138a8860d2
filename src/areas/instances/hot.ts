import type { Instance } from '../../generated/prisma/client.ts'
import type { NamedRead } from '../../kernel/database.ts'

/** An instance with how many people are inside. */
export type InstanceRow = Instance & {
  readonly occupants: number
  readonly android: number
  readonly ios: number
  readonly standalonewindows: number
}

const COUNTED = `
  SELECT i.*, count(o."userId")::int AS occupants,
    (count(*) FILTER (WHERE o.platform = 'android'))::int AS android,
    (count(*) FILTER (WHERE o.platform = 'ios'))::int AS ios,
    (count(*) FILTER (WHERE o.platform = 'standalonewindows'))::int AS standalonewindows
  FROM "Instance" AS i LEFT JOIN "Occupant" AS o ON o.location = i.location`

const AT = `${COUNTED} WHERE i.location = ANY($1) GROUP BY i.location`

/** The instances at these locations, whoever may see them, in no order. Set-wise: one statement. */
export const instancesAt = (
  { read }: { readonly read: NamedRead },
  locations: readonly string[],
): Promise<InstanceRow[]> =>
  locations.length === 0 ? Promise.resolve([]) : read<InstanceRow>('instances-at', AT, [locations])

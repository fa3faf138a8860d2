import type { Jam } from '../../../generated/prisma/client.ts'
import type { JamId } from '../../../kernel/ids.ts'
import { createRowLoader } from '../../../kernel/rowLoader.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { canSeeJam, jamNotFound, listedJams, visibleJams } from '../policy.ts'

export type JamType = 'avatar' | 'world'

/** A jam by id, regardless of whether the viewer can see it. */
export const loadJam = createRowLoader<Jam>(({ db }, ids) => db.jam.findMany({ where: { id: { in: [...ids] } } }))

/** Throws `missing` for a jam that the viewer can't see. */
export async function readJam(scope: ViewerScope, id: JamId): Promise<Jam> {
  const jam = await loadJam(scope, id)
  if (!jam || !canSeeJam(scope, jam)) throw jamNotFound()
  return jam
}

/** Those that opened last first; those without a date before all others. */
const LATEST_FIRST = [{ submissionsOpened: { sort: 'desc', nulls: 'first' } }, { id: 'asc' }] as const

/** Visible jams that have begun; for admins also those that have not. Latest first. */
export const listJams = (scope: ViewerScope, type?: JamType): Promise<Jam[]> =>
  scope.db.jam.findMany({ where: { AND: [listedJams(scope), type ? { type } : {}] }, orderBy: [...LATEST_FIRST] })

/** All jams that the viewer can see, also upcoming ones, and for admins those that are not visible. Latest first. */
export const listVisibleJams = (scope: ViewerScope, type?: JamType): Promise<Jam[]> =>
  scope.db.jam.findMany({ where: { AND: [visibleJams(scope), type ? { type } : {}] }, orderBy: [...LATEST_FIRST] })

import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import { type CalendarStanding, readStanding } from '../lists/viewerFacts.ts'

const standings = operationCache((_context: GraphContext) => new Map<number, Promise<CalendarStanding>>())

/** What the viewer is in all groups and what they follow, as of a time. The lists of an operation share a statement. */
export const standingAt = (context: GraphContext, asOf: Date = context.scope.now): Promise<CalendarStanding> =>
  getOrCreate(standings(context), asOf.getTime(), () =>
    readBeforeLoads(context, () => readStanding(context.viewerScope, asOf)),
  )

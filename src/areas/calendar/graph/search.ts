import { z } from 'zod'
import { builder } from '../../../edges/graphql/builder.ts'
import { argsOf } from '../../../edges/graphql/resolvers/input.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { renamingFields } from '../../../kernel/inputFaults.ts'
import { countListedEvents } from '../lists/eventLists.ts'
import { readListPlaces } from '../lists/listPages.ts'
import { searchList } from '../lists/search.ts'
import { BY_START, CalendarEvent, CalendarEventConnection, withEvents } from './event.ts'
import { standingAt } from './standings.ts'

const MAX_TERM = 100
const [LEAST_OFFSET, GREATEST_OFFSET] = [-12, 14]
const termError = `term must have 1 to ${MAX_TERM} characters`
const offsetError = `utcOffset must be from ${LEAST_OFFSET} to ${GREATEST_OFFSET}`

const Search = argsOf(
  z.object({
    term: z
      .string()
      .min(1, termError)
      .max(MAX_TERM, termError)
      .describe('A part of the title, description, tags or name of the group.'),
    utcOffset: z
      .int()
      .min(LEAST_OFFSET, offsetError)
      .max(GREATEST_OFFSET, offsetError)
      .optional()
      .describe('Hours from UTC to the clock by which the current day is meant; 0 by default.'),
    isInternal: z
      .boolean()
      .optional()
      .describe('Whether an admin also finds drafts and events for members of all groups. Ignored for others.'),
  }),
)

builder.queryFields((t) => ({
  searchCalendarEvents: t.connection(
    {
      type: CalendarEvent,
      description: 'Single events and dates of series that begin today, go on or are to come, by start.',
      args: Search.args,
      resolve: async (_root, args, context) => {
        const scope = context.viewerScope
        const { term, utcOffset = 0, isInternal = false } = await Search.parse(args)
        const standing = await standingAt(context)
        const list = await renamingFields({ searchTerm: 'term' }, async () =>
          searchList(scope, standing, { term, utcOffset, isInternal }),
        )
        const page = await keysetConnection(args, {
          order: BY_START,
          totalCount: () => countListedEvents(scope, list),
          read: (keys) => readBeforeLoads(context, () => readListPlaces(scope, list, keys)),
        })
        return withEvents(context, page)
      },
    },
    CalendarEventConnection,
  ),
}))

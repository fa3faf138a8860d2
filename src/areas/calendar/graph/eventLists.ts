import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { createPagesLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { createPageLoader, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import type { TimeKey } from '../../../kernel/page.ts'
import type { EventListSql } from '../lists/eventLists.ts'
import { countLists, type KeyedEvent, type KeyedList, readListPages } from '../lists/listPages.ts'
import { BY_START, type EventNode, eventsById, withEvents } from './event.ts'

/** The lists that an operation has asked for, by their keys. */
const askedLists = operationCache((_context: GraphContext) => new Map<string, EventListSql>())

const listsOf = (context: GraphContext, keys: readonly string[]): KeyedList[] =>
  keys.flatMap((key) => {
    const list = askedLists(context).get(key)
    return list ? [{ key, list }] : []
  })

const pages = createPageLoader<KeyedEvent, TimeKey>(
  (_scope, keys, page, { context }) => readListPages(context.viewerScope, listsOf(context, keys), page),
  ({ key }) => key,
)

const counts = createPagesLoader<readonly [key: string, count: number]>(
  (context, keys) => countLists(context.viewerScope, listsOf(context, keys)),
  ([key]) => key,
)

/** A list of events as a connection. Equal pages of several lists share one read, and so do their lengths. */
export async function eventConnection(
  context: GraphContext,
  args: DefaultConnectionArguments,
  { key, list }: KeyedList,
) {
  askedLists(context).set(key, list)
  const page = await keysetConnection(args, {
    order: BY_START,
    totalCount: async () => (await counts(context).load(key))[0]?.[1] ?? 0,
    read: (bounds) => pages(context, key, bounds),
  })
  return withEvents(context, page)
}

const FIRST = { descending: false, limit: 1 } as const

/** The first event of a list; null for none. Those of several lists share one read. */
export async function firstEvent(context: GraphContext, { key, list }: KeyedList): Promise<EventNode | null> {
  askedLists(context).set(key, list)
  const [first] = await pages(context, key, FIRST)
  return first ? eventsById(context).load(first.id) : null
}

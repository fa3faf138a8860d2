import type { FieldFunctionOptions, Reference } from '@apollo/client'

interface Edge {
  readonly cursor: string
  readonly node: Reference | null
}

interface PageInfo {
  readonly hasNextPage?: boolean
  readonly endCursor?: string | null
}

/** A connection as the cache holds it; a document selects any part of it. */
export interface StoredConnection {
  readonly edges?: readonly Edge[]
  readonly pageInfo?: PageInfo
  readonly totalCount?: number
}

const idOf = ({ node, cursor }: Edge): string => node?.__ref ?? cursor

/** The edges of a page that no other page has. */
function without(edges: readonly Edge[], others: readonly Edge[]): readonly Edge[] {
  const ids = new Set(others.map(idOf))
  return edges.filter((edge) => !ids.has(idOf(edge)))
}

/** A list after a further page of it was read. */
function append(held: StoredConnection, page: StoredConnection, after: unknown): StoredConnection {
  const { edges = [] } = held
  const last = edges.findIndex(({ cursor }) => cursor === after)
  const before = last === -1 ? edges : edges.slice(0, last + 1)
  const added = page.edges ?? []
  return { ...held, ...page, edges: [...without(before, added), ...added] }
}

/**
 * A list after its first page was read again, as by a live event: what was read behind that page stays, unless the numbers
 * show that it has changed, too. A list that is not counted keeps it in any case.
 */
function renew(held: StoredConnection, page: StoredConnection): StoredConnection {
  const renewed = { ...held, ...page, ...(page.pageInfo && { pageInfo: { ...held.pageInfo, ...page.pageInfo } }) }
  const { edges = [] } = page
  const last = edges.at(-1)
  const position = held.edges?.findIndex(({ cursor }) => cursor === last?.cursor) ?? -1
  const rest = position === -1 ? [] : without(held.edges?.slice(position + 1) ?? [], edges)
  if (!page.pageInfo?.hasNextPage || rest.length === 0) return renewed
  const isWhole = held.pageInfo?.hasNextPage === false
  const { totalCount } = page
  if (isWhole && totalCount !== undefined && totalCount !== edges.length + rest.length) return renewed
  return { ...renewed, edges: [...edges, ...rest], ...(held.pageInfo && { pageInfo: held.pageInfo }) }
}

/** Joins a page of a list with those that the cache holds; a list is null for those who may not see it. */
export function joinPages(
  held: StoredConnection | null | undefined,
  page: StoredConnection | null,
  { args }: Pick<FieldFunctionOptions, 'args'>,
): StoredConnection | null {
  if (!page) return null
  if (!held || !page.edges) return { ...held, ...page }
  return args?.after ? append(held, page, args.after) : renew(held, page)
}

const PAGE_ARGUMENTS = new Set(['after', 'before'])

/** What a list is told apart by: its arguments without the cursor. */
export const connectionKey = (args: Readonly<Record<string, unknown>> | null): string =>
  JSON.stringify(Object.entries(args ?? {}).filter(([name, value]) => !PAGE_ARGUMENTS.has(name) && value !== undefined))

import type { DefaultConnectionArguments, parseCursorConnectionArgs } from '@pothos/plugin-relay'
import type { GraphQLFieldResolver } from 'graphql'

/** The length of a whole list; a function counts it only when a query selects `totalCount`. */
export type TotalCount = number | (() => number | Promise<number>)

/** Writes the place of a row in its list as a text, which is encoded as its cursor. */
interface KeyWriter<R> {
  readonly keyText: (row: R) => string
}

type ParsedArguments = ReturnType<typeof parseCursorConnectionArgs>

/** A page that was read. */
interface ReadPage<R, N> {
  readonly list: { readonly order: KeyWriter<R>; readonly totalCount: TotalCount }
  /** Perhaps with the one beyond the page, which tells that there are further ones; in the order that they were read in. */
  readonly rows: readonly R[]
  readonly nodeOf: (row: R) => N
}

/**
 * A page of a sorted list as a Relay connection. It makes what is selected of it alone, as a query may have one for each of
 * many parents.
 */
export class Connection<R, N> implements ReadConnection {
  private readonly args: DefaultConnectionArguments
  private readonly parsed: ParsedArguments
  private readonly read: ReadPage<R, N>

  constructor(args: DefaultConnectionArguments, parsed: ParsedArguments, read: ReadPage<R, N>) {
    this.args = args
    this.parsed = parsed
    this.read = read
  }

  get totalCount(): TotalCount {
    return this.read.list.totalCount
  }

  get nodes(): N[] {
    return this.page.map(this.read.nodeOf)
  }

  get edges(): Edge<N>[] {
    const { list, nodeOf } = this.read
    return this.page.map((row) => edgeWith(list.order, row, nodeOf(row)))
  }

  get pageInfo(): PageInfo {
    return new KeysetPageInfo(this.args, this.parsed, this.read, this.page)
  }

  /** The rows of the page, in the order of the list. */
  private get page(): readonly R[] {
    const { expectedSize, inverted } = this.parsed
    const { rows } = this.read
    const page = rows.length > expectedSize ? rows.slice(0, expectedSize) : rows
    return inverted ? page.toReversed() : page
  }
}

/** Resolves the nodes of a connection without making its edges; `otherwise` resolves those of another object. */
export const nodesResolver =
  (otherwise: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  (page, ...rest) =>
    page instanceof Connection ? page.nodes : otherwise(page, ...rest)

/** A connection, whatever its edges are. */
export interface ReadConnection {
  readonly totalCount: TotalCount
  readonly pageInfo: PageInfo
}

/** The connection with other edges, as when its nodes are read by the ids of its rows. */
export const withEdges = <E>({ totalCount, pageInfo }: ReadConnection, edges: E[]) => ({ totalCount, pageInfo, edges })

interface PageInfo {
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
  readonly startCursor: string
  readonly endCursor: string
}

/**
 * What a page tells of itself. Its cursors are computed when they are selected: most queries select neither. A class, as
 * object literals with getters are slow to make.
 */
class KeysetPageInfo<R> implements PageInfo {
  readonly hasPreviousPage: boolean
  readonly hasNextPage: boolean
  private readonly args: DefaultConnectionArguments
  private readonly order: KeyWriter<R>
  private readonly page: readonly R[]

  constructor(
    args: DefaultConnectionArguments,
    parsed: ParsedArguments,
    { list, rows }: Pick<ReadPage<R, unknown>, 'list' | 'rows'>,
    page: readonly R[],
  ) {
    this.hasPreviousPage = parsed.hasPreviousPage(rows.length)
    this.hasNextPage = parsed.hasNextPage(rows.length)
    this.args = args
    this.order = list.order
    this.page = page
  }

  get startCursor(): string {
    return this.cursorOf(this.page[0])
  }

  get endCursor(): string {
    return this.cursorOf(this.page.at(-1))
  }

  private cursorOf(row: R | undefined): string {
    return row === undefined ? (this.args.after ?? this.args.before ?? '') : encodeCursor(this.order.keyText(row))
  }
}

const encodeCursor = (key: string) => Buffer.from(key).toString('base64url')

/** The edge of a row in a sorted list, for payloads of mutations that add the row to it. */
export const edgeOf = <R>(order: KeyWriter<R>, node: R) => edgeWith(order, node, node)

/** An edge of a page. Its cursor is computed when it is selected; a getter of a class costs nothing per row. */
class KeysetEdge<R, N> {
  readonly node: N
  private readonly row: R
  private readonly order: KeyWriter<R>

  constructor(order: KeyWriter<R>, row: R, node: N) {
    this.node = node
    this.row = row
    this.order = order
  }

  get cursor(): string {
    return encodeCursor(this.order.keyText(this.row))
  }
}

type Edge<N> = { readonly node: N; readonly cursor: string }

const edgeWith = <R, N>(order: KeyWriter<R>, row: R, node: N): Edge<N> => new KeysetEdge(order, row, node)

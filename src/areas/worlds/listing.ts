import { DAY } from '../../kernel/clock.ts'
import { noCursor } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Bind, conditionsOf, searchKey, type WorldFilter } from './filters.ts'
import { BARE, type BareWorld, dated, LISTED, type Raw, type WorldRow } from './hot.ts'
import { SORTS, type Sort } from './sorts.ts'

/** What a list is taken from. Of one's own, `ownerId` says whose. */
export type Source =
  | { readonly kind: 'all' | 'active' }
  | { readonly kind: 'recent' | 'favorite'; readonly ownerId: string }

/** Which part of a list is wanted: by counting, or by the keys of the rows before and after it. */
export interface Stretch {
  readonly limit: number
  readonly offset?: number
  readonly after?: string | undefined
  readonly before?: string | undefined
  /** Read from the list's end. */
  readonly inverted?: boolean
}

/** Where a row stands in a list. */
interface Keyed {
  readonly key: string
}

export type ListedWorld = WorldRow & Keyed
export type BareListedWorld = BareWorld & Keyed

/** How a list is ordered: by ranks first, within a rank by an expression and then by id. */
interface Order {
  readonly by: string
  readonly type: Sort['type']
  readonly descending: boolean
  /** A condition for each rank, in the list's order. */
  readonly ranks: readonly string[]
  /** Where a list that goes round begins. */
  readonly start: number
}

/** One above the greatest shuffleKey. */
export const SHUFFLE_RANGE = 2 ** 31

/** Where the shuffle of a UTC day begins: far from that of the day before. */
const startOfDay = (now: Date) => (Math.floor(now.getTime() / DAY) * 1_327_217_885) % SHUFFLE_RANGE
const anyStart = () => Math.floor(Math.random() * SHUFFLE_RANGE)

interface Place {
  readonly rank: number
  readonly start: number
  readonly id: string
  /** What the row is sorted by, as text; null for nothing. */
  readonly sorted: string | null
}

const KEY = /^(\d) (\d{1,10}) (wrld_\S{36}) ?(?:=(.*))?$/s
export const keyOf = ({ rank, start, id, sorted }: Place) =>
  `${rank} ${start} ${id}${sorted === null ? '' : ` =${sorted}`}`

function placeOf(field: string, key: string | undefined): Place | null {
  if (key === undefined) return null
  const [, rank, start, id, sorted] = KEY.exec(key) ?? []
  if (id === undefined) throw noCursor(field)
  return { rank: Number(rank), start: Number(start), id, sorted: sorted ?? null }
}

type Standing = Pick<Place, 'rank' | 'sorted'>

/** The worlds of a source that a filter lets through and the viewer may find there, as lists show them. One statement. */
export async function listWorlds(scope: SignedScope, source: Source, filter: WorldFilter, stretch: Stretch) {
  const author = 'JOIN "User" AS author ON author.id = w."authorId"'
  const { name, text, values, start } = prepare({ scope, source, filter, stretch }, LISTED, author)
  const rows = await scope.read<Raw<WorldRow> & Standing>(name, text, values)
  return rows.map((row): ListedWorld => ({ ...dated(row), key: keyOf({ ...row, start }) }))
}

/** The same as their rows alone say. */
export async function listBareWorlds(scope: SignedScope, source: Source, filter: WorldFilter, stretch: Stretch) {
  const { name, text, values, start } = prepare({ scope, source, filter, stretch }, BARE, '')
  const rows = await scope.read<Raw<BareWorld> & Standing>(name, text, values)
  return rows.map((row): BareListedWorld => ({ ...dated(row), key: keyOf({ ...row, start }) }))
}

/** The statement of a list that selects these columns of the world `w` and what is joined to it. */
function prepare(wanted: Pick<Asked, 'scope' | 'source' | 'filter' | 'stretch'>, columns: string, join: string) {
  const { after, before } = wanted.stretch
  const values: unknown[] = []
  const bind: Bind = (value) => `$${values.push(value)}`
  const asked = { ...wanted, bind, places: [placeOf('after', after), placeOf('before', before)] as const }
  const order = orderOf(asked)
  const page = pageOf({ ...asked, order })
  const text = `SELECT ${columns}, place.rank, place.sorted::text AS sorted
    FROM ${page.from} AS place JOIN "World" AS w ON w.id = place.id ${join} ORDER BY ${page.order}`
  return { text, values, start: order.start, name: page.name && `${page.name} ${join === '' ? 'bare' : 'listed'}` }
}

type Places = readonly [after: Place | null, before: Place | null]

function orderOf({ scope, source, filter, bind, places }: Omit<Asked, 'order'>): Order {
  const descending = !filter.ascending
  const single = { descending, ranks: [ALL], start: 0 }
  if (!filter.sort && source.kind === 'recent') return { ...single, by: 'v."lastAt"', type: 'timestamptz' }
  if (!filter.sort && source.kind === 'favorite') return { ...single, by: 'f."createdAt"', type: 'timestamptz' }
  const key = searchKey(filter)
  if (filter.sort === 'relevance' && key !== '')
    return { ...single, by: `(similarity(w."nameKey", ${bind(key)}) * 1000000)::bigint`, type: 'bigint' }
  const asked: Sort = SORTS[filter.sort ?? 'popularity']
  const sort = asked.adminOnly && !scope.viewer.admin ? SORTS.popularity : asked
  return columnOrder(scope, sort, descending, places)
}

function columnOrder({ now }: SignedScope, sort: Sort, descending: boolean, [after, before]: Places): Order {
  const by = `w."${sort.column}"`
  const whole = { by, type: sort.type, descending, start: 0 }
  if (sort.nullable) return { ...whole, ranks: [`${by} IS NOT NULL`, `${by} IS NULL`] }
  if (!sort.begins) return { ...whole, ranks: [ALL] }
  const start = after?.start ?? before?.start ?? (sort.begins === 'daily' ? startOfDay(now) : anyStart())
  const ranks = [`${by} >= ${start}`, `${by} < ${start}`]
  return { ...whole, start, ranks: descending ? ranks.reverse() : ranks }
}

interface Asked {
  readonly scope: SignedScope
  readonly source: Source
  readonly filter: WorldFilter
  readonly stretch: Stretch
  readonly bind: Bind
  readonly order: Order
  readonly places: Places
}

/**
 * Where the page's worlds stand, as a table, and its order. Each branch reads no more than the page can take of it, in
 * the order of an index, which may answer it alone. What nobody has narrowed has a name: its plan is the same whatever
 * page is asked for.
 */
function pageOf(asked: Asked) {
  const { stretch, order, bind } = asked
  const { limit, offset = 0, inverted = false } = stretch
  const [rankWay, way] = [inverted ? 'DESC' : 'ASC', order.descending === inverted ? 'ASC' : 'DESC']
  const conditions = [...conditionsOf(asked.filter, bind, tagsIn(asked.source)), ...sourceConditions(asked.source)]
  const branches = branchesOf(asked, conditions)
  const select = ({ rank, where }: Branch, most: string) =>
    `(SELECT w.id, ${rank} AS rank, ${order.by} AS sorted FROM ${tables(asked)} WHERE ${where}
      ORDER BY ${order.by} ${way}, w.id ${way} LIMIT ${most})`
  const inOrder = (table: string) => `${table}rank ${rankWay}, ${table}sorted ${way}, ${table}id ${way}`
  const [only, ...others] = branches
  if (only && others.length === 0) {
    const narrowed = only.where !== PUBLIC || asked.source.kind !== 'all'
    const name = narrowed || order.by.includes('$') ? null : `worlds ${order.by} ${way} ${rankWay}`
    const from = select(only, narrowed ? `${limit} OFFSET ${offset}` : `${bind(limit)} OFFSET ${bind(offset)}`)
    return { name, from, order: inOrder('place.') }
  }
  const all = branches.map((branch) => select(branch, String(limit + offset))).join(' UNION ALL ')
  const from = `(SELECT * FROM (${all}) AS found ORDER BY ${inOrder('')} LIMIT ${limit} OFFSET ${offset})`
  return { name: null, from, order: inOrder('place.') }
}

/** Clients ask for the worlds of one group of favorites as if its name were a tag of theirs. */
const tagsIn = ({ kind }: Source) => (kind === 'favorite' ? '(w.tags || f."group")' : 'w.tags')

interface Branch {
  readonly rank: number
  readonly where: string
}

const branchesOf = (asked: Asked, conditions: readonly string[]): Branch[] =>
  visibleBranches(asked).flatMap((visible) =>
    asked.order.ranks.map((ranked, rank) => ({
      rank,
      where: [visible, ranked, ...conditions, ...placed(asked, rank)].filter((part) => part !== ALL).join(' AND '),
    })),
  )

const ALL = 'true'
const PUBLIC = `w."releaseStatus" = 'public'`

/** Public worlds are listed for everybody, all others for their author. Each condition can use an index of its own. */
function visibleBranches({ scope, filter, bind }: Asked): string[] {
  const { mine, releaseStatus = 'public' } = filter
  const own = () => `w."authorId" = ${bind(scope.viewer.id)}`
  if (mine && releaseStatus === 'all') return [own()]
  if (releaseStatus === 'unhidden') return [`${own()} AND w."releaseStatus" <> 'hidden'`]
  if (releaseStatus === 'all') return [PUBLIC, `${own()} AND w."releaseStatus" <> 'public'`]
  if (releaseStatus === 'public') return [mine ? `${own()} AND ${PUBLIC}` : PUBLIC]
  return [`${own()} AND w."releaseStatus" = ${bind(releaseStatus)}`]
}

function tables({ source, bind }: Asked): string {
  if (source.kind === 'recent')
    return `"World" AS w JOIN "WorldVisitor" AS v ON v."worldId" = w.id AND v."userId" = ${bind(source.ownerId)}`
  if (source.kind === 'favorite')
    return `"World" AS w JOIN "Favorite" AS f ON f."favoriteId" = w.id AND f.type = 'world' AND f."userId" = ${bind(source.ownerId)}`
  return '"World" AS w'
}

const sourceConditions = ({ kind }: Source): string[] =>
  kind === 'active'
    ? [
        'w.id IN (SELECT i."worldId" FROM "Instance" AS i JOIN "Occupant" AS o ON o.location = i.location GROUP BY i."worldId")',
      ]
    : []

/** What of a rank lies between the keys. */
function placed({ bind, order, places: [after, before] }: Asked, rank: number): string[] {
  const beyond = (place: Place | null, sign: 1 | -1) => {
    if (!place || (rank - place.rank) * sign > 0) return []
    if (rank !== place.rank) return ['false']
    const than = order.descending === (sign === 1) ? '<' : '>'
    if (place.sorted === null) return [`w.id ${than} ${bind(place.id)}`]
    return [`(${order.by}, w.id) ${than} (${bind(sortedValue(order, place.sorted))}::${order.type}, ${bind(place.id)})`]
  }
  return [...beyond(after, 1), ...beyond(before, -1)]
}

/** As PostgreSQL writes it, in any zone. */
const TIME = /^(?!0000)(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/

function isTime(text: string): boolean {
  const day = TIME.exec(text)?.[1] ?? ''
  const at = new Date(`${day}T00:00:00Z`)
  // JavaScript takes the 30th of February for the 2nd of March.
  return !Number.isNaN(Date.parse(text)) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const VALUES: Record<Sort['type'], (text: string) => boolean> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  text: () => true,
  timestamptz: isTime,
}

/** A cursor of another list may hold what this one is not sorted by. */
function sortedValue({ type }: Order, sorted: string): string {
  if (!VALUES[type](sorted)) throw noCursor('after')
  return sorted
}

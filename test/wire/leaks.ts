import { readFileSync } from 'node:fs'
import { buildSchema, parse } from 'graphql'
import { z } from 'zod'
import { type Told as Field, readShown } from '../support/graphData.ts'
import { sessionOf } from '../support/viewers.ts'
import type { Exchange, Viewer } from './exchanges.ts'
import { GRAPH_RULES, SINGLE_TYPES } from './graphRules.ts'
import { RULES, SINGLES, type Told } from './rules.ts'

export interface Findings {
  /** What somebody was told who may not be, in the order of the exchanges. */
  readonly leaks: readonly string[]
  /** How often each of what is private was told to somebody for whom it is. */
  readonly rightly: ReadonlyMap<string, number>
  /** How often it was told in a session of which nobody knows whose it is. */
  readonly unknown: number
}

interface Search {
  readonly leaks: string[]
  readonly rightly: Map<string, number>
  unknown: number
  /** Who was the first to be told something that is for one person. */
  readonly tellings: Map<string, string>
  /** Ids of people by their usernames, which begin the addresses of their mails. */
  readonly usernames: ReadonlyMap<string, string>
}

const REFUSED = 400

/** Everything private that was told to anybody for whom it is not. */
export function findLeaks(exchanges: readonly Exchange[]): Findings {
  const search: Search = {
    ...{ leaks: [], rightly: new Map<string, number>(), unknown: 0 },
    ...{ tellings: new Map<string, string>(), usernames: namesIn(exchanges) },
  }
  for (const exchange of exchanges) {
    searchText(search, exchange)
    if (exchange.status < REFUSED) searchBody(search, exchange)
  }
  return search
}

function searchBody(search: Search, exchange: Exchange): void {
  if (exchange.sent === undefined) for (const record of recordsIn(exchange.body)) searchRecord(search, exchange, record)
  else for (const field of fieldsIn(exchange)) searchField(search, exchange, field)
}

function namesIn(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const records = exchanges.flatMap(({ body }) => (isRecord(body) ? [body] : []))
  return new Map(
    records.flatMap(({ id, username }) =>
      typeof id === 'string' && typeof username === 'string' ? [[username.toLowerCase(), id] as const] : [],
    ),
  )
}

const isRecord = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object in an answer, however deep. */
function* recordsIn(value: unknown): Generator<Told> {
  if (Array.isArray(value)) for (const each of value) yield* recordsIn(each)
  if (!isRecord(value)) return
  yield value
  for (const each of Object.values(value)) yield* recordsIn(each)
}

interface Telling {
  readonly what: string
  readonly owners: readonly unknown[]
  readonly admins: boolean
}

/** Whether it was rightly told; what is told in a session that nobody knows can't be judged. */
function judge(search: Search, exchange: Exchange, { what, owners, admins }: Telling): void {
  const { viewer } = exchange
  const isFor = viewer?.id != null && (owners.includes(viewer.id) || (admins && viewer.admin))
  if (isFor) search.rightly.set(what, (search.rightly.get(what) ?? 0) + 1)
  else if (viewer && viewer.id === null && owners.length > 0) search.unknown += 1
  else
    search.leaks.push(`${what} told to ${nameOf(viewer)} by ${exchange.method} ${exchange.path} ${exchange.sent ?? ''}`)
}

function nameOf(viewer: Viewer): string {
  if (!viewer) return 'nobody'
  return `${viewer.id ?? 'somebody'}${viewer.admin ? ' (admin)' : ''}`
}

function searchRecord(search: Search, exchange: Exchange, record: Told): void {
  for (const rule of RULES.filter(({ tells }) => tells(record)))
    judge(search, exchange, { what: rule.what, owners: rule.for(record, exchange), admins: rule.admins })
  for (const { what, nameOf: named, others } of SINGLES) {
    const name = named(record)
    if (typeof name === 'string') once(search, exchange, { what, name, others: others(record) })
  }
}

interface One {
  readonly what: string
  readonly name: string
  readonly others: readonly unknown[]
}

/** The first who is told is the one for whom it is; admins may look. */
function once(search: Search, exchange: Exchange, { what, name, others }: One): void {
  const { viewer } = exchange
  if (viewer?.admin || (viewer && others.includes(viewer.id))) return
  const first = search.tellings.get(name) ?? viewer?.id
  if (first) search.tellings.set(name, first)
  judge(search, exchange, { what, owners: first ? [first] : ['?'], admins: false })
}

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
const Sent = z.object({ query: z.string(), operationName: z.string().nullish() })
const Answer = z.object({ data: z.unknown() })

/** Every field that an answer of the graph tells, or each of several. Throws for one that can't be read. */
function fieldsIn({ sent = '', body }: Exchange): readonly Field[] {
  if (!Array.isArray(body)) return fieldsOf(() => JSON.parse(sent), body)
  return body.flatMap((answer, at) => fieldsOf(() => JSON.parse(sent)[at], answer))
}

/** An answer without data tells nothing, however odd what was sent. */
function fieldsOf(sent: () => unknown, answer: unknown): readonly Field[] {
  const data = Answer.safeParse(answer).data?.data
  if (data === undefined || data === null) return []
  const { query, operationName } = Sent.parse(sent())
  return readShown({ schema, document: parse(query), operationName, data }).told
}

function searchField(search: Search, exchange: Exchange, field: Field): void {
  for (const rule of GRAPH_RULES.filter(({ tells }) => tells(field)))
    judge(search, exchange, { what: rule.what, owners: rule.for(field.object), admins: rule.admins })
  const { id } = field.object
  if (SINGLE_TYPES.includes(field.type) && typeof id === 'string')
    once(search, exchange, { what: field.type, name: id, others: [] })
}

const TOKEN = /authcookie_[0-9a-f]{8}-[0-9a-f-]{27}/g
const MAIL = /([\w.-]+)@plaza\.test/g

/** Tokens are for the session that they open, addresses of mails for whose they are. */
function searchText(search: Search, exchange: Exchange): void {
  const text = JSON.stringify(exchange.body) ?? ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (exchange.viewer?.session !== sessionOf(token))
      search.leaks.push(`the token of another session told to ${nameOf(exchange.viewer)} by ${exchange.path}`)
  }
  for (const [, name = ''] of text.matchAll(MAIL)) {
    const owner = search.usernames.get(name.toLowerCase())
    if (owner !== undefined) judge(search, exchange, { what: 'an address of mails', owners: [owner], admins: false })
  }
}

/** Everything that is looked for, by its name: in the records of both doors, and in the fields of the graph. */
export const inRecords: readonly string[] = [...[...RULES, ...SINGLES].map(({ what }) => what), 'an address of mails']
export const inFields: readonly string[] = [...GRAPH_RULES.map(({ what }) => what), ...SINGLE_TYPES]

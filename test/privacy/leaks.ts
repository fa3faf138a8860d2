import { readFileSync } from 'node:fs'
import { buildSchema, parse } from 'graphql'
import { z } from 'zod'
import { type ResponseField as Field, readResponseFields } from '../support/graphResponseFields.ts'
import { sessionKeyOf } from '../support/recordedSessions.ts'
import type { Exchange, Viewer } from './exchangeLog.ts'
import { GRAPH_RULES, SINGLE_VIEWER_TYPES } from './graphRules.ts'
import { RECORD_RULES, SINGLE_VIEWER_RULES, type WireRecord } from './restRules.ts'

export interface Findings {
  /** Private data sent to viewers who may not see it, in the order of the exchanges. */
  readonly leaks: readonly string[]
  /** How often the data of each rule was sent to a permitted viewer. */
  readonly permitted: ReadonlyMap<string, number>
  /** How often private data was sent in a session whose user is unknown. */
  readonly unknown: number
}

interface LeakSearch {
  readonly leaks: string[]
  readonly permitted: Map<string, number>
  unknown: number
  /** By key of single-user data, the id of the first viewer. */
  readonly firstViewers: Map<string, string>
  /** User ids by lower-case username; test e-mail addresses begin with the username. */
  readonly usernames: ReadonlyMap<string, string>
}

const REFUSED = 400

/** Finds private data that was sent to viewers who may not see it. */
export function findLeaks(exchanges: readonly Exchange[]): Findings {
  const search: LeakSearch = {
    ...{ leaks: [], permitted: new Map<string, number>(), unknown: 0 },
    ...{ firstViewers: new Map<string, string>(), usernames: userIdsByName(exchanges) },
  }
  for (const exchange of exchanges) {
    searchText(search, exchange)
    if (exchange.status < REFUSED) searchBody(search, exchange)
  }
  return search
}

function searchBody(search: LeakSearch, exchange: Exchange): void {
  if (exchange.sent === undefined) for (const record of recordsIn(exchange.body)) searchRecord(search, exchange, record)
  else for (const field of fieldsIn(exchange)) searchField(search, exchange, field)
}

function userIdsByName(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const records = exchanges.flatMap(({ body }) => (isRecord(body) ? [body] : []))
  return new Map(
    records.flatMap(({ id, username }) =>
      typeof id === 'string' && typeof username === 'string' ? [[username.toLowerCase(), id] as const] : [],
    ),
  )
}

const isRecord = (value: unknown): value is WireRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All objects in a response, at any depth. */
function* recordsIn(value: unknown): Generator<WireRecord> {
  if (Array.isArray(value)) for (const each of value) yield* recordsIn(each)
  if (!isRecord(value)) return
  yield value
  for (const each of Object.values(value)) yield* recordsIn(each)
}

interface PrivateData {
  readonly label: string
  readonly owners: readonly unknown[]
  readonly admins: boolean
}

const HELD_TOKEN = /"token":"[\w-]+\.([\w-]+)\.[\w-]+"/
const Claims = z.object({ sub: z.string() })

/** The viewer of an exchange: of its session, or the subject of a signed token that is sent in place of one. */
function viewerOf({ viewer, sent = '' }: Exchange): Viewer {
  const [, claims] = (!viewer && HELD_TOKEN.exec(sent)) || []
  if (claims === undefined) return viewer
  const { sub: id } = Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  return { id, admin: false, session: '' }
}

/** Counts private data as permitted or as a leak; in a session of an unknown user it can't be decided. */
function checkViewer(search: LeakSearch, exchange: Exchange, { label, owners, admins }: PrivateData): void {
  const viewer = viewerOf(exchange)
  const isPermitted = viewer?.id != null && (owners.includes(viewer.id) || (admins && viewer.admin))
  if (isPermitted) search.permitted.set(label, (search.permitted.get(label) ?? 0) + 1)
  else if (viewer && viewer.id === null && owners.length > 0) search.unknown += 1
  else
    search.leaks.push(
      `${label} sent to ${nameOf(viewer)} by ${exchange.method} ${exchange.path} ${exchange.sent ?? ''}`,
    )
}

function nameOf(viewer: Viewer): string {
  if (!viewer) return 'a viewer without session'
  return `${viewer.id ?? 'an unknown user'}${viewer.admin ? ' (admin)' : ''}`
}

function searchRecord(search: LeakSearch, exchange: Exchange, record: WireRecord): void {
  for (const rule of RECORD_RULES.filter(({ matches }) => matches(record)))
    checkViewer(search, exchange, { label: rule.label, owners: rule.viewers(record, exchange), admins: rule.admins })
  for (const { label, keyOf, others } of SINGLE_VIEWER_RULES) {
    const key = keyOf(record, exchange)
    if (typeof key === 'string') checkSingleViewer(search, exchange, { label, key, others: others(record) })
  }
}

interface SingleUserData {
  readonly label: string
  readonly key: string
  readonly others: readonly unknown[]
}

/** Takes the first viewer of single-user data as its owner; admins may see it too. */
function checkSingleViewer(search: LeakSearch, exchange: Exchange, { label, key, others }: SingleUserData): void {
  const viewer = viewerOf(exchange)
  if (viewer?.admin || (viewer && others.includes(viewer.id))) return
  const first = search.firstViewers.get(key) ?? viewer?.id
  if (first) search.firstViewers.set(key, first)
  checkViewer(search, exchange, { label, owners: first ? [first] : ['?'], admins: false })
}

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
const Sent = z.object({ query: z.string(), operationName: z.string().nullish() })
const Answer = z.object({ data: z.unknown() })

/** All fields of a GraphQL response or batch of responses. Throws when the request can't be parsed. */
function fieldsIn({ sent = '', body }: Exchange): readonly Field[] {
  if (!Array.isArray(body)) return fieldsOf(() => JSON.parse(sent), body)
  return body.flatMap((answer, at) => fieldsOf(() => JSON.parse(sent)[at], answer))
}

/** The fields of one response; a response without data has none, even if the request was malformed. */
function fieldsOf(sent: () => unknown, answer: unknown): readonly Field[] {
  const data = Answer.safeParse(answer).data?.data
  if (data === undefined || data === null) return []
  const { query, operationName } = Sent.parse(sent())
  return readResponseFields({ schema, document: parse(query), operationName, data }).fields
}

function searchField(search: LeakSearch, exchange: Exchange, field: Field): void {
  for (const rule of GRAPH_RULES.filter(({ matches }) => matches(field)))
    checkViewer(search, exchange, { label: rule.label, owners: rule.viewers(field.object), admins: rule.admins })
  const { id } = field.object
  if (SINGLE_VIEWER_TYPES.includes(field.type) && typeof id === 'string')
    checkSingleViewer(search, exchange, { label: field.type, key: id, others: [] })
}

const TOKEN = /authcookie_[0-9a-f]{8}-[0-9a-f-]{27}/g
const MAIL = /([\w.-]+)@plaza\.test/g

/** Searches for session tokens in other sessions, and for e-mail addresses of other users. */
function searchText(search: LeakSearch, exchange: Exchange): void {
  const text = JSON.stringify(exchange.body) ?? ''
  for (const [token] of text.matchAll(TOKEN)) {
    if (exchange.viewer?.session !== sessionKeyOf(token))
      search.leaks.push(`the token of another session sent to ${nameOf(exchange.viewer)} by ${exchange.path}`)
  }
  for (const [, name = ''] of text.matchAll(MAIL)) {
    const owner = search.usernames.get(name.toLowerCase())
    if (owner !== undefined)
      checkViewer(search, exchange, {
        label: 'an e-mail address',
        owners: [owner],
        admins: exchange.path === '/graphql',
      })
  }
}

/** The labels of all rules for REST records. */
export const recordRuleNames: readonly string[] = [
  ...[...RECORD_RULES, ...SINGLE_VIEWER_RULES].map(({ label }) => label),
  'an e-mail address',
]
/** The labels of all rules for GraphQL fields. */
export const fieldRuleNames: readonly string[] = [...GRAPH_RULES.map(({ label }) => label), ...SINGLE_VIEWER_TYPES]

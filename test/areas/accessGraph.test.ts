import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Api } from '../support/api.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { PACKAGE } from '../support/files.ts'
import { type Answer, aGraph } from '../support/graph.ts'
import { aName, aUser } from '../support/people.ts'
import { aReport } from '../support/reports.ts'
import { comeIn } from './accessGraphInstances.ts'
import { mutations, NOTICE, queries, subscriptions } from './accessGraphTable.ts'
import { aHouse, CALLERS, type Caller, type House } from './callers.ts'
import type { Table } from './graphAnswers.ts'

let app: TestApp
let house: House
beforeAll(async () => {
  app = await anApp()
  house = await aHouse(app)
  const { db, now } = app.scope()
  await db.infoPush.create({ data: { id: NOTICE, tags: [], data: {}, hash: '', createdAt: now, updatedAt: now } })
})

const fieldOf = (name: string) => name.split(' ')[0] ?? name

function outcomeOf(name: string, { data, errors }: Answer): string {
  const code = errors?.[0]?.extensions.code
  if (code !== undefined) return String(code)
  return z.record(z.string(), z.unknown()).parse(data)[fieldOf(name)] === null ? 'null' : 'ok'
}

type Field = Table[string][0]

async function outcomes(kind: string, name: string, field: Field) {
  const found: string[] = []
  for (const caller of CALLERS) {
    found.push(outcomeOf(name, await aGraph(app, house.as(caller)).send(`${kind} { ${field(house.things)} }`)))
  }
  return found
}

/** Follows a field by server-sent events until the first: a refusal at once, or what the caller's own act sets off. */
async function followed(caller: Caller, field: Field): Promise<string> {
  const api = house.as(caller)
  const cookie = [...api.cookies].map((pair) => pair.join('=')).join('; ')
  const stop = new AbortController()
  const response = await fetch(`${app.origin}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-forwarded-for': api.address,
      cookie,
    },
    body: JSON.stringify({ query: `subscription { ${field(house.things)} }` }),
    signal: stop.signal,
  })
  await stir(api)
  const text = await firstEvent(response)
  stop.abort()
  return /"code":"(\w+)"/.exec(text)?.[1] ?? 'ok'
}

/** Lets something happen that every subscription tells of: a note is written, a file made, somebody asks and becomes a friend, and is reported. */
async function stir(api: Api) {
  await api.try('updateUserNote', { body: { targetUserId: house.things.targetId, note: aName() } })
  await api.try('createFile', { body: PACKAGE })
  await comeIn(app, api, house.things)
  const { body } = await api.try('getCurrentUser')
  const viewer = z.object({ id: z.string() }).safeParse(body)
  if (!viewer.success) return
  const somebody = await aUser(app)
  await somebody.api.call('friend', { userId: viewer.data.id })
  await api.try('friend', { userId: somebody.id })
  await api.try('submitModerationReport', { body: aReport(somebody.id) })
}

async function firstEvent({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  let text = ''
  while (!text.includes('"data":') && !text.includes('"errors":')) {
    const part = await reader?.read()
    if (!part || part.done) throw new Error(`the stream ended after ${text}`)
    text += Buffer.from(part.value).toString()
  }
  return text
}

const Fields = z.object({ fields: z.array(z.object({ name: z.string() })) })
const Introspected = z.object({ __schema: z.object({ types: z.array(z.object({ name: z.string() }).loose()) }) })

/** The fields of a root type, as the running server tells them. */
async function rootFields(type: string): Promise<string[]> {
  const { data } = await aGraph(app, house.as('admin')).send(getIntrospectionQuery({ descriptions: false }))
  const found = Introspected.parse(data).__schema.types.find(({ name }) => name === type)
  return Fields.parse(found)
    .fields.map(({ name }) => name)
    .sort()
}

const fieldsIn = (table: Table) => [...new Set(Object.keys(table).map(fieldOf))].sort()

describe('who may use a field of the graph', () => {
  it.each([
    ['Query', queries],
    ['Mutation', mutations],
    ['Subscription', subscriptions],
  ])('is decided for every field of %s, and for no other', async (type, table) => {
    expect(fieldsIn(table)).toEqual(await rootFields(type))
  })

  it.each(Object.entries(queries))('query: %s', async (name, [field, answers]) => {
    expect(await outcomes('query', name, field)).toEqual([...answers])
  })

  it.each(Object.entries(subscriptions))('subscription: %s', async (_name, [field, answers]) => {
    const found: string[] = []
    for (const caller of CALLERS) found.push(await followed(caller, field))
    expect(found).toEqual([...answers])
  })

  it.each(Object.entries(mutations))('mutation: %s', async (name, [field, answers]) => {
    expect(await outcomes('mutation', name, field)).toEqual([...answers])
  })
})

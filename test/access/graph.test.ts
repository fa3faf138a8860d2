import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { avatarChanged, impostorJobChanged } from '../../src/areas/avatars/events.ts'
import { calendarChanged, calendarFollowChanged, calendarInterestChanged } from '../../src/areas/calendar/events.ts'
import {
  ledgerTransferred,
  paymentChanged,
  purchasesChanged,
  viewerSubscriptionChanged,
  walletChanged,
} from '../../src/areas/economy/events.ts'
import { groupChanged, groupMemberChanged, groupModerated } from '../../src/areas/groups/events.ts'
import { groupInstancesChanged, queueLeft } from '../../src/areas/instances/events.ts'
import { inventoryChanged } from '../../src/areas/inventory/events.ts'
import { jamChanged } from '../../src/areas/jams/events.ts'
import { staffNotesChanged } from '../../src/areas/reports/events.ts'
import { trusted } from '../../src/kernel/ids.ts'
import { graphActs } from '../emittedEvents/graphActs.ts'
import { graphEvents } from '../emittedEvents/graphTable.ts'
import { restEvents } from '../emittedEvents/restTable.ts'
import { anApp } from '../support/app.ts'
import { BINARY_FILE } from '../support/files.ts'
import { aGraphClient, type GraphAnswer } from '../support/graphClient.ts'
import { aUserReportRequest } from '../support/reports.ts'
import type { RestClient } from '../support/restClient.ts'
import { aName, aUser } from '../support/users.ts'
import { actOfMutation } from './auditedActs.ts'
import { aCallerSweep } from './callerSweep.ts'
import { CALLERS, type Caller } from './fixtures.ts'
import { enterInstanceOf } from './graphInstances.ts'
import type { GraphAccessTable } from './graphOutcomes.ts'
import { INFO_PUSH_ID, mutationAccess, queryAccess, subscriptionAccess } from './graphTable.ts'

const app = await anApp()
const { fixture, outcomeOf } = await aCallerSweep(app)
const { db, now } = app.scope()
await db.infoPush.create({ data: { id: INFO_PUSH_ID, tags: [], data: {}, hash: '', createdAt: now, updatedAt: now } })
const { userId, permissionId, roleId, memberId } = fixture.things

/** Takes from the owner's things what mutations must change to emit events: permissions, roles, whereabouts. */
async function takeAway(): Promise<void> {
  await db.permissionGrant.deleteMany({ where: { userId, permissionId } })
  await db.groupMemberRole.deleteMany({ where: { roleId, userId: memberId } })
  await aGraphClient(app, fixture.clientOf('owner')).send(
    'mutation { leaveInstance(input: {}) { leftInstance { id } } }',
  )
}

const fieldOf = (name: string) => name.split(' ')[0] ?? name

function answerOf(name: string, { data, errors }: GraphAnswer): string {
  const code = errors?.[0]?.extensions.code
  if (code !== undefined) return String(code)
  return z.record(z.string(), z.unknown()).parse(data)[fieldOf(name)] === null ? 'null' : 'ok'
}

/**
 * The owner, or else the first caller whom the table allows. Null if it allows none, as the REST operation runs the same
 * code, and for mutations whose events a test of their own records.
 */
function actorOf(name: string, answers: readonly string[]): Caller | null {
  if (name in graphActs) return null
  return answers[CALLERS.indexOf('owner')] === 'ok' ? 'owner' : (CALLERS.find((_, at) => answers[at] === 'ok') ?? null)
}

type Field = GraphAccessTable[string][0]

async function outcomes(kind: string, name: string, field: Field) {
  const found: string[] = []
  for (const caller of CALLERS) {
    found.push(
      answerOf(name, await aGraphClient(app, fixture.clientOf(caller)).send(`${kind} { ${field(fixture.things)} }`)),
    )
  }
  return found
}

/** Subscribes by server-sent events. */
function subscribe(api: RestClient, field: Field, { signal }: AbortController): Promise<Response> {
  const cookie = [...api.cookies].map((pair) => pair.join('=')).join('; ')
  return fetch(`${app.origin}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-forwarded-for': api.address,
      cookie,
    },
    body: JSON.stringify({ query: `subscription { ${field(fixture.things)} }` }),
    signal,
  })
}

type Subscribed = readonly (readonly [name: string, Response])[]

/** The outcome of each stream by its name: an error, or an event. */
async function outcomesOf(streams: Subscribed): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [name, stream] of streams) found.set(name, /"code":"(\w+)"/.exec(await firstEvent(stream))?.[1] ?? 'ok')
  return found
}

/** Subscribes to all fields and triggers the events of the caller, which are many for each field alone. */
async function followed(caller: Caller): Promise<Map<string, string>> {
  const api = fixture.clientOf(caller)
  const stop = new AbortController()
  const streams = await Promise.all(
    Object.entries(subscriptionAccess).map(
      async ([name, [field]]) => [name, await subscribe(api, field, stop)] as const,
    ),
  )
  await triggerEvents(api)
  const found = await outcomesOf(streams)
  stop.abort()
  return found
}

/** Triggers an event for every subscription: a user note, a file, an instance, a friendship, a report. */
async function triggerEvents(api: RestClient) {
  await api.try('updateUserNote', { body: { targetUserId: fixture.things.targetId, note: aName() } })
  await api.try('createFile', { body: BINARY_FILE })
  await enterInstanceOf(app, api, fixture.things)
  const { body } = await api.try('getCurrentUser')
  const viewer = z.object({ id: z.string() }).safeParse(body)
  if (!viewer.success) return
  await triggerGroupEvents(viewer.data.id)
  const { openJamId, strangerId } = fixture.things
  await app.scope().events.release([jamChanged(openJamId), staffNotesChanged(strangerId)])
  const somebody = await aUser(app)
  await somebody.api.call('friend', { userId: viewer.data.id })
  await api.try('friend', { userId: somebody.id })
  await somebody.api.try('submitModerationReport', { body: aUserReportRequest(viewer.data.id) })
}

/** Triggers the events of groups that are about the viewer, or about the group of the owner. */
async function triggerGroupEvents(id: string) {
  const { groupId, eventId } = fixture.things
  const viewerId = trusted<'user'>(id)
  const { key: transferKey } = await app.scope().db.ledgerTransfer.findFirstOrThrow()
  await app
    .scope()
    .events.release([
      groupMemberChanged(viewerId, { groupId }),
      groupChanged(groupId),
      calendarChanged(groupId, { eventId, headId: eventId, change: 'updated' }),
      calendarFollowChanged(viewerId, { eventId }),
      calendarInterestChanged(groupId, { eventId, headId: eventId }),
      groupModerated(groupId),
      groupInstancesChanged(groupId),
      queueLeft(viewerId, { location: '' }),
      walletChanged(viewerId),
      avatarChanged(trusted<'avatar'>(fixture.things.avatarId)),
      impostorJobChanged(trusted<'avatar'>(fixture.things.avatarId), { jobId: '' }),
      inventoryChanged(viewerId, { itemId: fixture.things.itemId, itemType: 'droneskin', change: 'updated' }),
      ledgerTransferred(transferKey),
      purchasesChanged(viewerId, { purchaseId: fixture.things.purchaseId }),
      paymentChanged(viewerId, { transactionId: fixture.things.paidTransactionId }),
      viewerSubscriptionChanged(viewerId, { subscriptionId: fixture.things.subscriptionId }),
    ])
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

/** The fields of a root type, by introspection. */
async function rootFields(type: string): Promise<string[]> {
  const { data } = await aGraphClient(app, fixture.clientOf('admin')).send(
    getIntrospectionQuery({ descriptions: false }),
  )
  const found = Introspected.parse(data).__schema.types.find(({ name }) => name === type)
  return Fields.parse(found)
    .fields.map(({ name }) => name)
    .sort()
}

const fieldsIn = (table: GraphAccessTable) => [...new Set(Object.keys(table).map(fieldOf))].sort()

describe('access to GraphQL fields', () => {
  it.each([
    ['Query', queryAccess],
    ['Mutation', mutationAccess],
    ['Subscription', subscriptionAccess],
  ])('is decided for every field of %s, and for no other', async (type, table) => {
    expect(fieldsIn(table)).toEqual(await rootFields(type))
  })

  it.each(Object.entries(queryAccess))('query: %s', async (name, [field, answers]) => {
    expect(await outcomes('query', name, field)).toEqual([...answers])
  })

  describe('by subscriptions', () => {
    const found: Map<string, string>[] = []
    beforeAll(async () => {
      for (const caller of CALLERS) found.push(await followed(caller))
    })

    it.each(Object.entries(subscriptionAccess))('subscription: %s', (name, [, answers]) => {
      expect(found.map((outcomesOfCaller) => outcomesOfCaller.get(name))).toEqual([...answers])
    })
  })

  describe('by mutations', () => {
    beforeAll(takeAway)

    it.each(Object.entries(mutationAccess))('mutation, with its events and audit log: %s', async (name, row) => {
      const [field, answers] = row
      const [actor, act] = [actorOf(name, answers), actOfMutation(name)]
      const outcome = await outcomeOf({
        perform: async (api, things) =>
          answerOf(name, await aGraphClient(app, api).send(`mutation { ${field(things)} }`)),
        actor,
        isAudited: act !== null,
      })
      expect(outcome).toEqual({
        answers,
        events: actor && (graphEvents[name] ?? restEvents[name] ?? []),
        auditedOfOthers: [],
        auditedOfAdmin: act === null ? [] : [act],
      })
    })
  })
})

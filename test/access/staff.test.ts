import { beforeAll, describe, expect, it } from 'vitest'
import { ledgerTransferred } from '../../src/areas/economy/events.ts'
import { staffNotesChanged } from '../../src/areas/reports/events.ts'
import { STAFF_PERMISSIONS, type StaffPermission } from '../../src/kernel/staff.ts'
import { anApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aSubscription } from '../support/graphSubscriptions.ts'
import { aUserReportRequest, submitReport } from '../support/reports.ts'
import { aStaffMember } from '../support/staff.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { anAccessFixture, CALLERS } from './fixtures.ts'
import { FORBIDDEN, type GraphAccessTable } from './graphOutcomes.ts'
import { INFO_PUSH_ID, mutationAccess, queryAccess, subscriptionAccess } from './graphTable.ts'
import { staffAccess } from './staffTable.ts'

const app = await anApp()
const { things } = await anAccessFixture(app)
const { db, now } = app.scope()
await db.infoPush.create({ data: { id: INFO_PUSH_ID, tags: [], data: {}, hash: '', createdAt: now, updatedAt: now } })

const [OTHER, OWNER, ADMIN] = [CALLERS.indexOf('other'), CALLERS.indexOf('owner'), CALLERS.indexOf('admin')]
const TABLES = { query: queryAccess, mutation: mutationAccess, subscription: subscriptionAccess }
const KINDS = ['query', 'mutation', 'subscription'] as const
type Row = GraphAccessTable[string]

const isForStaff = ([, answers]: Row) =>
  answers[OTHER] === FORBIDDEN && answers[OWNER] === FORBIDDEN && answers[ADMIN] !== FORBIDDEN
const fieldOf = (name: string) => name.split(' ')[0] ?? name

/** The calls of each root field that is for admins, and so perhaps for some of the staff. */
const callsOf = (kind: (typeof KINDS)[number]) => Object.entries(TABLES[kind]).filter(([, row]) => isForStaff(row))

/** One person for each permission, who has no other. */
const staff = new Map<StaffPermission, TestUser>()
beforeAll(async () => {
  for (const permission of STAFF_PERMISSIONS) staff.set(permission, await aStaffMember(app, permission))
})

const personWith = (permission: StaffPermission): TestUser => {
  const person = staff.get(permission)
  if (!person) throw new Error(`nobody has ${permission}`)
  return person
}

/** The permissions whose person is not refused for want of another. */
async function findAllowed(isRefused: (person: TestUser) => Promise<boolean>): Promise<StaffPermission[]> {
  const allowed: StaffPermission[] = []
  for (const permission of STAFF_PERMISSIONS) if (!(await isRefused(personWith(permission)))) allowed.push(permission)
  return allowed
}

async function isRefusedCall(person: TestUser, text: string): Promise<boolean> {
  const { errors } = await aGraphClient(app, person.api).send(text)
  return errors?.some(({ extensions }) => extensions.code === 'FORBIDDEN') ?? false
}

/** Follows a subscription until its first event or its refusal. */
async function isRefusedSubscription(person: TestUser, field: string): Promise<boolean> {
  const socket = await aSubscription(app, person, `subscription { ${field} }`)
  const { key } = await db.ledgerTransfer.findFirstOrThrow()
  await app.scope().events.release([ledgerTransferred(key), staffNotesChanged(things.strangerId)])
  await submitReport(await aUser(app), aUserReportRequest(things.userId))
  await socket.until((messages) => messages.some(({ type }) => type === 'next' || type === 'error'))
  socket.socket.close()
  return JSON.stringify(socket.messages).includes('ADMIN_ONLY')
}

describe.each(KINDS)('access of the staff: %s', (kind) => {
  it('is decided for every field that is for admins, and for no other', () => {
    const fields = new Set(callsOf(kind).map(([name]) => fieldOf(name)))
    expect([...fields].sort()).toEqual(Object.keys(staffAccess[kind]))
  })

  it.each(callsOf(kind))('%s', async (name, [field]) => {
    const text = field(things)
    const isRefused = (person: TestUser) =>
      kind === 'subscription' ? isRefusedSubscription(person, text) : isRefusedCall(person, `${kind} { ${text} }`)
    expect(await findAllowed(isRefused)).toEqual(staffAccess[kind][fieldOf(name)])
  })
})

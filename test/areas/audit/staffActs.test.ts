import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { BULK_ACTS, CLI_ACTS, OWNER_OR_ADMIN_ACTS, STAFF_ACT_NAMES } from '../../../src/areas/audit/actNames.ts'
import { contract } from '../../../src/areas/index.ts'
import { findCommand } from '../../../src/cli/commandList.ts'
import { ACTS, actOfMutation, actOfOperation, OWN_IN_GRAPH } from '../../access/auditedActs.ts'
import { mutationAccess } from '../../access/graphTable.ts'
import { restAccessTable } from '../../access/restTable.ts'
import { graphql } from '../../generated/index.ts'
import { anApp } from '../../support/app.ts'
import { auditRows, auditRowsAddedBy } from '../../support/audit.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aUserReportRequest, submitReport } from '../../support/reports.ts'
import type { OperationName } from '../../support/restClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aStage, ownActs, type Stage } from './ownActs.ts'

const Log = graphql(`
  query AuditLog($filter: AuditFilter, $first: Int, $after: String, $last: Int, $before: String) {
    auditLog(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount
      nodes {
        id at act actorId subjectId reportId details actor { id } report { id }
        subject { __typename ... on User { id } ... on World { id } }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`)

/** What takes a subscription, which admins need not have, and makes an own object. */
const FOR_SUBSCRIBERS: readonly string[] = ['createGroup']
/** What tells the test provider of payments, which moves no money. */
const OF_TEST_PAYMENTS: readonly string[] = ['settleTestPayment']

const app = await anApp()
const rows = () => auditRows(app)
/** The audit entries that a call adds. */
const written = <R>(act: () => Promise<R>) => auditRowsAddedBy(app, act)

it('every operation that only owner and admins may call is an audited act', () => {
  const restricted = Object.keys(contract)
    .filter((name): name is OperationName => name in restAccessTable)
    .filter((name) => contract[name].method !== 'get')
    .filter((name) => {
      const [, , other, , admin] = restAccessTable[name].answers
      return other !== 200 && admin === 200
    })
  expect(restricted.length).toBeGreaterThan(20)
  expect(restricted.filter((name) => actOfOperation(name) === null)).toEqual(FOR_SUBSCRIBERS)
})

it('every mutation that only owner and admins may perform is an audited act', () => {
  const restricted = Object.entries(mutationAccess).flatMap(([name, [, [, , other, , admin]]]) =>
    other !== 'ok' && admin === 'ok' ? [name] : [],
  )
  expect(restricted.length).toBeGreaterThan(40)
  expect(restricted.filter((name) => actOfMutation(name) === null)).toEqual([...FOR_SUBSCRIBERS, ...OF_TEST_PAYMENTS])
})

describe('with what is of other people', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await aStage(app)
  })

  it.each(Object.entries(ownActs))('%s', async (act, perform) => {
    const { answer, added } = await written<unknown>(() => perform(stage))
    expect(answer).not.toHaveProperty('errors')
    expect(added).toMatchObject([{ act, actorId: stage.admin.id }])
  })
})

describe('audit act names', () => {
  const mutations = Object.values(
    buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType()?.getFields() ?? {},
  )

  it('STAFF_ACT_NAMES are exactly the mutations for admins and staff', () => {
    const forAdmins = mutations.filter(({ description = '' }) =>
      /(Admins|Staff with .*) only\.$/.test(description ?? ''),
    )
    expect(forAdmins.map(({ name }) => name).sort()).toEqual([...STAFF_ACT_NAMES, ...Object.keys(BULK_ACTS)].sort())
  })

  it('STAFF_ACT_NAMES include every admin-only REST operation that writes', () => {
    const forAdmins = Object.entries(contract).filter(([, row]) => row.access === 'admin' && row.method !== 'get')
    expect(forAdmins.map(([name]) => name).filter((name) => !STAFF_ACT_NAMES.some((act) => act === name))).toEqual([])
  })

  it('OWNER_OR_ADMIN_ACTS are REST operations, or mutations without such an operation', () => {
    const known = [...Object.keys(contract), ...mutations.map(({ name }) => name)]
    expect(OWNER_OR_ADMIN_ACTS.filter((name) => !known.includes(name))).toEqual([])
  })

  it('CLI_ACTS are commands of the command line', () => {
    expect(CLI_ACTS.map((name) => findCommand(name.split(' '))?.command.name)).toEqual([...CLI_ACTS])
  })

  it('are all covered by these tests and those of access', () => {
    const done = [
      ...Object.keys(restAccessTable).map(actOfOperation),
      ...Object.keys(mutationAccess).map(actOfMutation),
      ...OWN_IN_GRAPH,
    ]
    expect(ACTS.filter((act) => !done.includes(act))).toEqual([])
  })
})

describe('the audit log', () => {
  let admin: TestUser
  let ada: TestUser
  beforeAll(async () => {
    admin = await anAdmin(app)
    ada = await aUser(app)
  })

  const mutation = (text: string, person = admin) => aGraphClient(app, person.api).send(`mutation { ${text} }`)

  test('contains actor, act, subject, report and details', async () => {
    const reportId = await submitReport(await aUser(app), aUserReportRequest(ada.id))
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const { added } = await written(() =>
      mutation(
        `suspendUser(input: { userId: "${ada.id}", endsAt: "${until}", reason: "A secret of theirs", reportId: "${reportId}" }) { report { id } }`,
      ),
    )
    expect(added).toMatchObject([
      { actorId: admin.id, act: 'suspendUser', subjectId: ada.id, reportId, details: { until } },
    ])
    const { added: changed } = await written(() =>
      admin.api.call('updateUser', { userId: ada.id, body: { bio: 'A secret of theirs' } }),
    )
    expect(changed).toMatchObject([{ act: 'updateUser', details: { fields: ['bio'] } }])
    expect(JSON.stringify(await rows())).not.toContain('secret')
  })

  test('contains no refused or rolled back acts', async () => {
    const [own, name] = [await submitReport(await aUser(app), aUserReportRequest(ada.id)), aName()]
    const badge = `createBadge(input: { name: "${name}", description: "" }) { badge { id } }`
    await mutation(badge)
    const { answer, added } = await written(async () => [
      await mutation(badge),
      await mutation(badge, ada),
      await mutation(`grantPermission(input: { permissionId: "${own}", userId: "${ada.id}" }) { permission { id } }`),
      await mutation(`suspendUser(input: { userId: "${admin.id}", reason: "r" }) { report { id } }`),
      await mutation(`closeReport(input: { reportId: "${own}", reason: " " }) { viewer { id } }`),
      await mutation(`hideContent(input: { contentId: "${own}" }) { report { id } }`),
    ])
    expect(answer).toMatchObject(Array.from({ length: 6 }, () => ({ errors: [{}] })))
    expect(added).toEqual([])
  })

  test('contains admin-only acts on own objects, but not acts that any owner may perform', async () => {
    const tags = (...all: string[]) => admin.api.call('addTags', { userId: admin.id, body: { tags: all } })
    expect((await written(() => tags('language_eng'))).added).toEqual([])
    expect((await written(() => tags('admin_moderator'))).added).toMatchObject([
      { act: 'addTags', subjectId: admin.id },
    ])
    const update = (body: object) => admin.api.try('updateUser', { userId: admin.id, body })
    expect((await written(() => update({ bio: 'mine' }))).added).toEqual([])
    expect((await written(() => update({ tags: ['language_eng', 'admin_moderator'] }))).added).toEqual([])
    expect((await written(() => update({ tags: ['language_eng'] }))).added).toMatchObject([{ act: 'updateUser' }])
  })

  test.each([
    ['changed', `UPDATE "AuditEntry" SET act = 'nothing'`],
    ['removed', 'DELETE FROM "AuditEntry"'],
    ['emptied', 'TRUNCATE "AuditEntry"'],
  ])('can not be %s, whoever asks the database', async (_what, statement) => {
    const before = await rows()
    expect(before.length).toBeGreaterThan(5)
    await expect(app.scope().client.$executeRawUnsafe(statement)).rejects.toThrow(/append-only/)
    expect(await rows()).toEqual(before)
  })

  test('is read by admins, newest first, in pages, filtered by actor, subject, act and time', async () => {
    const graph = aGraphClient(app, admin.api)
    const all = (await rows()).filter(({ actorId }) => actorId === admin.id).toReversed()
    const whole = await graph.run(Log, { filter: { actorId: admin.id }, first: 100 })
    expect(whole.auditLog.nodes.map(({ id }) => id)).toEqual(all.slice(0, 100).map(({ id }) => id))
    expect(whole.auditLog.nodes[0]).toMatchObject({ actorId: admin.id, actor: { id: admin.id } })
    expect(whole.auditLog.totalCount).toBe(all.length)
    const ids = async ({ filter, ...page }: { filter?: object; [argument: string]: unknown }) => {
      const { auditLog } = await graph.run(Log, { filter: { actorId: admin.id, ...filter }, ...page })
      return { ids: auditLog.nodes.map(({ id }) => id), page: auditLog.pageInfo, count: auditLog.totalCount }
    }
    const first = await ids({ first: 2 })
    expect(first).toMatchObject({ ids: all.slice(0, 2).map(({ id }) => id), page: { hasNextPage: true } })
    const second = await ids({ first: 2, after: first.page.endCursor })
    expect(second.ids).toEqual(all.slice(2, 4).map(({ id }) => id))
    expect((await ids({ last: 2, before: second.page.startCursor })).ids).toEqual(first.ids)
    expect(await ids({ filter: { subjectId: ada.id, acts: ['SUSPEND_USER'] } })).toMatchObject({ count: 1 })
    const both = await ids({ filter: { acts: ['SUSPEND_USER', 'UPDATE_USER'] }, first: 100 })
    expect(both.ids).toEqual(all.filter(({ act }) => act === 'suspendUser' || act === 'updateUser').map(({ id }) => id))
    expect(await ids({ filter: { acts: ['USER_CREATE'] } })).toMatchObject({ ids: [], count: 0 })
    const [at] = all.slice(3)
    const since = at?.at.toISOString()
    const [later, earlier] = [await ids({ filter: { since } }), await ids({ filter: { until: since } })]
    expect(later.count).toBe(all.filter((row) => at && row.at >= at.at).length)
    expect(later.count + earlier.count).toBe(all.length)
    expect(await graph.refusalCodes(Log, { after: 'bm9uc2Vuc2U' })).toEqual(['BAD_INPUT'])
    expect(await aGraphClient(app, (await aUser(app)).api).refusalCodes(Log, {})).toEqual(['FORBIDDEN'])
  })

  test('shows subjects and reports that still exist, and its entries as nodes, to admins alone', async () => {
    const graph = aGraphClient(app, admin.api)
    const person = await aUser(app)
    const reportId = await submitReport(await aUser(app), aUserReportRequest(person.id))
    await mutation(
      `warnUser(input: { contentId: "${person.id}", message: "m", reportId: "${reportId}" }) { report { id } }`,
    )
    const { auditLog } = await graph.run(Log, { filter: { subjectId: person.id } })
    const [entry] = auditLog.nodes
    expect(entry).toMatchObject({
      act: 'WARN_USER',
      subject: { __typename: 'User', id: person.id },
      report: { id: reportId },
    })
    const node = `{ node(id: "${entry?.id}") { __typename id } }`
    expect((await graph.send(node)).data).toEqual({ node: { __typename: 'AuditEntry', id: entry?.id } })
    expect((await aGraphClient(app, person.api).send(node)).data).toEqual({ node: null })
    await mutation('setConfigEntry(input: { key: "contactEmail", value: "help@plaza.test" }) { clientMutationId }')
    const settings = await graph.run(Log, { filter: { acts: ['SET_CONFIG_ENTRY'] } })
    expect(settings.auditLog.nodes[0]).toMatchObject({ subjectId: 'contactEmail', subject: null, report: null })
  })
})

import { beforeAll, expect, test } from 'vitest'
import { updateUserRole } from '../../src/areas/accounts/account/roles.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aUserReportRequest, submitReport } from '../support/reports.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

let app: TestApp
let admin: TestUser
let eve: TestUser
beforeAll(async () => {
  app = await anApp()
  admin = await anAdmin(app)
  eve = await aUser(app)
})

const QUEUE =
  'subscription { moderationQueue { kind deletedReportId viewer { id } report { id status moderation { notes { nodes { text } } } } } }'
const queueOf = (connection: { messages: Parameters<typeof payloadsOf>[0] }) =>
  payloadsOf(connection.messages, 'moderationQueue')
const act = (text: string, person = admin) => aGraphClient(app, person.api).send(`mutation { ${text} }`)

test('sends each change of a report once to admins, and to nobody else', async () => {
  const ada = await aUser(app)
  const connection = await aSubscription(app, admin, QUEUE)
  const other = await aSubscription(app, ada, QUEUE)
  const reportId = await submitReport(ada, aUserReportRequest(eve.id))
  await submitReport(ada, aUserReportRequest(eve.id))
  await act(`assignReport(input: { reportId: "${reportId}", assigneeId: "${admin.id}" }) { viewer { id } }`)
  await act(`addReportNote(input: { reportId: "${reportId}", text: "Looks bad." }) { viewer { id } }`)
  await act(`closeReport(input: { reportId: "${reportId}", reason: "Seen to." }) { viewer { id } }`)
  await act(`closeReport(input: { reportId: "${reportId}", reason: "Again." }) { viewer { id } }`)
  await connection.until(() => queueOf(connection).length >= 4)
  await admin.api.call('deleteModerationReport', { moderationReportId: reportId })
  await connection.until(() => queueOf(connection).length >= 5)
  expect(queueOf(connection).map(({ kind }) => kind)).toEqual(['SUBMITTED', 'ASSIGNED', 'NOTED', 'CLOSED', 'DELETED'])
  expect(queueOf(connection)[3]).toMatchObject({
    deletedReportId: null,
    report: { id: reportId, status: 'CLOSED', moderation: { notes: { nodes: [{}] } } },
  })
  expect(queueOf(connection)[4]).toMatchObject({ kind: 'DELETED', deletedReportId: reportId, report: null })
  for (const change of queueOf(connection)) expect(change).toMatchObject({ viewer: { id: expect.any(String) } })
  expect(subscriptionErrors(other.messages)).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  expect(queueOf(other)).toEqual([])
  for (const { socket } of [connection, other]) socket.close()
})

test('sends each enforcement act on a report once to other admins, and no refused act', async () => {
  const [ada, second] = [await aUser(app), await anAdmin(app)]
  const worldId = await aWorld(app, eve)
  const [reportId, about] = [
    await submitReport(ada, aUserReportRequest(eve.id)),
    await submitReport(eve, aUserReportRequest(ada.id)),
  ]
  const connection = await aSubscription(app, second, QUEUE)
  const done = async (field: string, because = reportId) =>
    act(`${field.replace(' })', `, reportId: "${because}" })`)} { report { id } }`)
  const acts = [
    `warnUser(input: { contentId: "${eve.id}", message: "m" })`,
    `hideContent(input: { contentId: "${worldId}" })`,
    `showContent(input: { contentId: "${worldId}" })`,
    `suspendUser(input: { userId: "${eve.id}", reason: "r" })`,
    `unsuspendUser(input: { userId: "${eve.id}" })`,
  ]
  for (const field of acts) {
    expect(await done(field, about)).toHaveProperty('errors')
    expect(await done(field)).not.toHaveProperty('errors')
  }
  for (const field of [acts[2], acts[4]]) expect(await done(field ?? '')).toHaveProperty('errors')
  await act(`warnUser(input: { contentId: "${eve.id}", message: "m" }) { report { id } }`)
  await act(`closeReport(input: { reportId: "${reportId}", reason: "Seen to." }) { viewer { id } }`)
  expect(await done(acts[0] ?? '')).not.toHaveProperty('errors')
  await connection.until(() => queueOf(connection).length >= 7)
  const kinds = [...acts.map(() => 'ACTED'), 'CLOSED', 'ACTED']
  expect(queueOf(connection)).toMatchObject(
    kinds.map((kind) => ({ kind, deletedReportId: null, report: { id: reportId } })),
  )
  connection.socket.close()
})

test('ends when the admin role is removed or the admin logs out', async () => {
  const [former, leaving] = [await anAdmin(app), await anAdmin(app)]
  const connections = [await aSubscription(app, former, QUEUE), await aSubscription(app, leaving, QUEUE)] as const
  await submitReport(await aUser(app), aUserReportRequest(eve.id))
  for (const connection of connections) await connection.until(() => queueOf(connection).length === 1)
  await updateUserRole(app.scope(), former.id, { admin: false })
  await connections[0].until((messages) => subscriptionErrors(messages).length === 1)
  await leaving.api.call('logout')
  expect(await connections[1].closed()).toBe(4401)
  const staying = await aSubscription(app, admin, QUEUE)
  await submitReport(await aUser(app), aUserReportRequest(eve.id))
  await staying.until(() => queueOf(staying).length === 1)
  expect(subscriptionErrors(connections[0].messages)).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  expect(connections.map((connection) => queueOf(connection).length)).toEqual([1, 1])
  for (const { socket } of [connections[0], staying]) socket.close()
})

test('continues when the admin’s account changes in other ways', async () => {
  const connection = await aSubscription(app, admin, QUEUE)
  await updateUserRole(app.scope(), admin.id, { developerType: 'moderator' })
  await submitReport(await aUser(app), aUserReportRequest(eve.id))
  await connection.until(() => queueOf(connection).length === 1)
  expect(subscriptionErrors(connection.messages)).toEqual([])
  connection.socket.close()
})

import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { block } from '../../support/playerModerations.ts'
import { aUserReportRequest, submitReport } from '../../support/reports.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aConfirmedUser, aName, anAdmin, aUser, enableTotp, logIn, type TestUser } from '../../support/users.ts'

const Accounts = graphql(`
  query Accounts($filter: UserFilter, $sort: UserSort, $first: Int, $after: String) {
    users(filter: $filter, sort: $sort, first: $first, after: $after) {
      totalCount
      nodes {
        id isViewer viewerCanUpdate viewerCanSuspend
        account {
          username email isEmailVerified isAdmin lastLoginAt lastActivityAt deletionAt twoFactorEnabledAt reportCount
          suspension { endsAt reason }
          sessions(first: 5) { totalCount nodes { id address isCurrent } }
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

let app: TestApp
let admin: TestUser
let graph: GraphClient
beforeAll(async () => {
  app = await anApp()
  admin = await anAdmin(app)
  graph = aGraphClient(app, admin.api)
})

const suspend = (userId: string, until: Date | null = null) =>
  graph.send('mutation ($input: SuspendUserInput!) { suspendUser(input: $input) { suspension { endsAt } } }', {
    input: { userId, reason: 'Spam', ...(until && { endsAt: until.toISOString() }) },
  })
const idsBy = async (filter: object, client = graph) => {
  const { users } = await client.run(Accounts, { filter, first: 100 })
  expect(users.totalCount).toBe(users.nodes.length)
  return users.nodes.map(({ id }) => id)
}

describe('the list of people for admins', () => {
  test('is searched by display name, username or e-mail address', async () => {
    const person = await aConfirmedUser(app)
    const displayName = aName('Shown')
    const keys = { displayName, displayNameKey: displayName.toLowerCase() }
    await app.scope().db.user.update({ where: { id: person.id }, data: keys })
    for (const search of [displayName.toUpperCase(), person.username, person.email, `${person.username}@`])
      expect(await idsBy({ search }), search).toEqual([person.id])
    expect(await idsBy({ search: `${person.username}%` })).toEqual([])
    const other = aGraphClient(app, (await aUser(app)).api)
    expect(await idsBy({ search: displayName }, other)).toEqual([person.id])
    for (const search of [person.username, person.email]) expect(await idsBy({ search }, other), search).toEqual([])
  })

  test('is filtered by suspension that is in force, and by time of registration', async () => {
    const [free, forever, past] = [await aUser(app), await aUser(app), await aUser(app)]
    const since = app.clock.now()
    await suspend(forever.id)
    await suspend(past.id, new Date(since.getTime() + 60_000))
    expect(await idsBy({ isSuspended: true })).toEqual(expect.arrayContaining([forever.id, past.id]))
    app.clock.advance(61_000)
    const suspended = await idsBy({ isSuspended: true })
    expect(suspended).toContain(forever.id)
    for (const { id } of [free, past]) expect(suspended).not.toContain(id)
    const others = await idsBy({ isSuspended: false })
    expect(others).toEqual(expect.arrayContaining([free.id, past.id]))
    expect(others).not.toContain(forever.id)

    const late = await aUser(app)
    const createdAt = new Date('2100-01-01T00:00:00.000Z')
    await app.scope().db.user.update({ where: { id: late.id }, data: { createdAt } })
    expect(await idsBy({ createdSince: createdAt.toISOString() })).toEqual([late.id])
    await app.scope().db.user.update({ where: { id: late.id }, data: { createdAt: app.clock.now() } })
  })

  test('has people who have blocked the admin, no system users, and an order', async () => {
    const blocker = await aUser(app)
    await block(blocker, admin)
    expect(await idsBy({ search: blocker.username })).toEqual([blocker.id])
    expect(await idsBy({ search: 'plaza', isSuspended: false })).toEqual([])
    app.clock.advance(1_000)
    const latest = await aUser(app)
    const seen: string[] = []
    const page = async (after: string | null) =>
      (await graph.run(Accounts, { sort: 'CREATED_AT', first: 3, ...(after && { after }) })).users
    let after: string | null = null
    do {
      const users = await page(after)
      seen.push(...users.nodes.map(({ id }) => id))
      after = users.pageInfo.hasNextPage ? (users.pageInfo.endCursor ?? null) : null
    } while (after)
    const rows = await app.scope().db.user.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
    expect(seen[0]).toBe(latest.id)
    expect(seen).toEqual(rows.map(({ id }) => id).filter((id) => !id.startsWith('usr_00000000')))
  })

  test('shows accounts to admins alone', async () => {
    const person = await aConfirmedUser(app)
    await enableTotp(app, person)
    await submitReport(await aUser(app), aUserReportRequest(person.id))
    const { users } = await graph.run(Accounts, { filter: { search: person.username } })
    expect(users.nodes).toMatchObject([
      {
        isViewer: false,
        viewerCanUpdate: true,
        viewerCanSuspend: true,
        account: {
          username: person.username,
          email: person.email,
          isEmailVerified: true,
          isAdmin: false,
          twoFactorEnabledAt: expect.any(String),
          lastLoginAt: expect.any(String),
          deletionAt: null,
          reportCount: 1,
          suspension: null,
          sessions: { totalCount: 1, nodes: [{ address: person.api.address, isCurrent: false }] },
        },
      },
    ])
    const sessionId = users.nodes[0]?.account?.sessions.nodes[0]?.id
    expect((await graph.send(`{ node(id: "${sessionId}") { id } }`)).data).toEqual({ node: { id: sessionId } })
    const own = await aGraphClient(app, person.api).run(Accounts, { filter: { search: person.username } })
    expect(own.users.nodes).toMatchObject([
      { isViewer: true, viewerCanUpdate: true, viewerCanSuspend: false, account: null },
    ])
    const other = await aGraphClient(app, (await aUser(app)).api).run(Accounts, { filter: { search: person.username } })
    expect(other.users.nodes).toMatchObject([
      { isViewer: false, viewerCanUpdate: false, viewerCanSuspend: false, account: null },
    ])
  })

  test('shows no accounts to an admin whose session still needs its second factor', async () => {
    const staff = await anAdmin(app)
    await enableTotp(app, staff)
    const api = aRestClient(app)
    await logIn(api, staff)
    const client = aGraphClient(app, api)
    expect(await client.refusalCodes(Accounts, {})).toEqual(['SECOND_FACTOR_REQUIRED'])
    const created = await client.send(
      `mutation ($input: RequestPasswordResetInput!) {
        requestPasswordReset(input: $input) { viewer { user { account { email } } } }
      }`,
      { input: { email: staff.email } },
    )
    expect(created.data).toEqual({ requestPasswordReset: { viewer: null } })
  })

  test('tells that admins, system users and the viewer can not be suspended', async () => {
    const other = await anAdmin(app)
    const can = async (id: string) => (await graph.send(`{ user(id: "${id}") { viewerCanSuspend } }`)).data
    for (const id of [other.id, admin.id, 'usr_00000000-0000-4000-8000-000000000000'])
      expect(await can(id)).toEqual({ user: { viewerCanSuspend: false } })
  })

  test('refuses filters that only admins have, with each of them', async () => {
    const client = aGraphClient(app, (await aUser(app)).api)
    const filter = { search: 'a', isSuspended: false, createdSince: '2026-01-01T00:00:00Z' }
    const { errors } = await client.send(Accounts.toString(), { filter })
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'FORBIDDEN',
          reason: 'ADMIN_ONLY',
          issues: [{ path: ['filter', 'isSuspended'] }, { path: ['filter', 'createdSince'] }],
        },
      },
    ])
  })

  test('needs as many statements for 2 people as for 20', async () => {
    const start = aName('Many')
    const { db, now } = app.scope()
    const ids = Array.from({ length: 21 }, () => newId('user', now))
    const rows = ids.map((id, at) => {
      const key = `${start}${at}`.toLowerCase()
      const names = { username: key, usernameKey: key, displayName: key, displayNameKey: key }
      return { id, ...names, createdAt: now, updatedAt: now, currentAvatar: '' }
    })
    await db.user.createMany({ data: rows })
    await db.account.createMany({ data: ids.map((userId) => ({ userId })) })
    const ask = (first: number) => countStatements(app, () => graph.run(Accounts, { filter: { search: start }, first }))
    const few = await ask(2)
    expect(await ask(20)).toBe(few)
    expect(few).toBeLessThanOrEqual(7)
  })
})

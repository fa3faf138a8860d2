import { beforeAll, describe, expect, test } from 'vitest'
import type { StaffListQueryVariables } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aUserReportRequest, submitReport } from '../../support/reports.ts'
import { aStaffMember } from '../../support/staff.ts'
import { aConfirmedUser, anAdmin, aUser, enableTotp, type TestUser } from '../../support/users.ts'

const List = graphql(`
  query StaffList($filter: UserFilter, $sort: UserSort, $ascending: Boolean, $first: Int, $after: String) {
    users(filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $after) {
      totalCount
      edges { cursor node { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
`)

const MINUTE = 60_000

let app: TestApp
let staff: TestUser
let graph: GraphClient
beforeAll(async () => {
  app = await anApp()
  staff = await aStaffMember(app, 'people')
  graph = aGraphClient(app, staff.api)
})

const listed = async (variables: StaffListQueryVariables) => {
  const { users } = await graph.run(List, { first: 100, ...variables })
  expect(users.totalCount).toBe(users.edges.length)
  return users.edges.map(({ node }) => node.id)
}
const db = () => app.scope().db

/** People of whom the first meets a condition and the second does not. */
async function expectParted(condition: object, [one, other]: readonly [TestUser, TestUser]): Promise<void> {
  const [name = ''] = Object.keys(condition)
  const found = await listed({ filter: condition })
  expect(found, name).toContain(one.id)
  expect(found, name).not.toContain(other.id)
}

describe('the list of people for staff', () => {
  test('is filtered by what an account is', async () => {
    const [person, other] = [await aConfirmedUser(app), await aUser(app)]
    const admin = await anAdmin(app)
    await enableTotp(app, person)
    await person.api.call('deleteUser', { userId: person.id })
    const pair = [person, other] as const
    const opposite = [other, person] as const
    for (const name of ['hasTwoFactor', 'isEmailVerified', 'isUnderDeletion']) {
      await expectParted({ [name]: true }, pair)
      await expectParted({ [name]: false }, opposite)
    }
    await expectParted({ isAdmin: true }, [admin, other])
    await expectParted({ isAdmin: false }, [other, admin])
    await expectParted({ staffPermission: 'PEOPLE' }, [staff, other])
    await expectParted({ staffPermission: 'PEOPLE' }, [staff, admin])
    await expectParted({ address: person.api.address }, pair)
    await expectParted({ address: other.api.address }, opposite)
  })

  test('is filtered by the last login and by open reports', async () => {
    const [early, late] = [await aUser(app), await aUser(app)]
    const login = new Date('2090-01-01T00:00:00.000Z')
    const before = new Date(login.getTime() - MINUTE)
    await db().user.update({ where: { id: early.id }, data: { lastLoginAt: before } })
    await db().user.update({ where: { id: late.id }, data: { lastLoginAt: login } })
    expect(await listed({ filter: { lastLoginSince: login.toISOString() } })).toEqual([late.id])
    await expectParted({ lastLoginUntil: login.toISOString() }, [early, late])
    expect((await listed({ sort: 'LAST_LOGIN_AT' })).slice(0, 2)).toEqual([late.id, early.id])
    expect((await listed({ sort: 'LAST_LOGIN_AT', ascending: true })).slice(-2)).toEqual([early.id, late.id])
    await submitReport(await aUser(app), aUserReportRequest(early.id))
    await expectParted({ hasOpenReports: true }, [early, late])
    await expectParted({ hasOpenReports: false }, [late, early])
  })

  test('is filtered by who is online', async () => {
    const [here, gone] = [await aUser(app), await aUser(app)]
    await gone.api.call('getCurrentUser')
    app.clock.advance(10 * MINUTE)
    await here.api.call('getCurrentUser')
    await expect.poll(() => listed({ filter: { isOnline: true } }), { timeout: 60_000 }).toContain(here.id)
    await expectParted({ isOnline: false }, [gone, here])
  })

  test('is sorted by open reports, page by page, without people who have none', async () => {
    const people = [await aUser(app), await aUser(app), await aUser(app)]
    for (const [count, person] of people.entries())
      for (let each = 0; each < count + 3; each++) await submitReport(await aUser(app), aUserReportRequest(person.id))
    const [least, middle, most] = people.map(({ id }) => id)
    const all = await listed({ sort: 'REPORT_COUNT' })
    expect(all.slice(0, 3)).toEqual([most, middle, least])
    expect(all).not.toContain(staff.id)
    expect((await listed({ sort: 'REPORT_COUNT', ascending: true })).reverse()).toEqual(all)
    const { users } = await graph.run(List, { sort: 'REPORT_COUNT', first: 1 })
    const after = users.pageInfo.endCursor ?? ''
    const next = await graph.run(List, { sort: 'REPORT_COUNT', first: 2, after })
    expect(next.users.edges.map(({ node }) => node.id)).toEqual([middle, least])
    expect((await graph.run(List, { sort: 'DISPLAY_NAME', ascending: false, first: 1 })).users.edges).toHaveLength(1)
    const foreign = await graph.send(
      `query { users(sort: REPORT_COUNT, after: "${Buffer.from('x').toString('base64url')}") { totalCount edges { cursor } } }`,
    )
    expect(foreign.errors?.[0]?.extensions.reason).toBe('CURSOR_INVALID')
  })

  test('is refused to others by these conditions, each told', async () => {
    const others = aGraphClient(app, (await aStaffMember(app, 'reports')).api)
    const filter = { search: 'abc', isAdmin: true, hasTwoFactor: false, address: '192.0.2.1' }
    const { errors } = await others.send(
      `query ($filter: UserFilter) { users(filter: $filter, sort: LAST_LOGIN_AT) { totalCount } }`,
      { filter },
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'ADMIN_ONLY' })
    expect(errors?.[0]?.extensions.issues).toMatchObject([
      { path: ['filter', 'isAdmin'], reason: 'ADMIN_ONLY' },
      { path: ['filter', 'hasTwoFactor'] },
      { path: ['filter', 'address'] },
      { path: ['sort'] },
    ])
    expect(
      (await others.send('query { users(filter: { search: "abc" }, ascending: false) { totalCount } }')).errors,
    ).toBeUndefined()
  })
})

import { beforeAll, expect, test } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { aGroupRequest } from '../support/groups.ts'
import { subscriptionsOf } from '../support/subscriptions.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

const run = (...args: string[]) => runCli(settingsOf(app), 'subscription', ...args)
const said = (out: string) => ({ code: 0, out, err: '' })
const createGroup = async ({ api }: TestUser) => (await api.try('createGroup', { body: aGroupRequest() })).status

const auditOf = async (subjectId: string) => {
  const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId }, orderBy: { at: 'asc' } })
  return entries.map(({ actorId, act, details }) => ({ actorId, act, details }))
}

test('an unknown person is refused', async () => {
  expect(await run('grant', 'nobody_at_all', 'plus-monthly')).toEqual({
    code: 1,
    out: '',
    err: 'There is nobody with the username nobody_at_all.\n',
  })
})

test('subscription grant lets a person create groups until subscription revoke', async () => {
  const user = await aUser(app)
  const { username } = user
  expect(await createGroup(user)).toBe(403)
  expect(await run('revoke', username, 'plus-monthly')).toEqual(
    said(`${username} does not have plus-monthly; nothing has changed.\n`),
  )
  const granted = await run('grant', username, 'plus-monthly')
  const [subscription] = await subscriptionsOf(app, user)
  const until = subscription?.expiresAt.toISOString()
  expect(granted).toEqual(said(`${username} has plus-monthly until ${until}.\n`))
  expect(await createGroup(user)).toBe(200)
  expect(await run('revoke', username, 'plus-monthly')).toEqual(said(`${username} has plus-monthly no longer.\n`))
  expect(await createGroup(user)).toBe(403)
  expect(await auditOf(user.id)).toEqual([
    { actorId: null, act: 'subscription grant', details: { subscription: 'plus-monthly', until } },
    { actorId: null, act: 'subscription revoke', details: { subscription: 'plus-monthly' } },
  ])
})

test('a person can be named by id, and the end be given', async () => {
  const user = await aUser(app)
  const until = '2099-12-31T00:00:00.000Z'
  expect(await run('grant', user.id, 'plus-yearly', '--until', '2099-12-31')).toEqual(
    said(`${user.username} has plus-yearly until ${until}.\n`),
  )
  expect(await user.api.call('getRecentSubscription')).toMatchObject({
    ...{ id: 'plus-yearly', expires: until, store: 'Admin', active: true },
    transactionId: expect.stringMatching(/^txn_/),
  })
})

test.each([
  ['an end that is over', ['--until', '2001-01-01'], '--until is over: 2001-01-01'],
  ['an end that is no time', ['--until', 'soon'], '--until is no time: soon'],
])('%s is refused', async (_, option, error) => {
  const { code, err } = await run('grant', 'somebody', 'plus-monthly', ...option)
  expect(code).toBe(2)
  expect(err).toContain(error)
})

test('an unknown subscription is refused', async () => {
  const { username } = await aUser(app)
  expect(await run('grant', username, 'nothing')).toEqual({
    ...{ code: 1, out: '' },
    err: 'There is no subscription nothing, only plus-monthly, plus-yearly.\n',
  })
})

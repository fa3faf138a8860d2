import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { updateUserRole } from '../../src/areas/accounts/account/roles.ts'
import { suspendAccount } from '../../src/areas/accounts/account/suspensions.ts'
import { revokeSessions } from '../../src/areas/accounts/sessions/sessions.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { sharedApp } from '../support/app.ts'
import { sessionTokenOf } from '../support/graphSocket.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'

const app = await sharedApp()

/** Sends the headers and first byte of a request, until it is authorized. Returns a function that sends the rest. */
async function begin(person: TestUser, path: string, body: string, type = 'application/json') {
  await person.api.call('getCurrentUser')
  const sent = request(`${app.origin}/api/1${path}`, {
    method: 'PUT',
    headers: {
      cookie: `auth=${sessionTokenOf(person)}`,
      ...{ 'content-type': type, 'content-length': Buffer.byteLength(body), expect: '100-continue' },
    },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 1))
  // The session is cached, so this request is authorized before a later one is answered.
  await person.api.call('getSystemTime')
  return async () => {
    sent.end(body.slice(1))
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }
}

const bioOf = async ({ id }: TestUser) => (await app.scope().db.user.findUniqueOrThrow({ where: { id } })).bio

const late = JSON.stringify({ bio: 'Still here' })

test.each([
  ['is suspended', (person: TestUser) => suspend(person), 401],
  ['logs out', (person: TestUser) => person.api.call('logout'), 401],
  ['is logged out', (person: TestUser) => revokeSessions(app.scope(), person.id), 401],
  ['stays logged in', async () => {}, 200],
])('a write by a user who %s while the body is sent', async (_what, meanwhile, status) => {
  const person = await aUser(app)
  const finish = await begin(person, `/users/${person.id}`, late)
  await meanwhile(person)
  expect(await finish()).toBe(status)
  expect(await bioOf(person)).toBe(status === 200 ? 'Still here' : '')
})

const suspend = (person: TestUser) =>
  transact(app.scope(), (tx) => suspendAccount(tx, person.id, { until: null, reason: 'Spam' }))

test('an admin who loses the rights while the body is sent is refused', async () => {
  const [admin, other] = [await anAdmin(app), await aUser(app)]
  const finish = await begin(admin, `/users/${other.id}`, late)
  await updateUserRole(app.scope(), admin.id, { admin: false })
  expect(await finish()).toBe(403)
  expect(await bioOf(other)).toBe('')
})

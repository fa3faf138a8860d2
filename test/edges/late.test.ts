import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { promoteUser } from '../../src/areas/accounts/ranks.ts'
import { revokeSessions } from '../../src/areas/accounts/sessions.ts'
import { suspendAccount } from '../../src/areas/accounts/suspensions.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { tokenOf } from '../support/socket.ts'

const app = await anApp()

/** Sends headers and the first byte of a request, and is let in; answers how to send the rest, which answers the status. */
async function begin(person: Person, path: string, body: string, type = 'application/json') {
  await person.api.call('getCurrentUser')
  const sent = request(`${app.origin}/api/1${path}`, {
    method: 'PUT',
    headers: {
      cookie: `auth=${tokenOf(person)}`,
      ...{ 'content-type': type, 'content-length': Buffer.byteLength(body), expect: '100-continue' },
    },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write(body.slice(0, 1))
  // The session is known without a look at the database: when another request was answered, this one was let in.
  await person.api.call('getSystemTime')
  return async () => {
    sent.end(body.slice(1))
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }
}

const bioOf = async ({ id }: Person) => (await app.scope().db.user.findUniqueOrThrow({ where: { id } })).bio

const late = JSON.stringify({ bio: 'Still here' })

test.each([
  ['was suspended', (person: Person) => suspend(person), 401],
  ['has logged out', (person: Person) => person.api.call('logout'), 401],
  ['was logged out', (person: Person) => revokeSessions(app.scope(), person.id), 401],
  ['is here still', async () => {}, 200],
])('whoever %s while the body came acts by it or not', async (_what, meanwhile, status) => {
  const person = await aUser(app)
  const finish = await begin(person, `/users/${person.id}`, late)
  await meanwhile(person)
  expect(await finish()).toBe(status)
  expect(await bioOf(person)).toBe(status === 200 ? 'Still here' : '')
})

const suspend = (person: Person) =>
  transact(app.scope(), (open) => suspendAccount(open, person.id, { until: null, reason: 'Spam' }))

test('who was an admin when the request began is none when its body is there', async () => {
  const [admin, other] = [await anAdmin(app), await aUser(app)]
  const finish = await begin(admin, `/users/${other.id}`, late)
  await promoteUser(app.scope(), admin.id, { admin: false })
  expect(await finish()).toBe(403)
  expect(await bioOf(other)).toBe('')
})

import { expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { aUser } from '../support/people.ts'
import { refusal } from '../support/refusals.ts'
import { raw } from './raw.ts'

const app = await anApp({ PUBLIC_URL: 'http://127.0.0.1:3000' })

it('an offer of HTTP/2 is passed over, and the request answered as ever', async () => {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
  expect(await raw(app.origin, { path: '/livez', headers })).toMatchObject({ status: 200, text: 'ok' })
  expect(await raw(app.origin, { path: '/api/1/visits', headers })).toMatchObject({ status: 200, body: 0 })
  expect(await raw(app.origin, { path: '/api/1/auth/user', headers })).toMatchObject(
    refusal(401, '"Missing Credentials"'),
  )
})

it('a websocket where none is served leads nowhere', async () => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  expect(await raw(app.origin, { path: '/api/1/visits', headers })).toMatchObject({ status: 404 })
})

it('pages of this machine may act, by whichever of its own names it was reached', async () => {
  const person = await aUser(app)
  const act = (origin: string) => person.api.try('updateUser', { userId: person.id, headers: { origin } })
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(await act(`http://${host}:3000`)).toMatchObject({ status: 200 })
  expect(await act('http://localhost:3001')).toMatchObject(refusal(403, 'Origin not allowed'))
  expect(await act('http://plaza.localhost:3000')).toMatchObject(refusal(403, 'Origin not allowed'))
})

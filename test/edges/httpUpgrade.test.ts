import { expect, it } from 'vitest'
import { anApp } from '../support/app.ts'
import { sendRawRequest } from '../support/rawHttp.ts'
import { refusal } from '../support/refusals.ts'
import { aUser } from '../support/users.ts'

const app = await anApp({ PUBLIC_URL: 'http://127.0.0.1:3000' })

it('ignores an upgrade to HTTP/2 and answers the request over HTTP/1.1', async () => {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
  expect(await sendRawRequest(app.origin, { path: '/livez', headers })).toMatchObject({ status: 200, text: 'ok' })
  expect(await sendRawRequest(app.origin, { path: '/api/1/visits', headers })).toMatchObject({ status: 200, body: 0 })
  expect(await sendRawRequest(app.origin, { path: '/api/1/auth/user', headers })).toMatchObject(
    refusal(401, '"Missing Credentials"'),
  )
})

it('answers 404 for a websocket at an unknown path', async () => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  expect(await sendRawRequest(app.origin, { path: '/api/1/visits', headers })).toMatchObject(
    refusal(404, 'There is no websocket at this address'),
  )
})

it('allows the origins localhost, 127.0.0.1 and ::1 for a PUBLIC_URL on this machine', async () => {
  const person = await aUser(app)
  const act = (origin: string) => person.api.try('updateUser', { userId: person.id, headers: { origin } })
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(await act(`http://${host}:3000`)).toMatchObject({ status: 200 })
  expect(await act('http://localhost:3001')).toMatchObject(refusal(403, 'Origin not allowed'))
  expect(await act('http://plaza.localhost:3000')).toMatchObject(refusal(403, 'Origin not allowed'))
})

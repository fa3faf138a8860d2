import { describe, expect, it } from 'vitest'
import { sharedApp } from '../support/app.ts'
import { readRawBytes, sendRawRequest } from '../support/rawHttp.ts'

const app = await sharedApp()

/** Sends bytes; reads the status, headers and body of the only response. */
async function refusalOf(bytes: string) {
  const [head = '', body = '', ...more] = (await readRawBytes(app.origin, bytes)).split('\r\n\r\n')
  expect(more).toEqual([])
  const [line = '', ...headers] = head.split('\r\n')
  return { status: Number(line.split(' ')[1]), headers, body: JSON.parse(body) }
}

const GET = 'GET /api/1/time HTTP/1.1\r\n'
const POST = 'POST /api/1/users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'

describe('what is no valid HTTP', () => {
  it.each([
    ['a space in the address', 'GET /api/1/time?n= 5 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an address without a slash', 'GET %2Fapi HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 'BREW /api/1/time HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', `${GET}Host: x\r\nno colon\r\n\r\n`],
    ['a control character in a header', `${GET}Host: x\r\nX: a\x00b\r\n\r\n`],
    ['a length that is no number', `${POST}Content-Length: x\r\n\r\n{}`],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a chunk without its size', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ])('is refused with the error envelope: %s', async (_, bytes) => {
    const { status, headers, body } = await refusalOf(bytes)
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { message: 'The request is not valid HTTP', status_code: 400 } },
    })
    expect(headers).toEqual(
      expect.arrayContaining([
        'Content-Type: application/json; charset=utf-8',
        'Cache-Control: no-store',
        'Connection: close',
        'X-Content-Type-Options: nosniff',
      ]),
    )
  })

  it.each([
    ['headers', `${GET}Host: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['an address', `GET /api/1/time?${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('is refused by 431 when it has %s of more than 16 KiB', async (_, bytes) => {
    expect(await refusalOf(bytes)).toMatchObject({ status: 431, body: { error: { status_code: 431 } } })
  })

  it.each([
    [400, 'The request needs a valid Host header', 'GET /api/1/time HTTP/1.1\r\n\r\n'],
    [
      400,
      'The request needs a valid Host header',
      'GET /graphql HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    ],
    [405, 'This server is no proxy', 'CONNECT plaza.test:443 HTTP/1.1\r\nHost: plaza.test:443\r\n\r\n'],
  ])('is refused by %s with the error envelope: %s', async (status, message, bytes) => {
    const refused = await refusalOf(bytes)
    expect(refused).toMatchObject({ status, body: { error: { message, status_code: status } } })
    expect(refused.headers).toEqual(expect.arrayContaining(['Connection: close', 'X-Content-Type-Options: nosniff']))
  })

  it.each(['a b', '[::1', 'x:99999', 'x:y', 'user@x', 'x/y', 'x?y', 'x\\y'])(
    'is refused with the error envelope at both APIs for the Host %s',
    async (host) => {
      const head = `Host: ${host}\r\nAccept: text/event-stream\r\nConnection: close\r\n`
      const length = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
      for (const bytes of [`${GET}${head}\r\n`, `POST /graphql HTTP/1.1\r\n${head}${length}`])
        expect(await refusalOf(bytes)).toMatchObject({ status: 400, body: { error: { status_code: 400 } } })
    },
  )

  it.each(['', 'plaza.test', 'plaza.test:3000', '127.0.0.1:65535', '[::1]:3000', 'münchen.example'])(
    'is not the Host %s',
    async (host) => {
      const bytes = `${GET}Host: ${host}\r\nConnection: close\r\n\r\n`
      expect(await readRawBytes(app.origin, bytes)).toMatch(/^HTTP\/1.1 200 /)
    },
  )

  it('is not a request of HTTP/1.0 without a Host header', async () => {
    expect(await readRawBytes(app.origin, 'GET /api/1/time HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
  })

  it('is answered after the valid request before it on the same connection', async () => {
    const text = await readRawBytes(app.origin, `${GET}Host: x\r\n\r\nno HTTP\r\n\r\n`)
    expect(text.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 400')
  })

  it('leaves other connections alone', async () => {
    await readRawBytes(app.origin, 'no HTTP\r\n\r\n')
    expect(await sendRawRequest(app.origin, { path: '/api/1/time' })).toMatchObject({ status: 200 })
  })
})

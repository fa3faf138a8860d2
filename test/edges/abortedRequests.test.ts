import { connect } from 'node:net'
import zlib, { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { anApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { aLogRecorder, LOG_ERROR } from '../support/logRecorder.ts'
import { aUser } from '../support/users.ts'

const { log, lines } = aLogRecorder()
const app = await anApp({}, { log })
const person = await aUser(app)

const FORM = 'multipart/form-data; boundary=x'
const JSON_TYPE = 'application/json'
const FORM_START = '--x\r\nContent-Disposition: form-data; name="tag"\r\n\r\ngal'

const COMPRESSED_START = gzipSync('{"type":"world"}').subarray(0, 20)

/** Sends the start of a request whose body is longer, and closes the sending side. Bytes are the start of a gzip body. */
async function sendHalf(path: string, type: string, start: string | Buffer): Promise<void> {
  const { hostname, port } = new URL(app.origin)
  const cookie = `Cookie: auth=${person.api.cookies.get('auth')}`
  const head = [`POST ${path} HTTP/1.1`, 'Host: plaza.test', cookie, `Content-Type: ${type}`, 'Content-Length: 1000']
  if (typeof start !== 'string') head.push('Content-Encoding: gzip')
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.end(start)
    })
    socket
      .on('error', reject)
      .on('close', () => resolve())
      .resume()
  })
}

it.each([
  ['an operation', '/api/1/auth/register', JSON_TYPE, '{"user'],
  ['a compressed body', '/api/1/favorites', JSON_TYPE, COMPRESSED_START],
  ['an operation with a session', '/api/1/favorites', JSON_TYPE, '{"type'],
  ['a form', '/api/1/file/image', FORM, FORM_START],
  ['GraphQL', '/graphql', JSON_TYPE, '{"query'],
  ['GraphQL of another content type', '/graphql', FORM, FORM_START],
  ['a page', '/docs/none', JSON_TYPE, '{'],
])('a client that leaves in the middle of %s is no error of the server', async (_name, path, type, start) => {
  const before = lines.length
  await sendHalf(path, type, start)
  await eventually(() => lines.slice(before).some(({ msg }) => msg === 'request'))
  const told = lines.slice(before)
  expect(told.filter(({ level }) => level >= LOG_ERROR)).toEqual([])
  expect(JSON.stringify(told.filter(({ level }) => level > 20))).not.toContain('stack')
})

it('a client that leaves in the middle of a compressed body leaves no decompressor behind', async () => {
  const created = vi.spyOn(zlib, 'createUnzip')
  onTestFinished(() => created.mockRestore())
  await sendHalf('/api/1/favorites', JSON_TYPE, COMPRESSED_START)
  await expect.poll(() => created.mock.results.length).toBeGreaterThan(0)
  await expect.poll(() => created.mock.results.filter(({ value }) => !value.destroyed)).toEqual([])
})

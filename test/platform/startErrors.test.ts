import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { assertPortFree } from '../../src/platform/portCheck.ts'
import { explainStartError } from '../../src/platform/startErrors.ts'

const settings = {
  HOST: '127.0.0.1',
  PORT: 443,
  METRICS_HOST: '127.0.0.1',
  METRICS_PORT: 9464,
  DATA_DIR: '/srv/plaza',
  DATABASE_URL: 'postgres://pla%40za@db.example/p%C3%BC',
}
const systemError = (code: string, fields: object = {}) =>
  Object.assign(new Error(`${code}: refused`), { code, path: '/srv/plaza/secret.key', ...fields })

test.each([
  [
    'EADDRINUSE',
    { syscall: 'bind' },
    /^PORT is 443, on which (another process|the process \d+ \(.+\)) listens at 127\.0\.0\.1/,
  ],
  ['EACCES', { syscall: 'listen', path: undefined }, /^PORT is 443, which this user can't open/],
  ['EACCES', {}, /^DATA_DIR is \/srv\/plaza, .+ the server runs as user id \d+.+Run as root: install -d/],
  ['EPERM', { path: '/srv' }, /Run as root: install -d -m 700 -o \d+ \/srv\/plaza/],
  ['EROFS', {}, /read-only file system\. Mount it writable, or set DATA_DIR/],
  ['ENOSPC', {}, /its disk is full\. Make room/],
  ['ENOTDIR', {}, /a part of that path is a file/],
  ['42501', {}, /Its user must own the database: ALTER DATABASE "pü" OWNER TO "pla@za"\.$/],
  ['28P01', {}, /Correct user and password in DATABASE_URL/],
])('an error %s %o is explained with its remedy, also as the cause of another', (code, fields, explained) => {
  const error = systemError(code, fields)
  expect(explainStartError(error, settings)).toMatch(explained)
  expect(explainStartError(new Error('The start failed', { cause: error }), settings)).toMatch(explained)
})

test.each([
  systemError('ENOENT', { syscall: 'open' }),
  systemError('EACCES', { path: '/srv/plaza2/x' }),
  systemError('ECONNREFUSED'),
  new Error('Another server is running'),
])('an error without a known remedy is told as it is: %s', (error) => {
  expect(explainStartError(error, settings)).toBe(error.message)
})

test('a URL without a password is told as that', () => {
  const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  expect(explainStartError(error, settings)).toContain('DATABASE_URL names no password')
})

test('the check of the port finds what listens on it, and itself accepts no connection', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = Object(taken.address())
  await expect(assertPortFree({ HOST: '127.0.0.1', PORT: port })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  taken.close()
  const free = await findFreePort()
  const attempt = () =>
    new Promise((resolve) => {
      const client = connect(free, '127.0.0.1', () => resolve('accepted'))
      client.once('error', () => resolve('refused'))
    })
  for (let round = 0; round < 20; round++) {
    const [outcome] = await Promise.all([attempt(), assertPortFree({ HOST: '127.0.0.1', PORT: free })])
    expect(outcome).toBe('refused')
  }
})

import { expect, test } from 'vitest'
import { openLog } from '../../src/platform/log.ts'

test('secrets are redacted from logs, wherever a request carries them', async () => {
  const lines: string[] = []
  const log = await openLog(
    { LOG_LEVEL: 'info', LOG_FORMAT: 'json', NODE_ENV: 'test' },
    { write: (line) => lines.push(line) },
  )
  const headers = { authorization: 'geheim', cookie: 'geheim', 'set-cookie': ['geheim'], accept: 'text/html' }
  const body = { username: 'ada', password: 'geheim', currentPassword: 'geheim', code: 'geheim', token: 'geheim' }
  log.info({ ...body, headers, body }, 'plain')
  log.warn({ req: { headers, body }, res: { headers } }, 'nested')
  log.error({ err: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }, 'failed')
  log.debug({}, 'not of interest')

  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain('geheim')
  expect(lines[0]).toContain('"username":"ada"')
  expect(lines[1]).toContain('"accept":"text/html"')
  expect(JSON.parse(lines[2] ?? '')).toMatchObject({ msg: 'failed', err: { message: 'refused', code: 'ECONNREFUSED' } })
})

test('an error is logged without the client of the database that it carries', async () => {
  const lines: string[] = []
  const log = await openLog(
    { LOG_LEVEL: 'info', LOG_FORMAT: 'json', NODE_ENV: 'test' },
    { write: (line) => lines.push(line) },
  )
  const lost = Object.assign(new Error('Connection terminated'), { client: { password: 'geheim' }, code: '57P01' })
  const cause = Object.assign(new AggregateError([lost], 'all failed'), { client: {} })
  log.warn({ err: lost }, 'database connection lost')
  log.warn({ err: new Error('not read', { cause: lost }) }, 'caused')
  log.warn({ err: cause }, 'several')
  log.warn({ err: 'a text' }, 'no error')
  const errors = lines.map((line) => JSON.parse(line).err)
  expect(errors[0]).toEqual({ type: 'Error', message: 'Connection terminated', stack: lost.stack, code: '57P01' })
  expect(errors[1].stack).toContain('caused by: Error: Connection terminated')
  expect(errors[2]).toMatchObject({ type: 'AggregateError', aggregateErrors: [{ code: '57P01' }] })
  expect(errors[3]).toBe('a text')
  expect(lines.join('')).not.toContain('client')
})

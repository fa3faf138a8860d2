import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import { makeQueuedMail, openFileMail, openSmtpMail } from '../../src/platform/mail.ts'
import { aDatabaseFixture, type DatabaseFixture, silentLog } from '../support/databaseFixture.ts'
import { eventually } from '../support/eventually.ts'

let ground: DatabaseFixture
let folder: string
beforeAll(async () => {
  ;[ground, folder] = await Promise.all([aDatabaseFixture(), mkdtemp(join(tmpdir(), 'plaza-mail-'))])
})
afterAll(() => Promise.all([ground.clear(), rm(folder, { recursive: true })]))

const FROM = 'Plaza <plaza@plaza.example>'
const message = { to: 'ada@plaza.example', subject: 'Grüße, your code', text: 'The code is 123456.\n.\nBye' }

test('without a mail server each mail is written to a file named by its time', async () => {
  const place = join(folder, 'mail')
  const mail = openFileMail({ folder: place, from: FROM, clock: { now: () => new Date('2030-01-02T03:04:05.678Z') } })
  await Promise.all([mail.send(message), mail.send(message)])
  const names = await readdir(place)
  expect(names).toHaveLength(2)
  for (const name of names) expect(name).toMatch(/^2030-01-02T03-04-05\.678Z-[0-9a-f-]{36}\.eml$/)
  const text = await readFile(join(place, names[0] ?? ''), 'utf8')
  expect(text).toMatch(/^From: Plaza <plaza@plaza\.example>\r?$/m)
  expect(text).toMatch(/^To: ada@plaza\.example\r?$/m)
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(text).toMatch(/^Date: Wed, 02 Jan 2030 03:04:05 \+0000\r?$/m)
  expect(text).toContain('The code is 123456.')
})

/** A mail server that records the mails it receives. */
function aMailServer(port: number) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  return {
    received,
    listen: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve())),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('while the mail server is down mails are queued encrypted, and each is delivered once when it is up', async () => {
  const port = await findFreePort()
  const server = aMailServer(port)
  const smtp = openSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: FROM })
  const jobs = openJobs({ pool: ground.database.pool, log: silentLog, works: true, retryDelay: 1 })
  const { mail, job } = makeQueuedMail({
    transport: smtp,
    jobs,
    secrets: createSecrets('a key of the test'),
    clock: systemClock,
  })
  await jobs.start([job])

  await mail.send(message)
  const queued = async () => (await ground.database.pool.query('SELECT data::text, state FROM pgboss.job')).rows
  await eventually(async () => (await queued())[0]?.state === 'retry')
  expect((await queued())[0]?.data).not.toMatch(/123456|ada@/)
  await server.listen()
  await eventually(() => server.received.length > 0)
  await jobs.close()
  await smtp.close()
  await server.close()

  expect((await queued()).map(({ state }) => state)).toEqual(['completed'])
  expect(server.received).toHaveLength(1)
  expect(server.received[0]).toMatch(/^To: ada@plaza\.example\r$/m)
  expect(server.received[0]).toContain('The code is 123456.')
})

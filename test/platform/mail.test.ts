import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
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

test('mails and their folder are for the user of the server alone', async () => {
  const place = join(folder, 'opened')
  // A folder of an earlier version.
  await mkdir(place, { mode: 0o755 })
  await openFileMail({ folder: place, from: FROM, clock: systemClock }).send(message)
  const [name = ''] = await readdir(place)
  const modes = [await stat(place), await stat(join(place, name))].map(({ mode }) => mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})

/** A transport that records mails, and the mailer that queues for it. */
async function aQueuedMail() {
  const delivered: (string | null)[] = []
  const transport = { send: async ({ to }: { to: string | null }) => void delivered.push(to) }
  const jobs = openJobs({ pool: ground.database.pool, log: silentLog, works: true, retryDelay: 1 })
  const secrets = createSecrets('a key of the test')
  const { mail, job } = makeQueuedMail({ sql: ground.database.sql, transport, jobs, secrets, clock: systemClock })
  await jobs.start([job])
  return { mail, jobs, delivered }
}

test('a staged mail is delivered if and only if its transaction commits, and one without receiver never', async () => {
  const { mail, jobs, delivered } = await aQueuedMail()
  const { client } = ground.database
  const to = (name: string | null) => ({ ...message, to: name && `${name}@plaza.example` })
  const failing = client.$transaction(async (tx) => {
    await mail.stage(tx, [to('never')])
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const staged = [to(null), to('ada'), to('grace')]
  await client.$transaction((tx) => mail.stage(tx, staged))
  await mail.release(staged)
  await eventually(() => delivered.length === 2)
  await mail.send(to('last'))
  await eventually(() => delivered.includes('last@plaza.example'))
  await jobs.close()
  expect(delivered.toSorted()).toEqual(['ada@plaza.example', 'grace@plaza.example', 'last@plaza.example'])
})

test('a second delivery of a queued mail has the identity of the first', async () => {
  const place = join(folder, 'again')
  const mail = openFileMail({ folder: place, from: FROM, clock: systemClock })
  const stamp = { id: '0b5c3a52-8df8-4a5e-9e61-0d6f4b3f6c11', at: new Date('2030-01-02T03:04:05.678Z') }
  await mail.send(message, stamp)
  await mail.send(message, stamp)
  const names = await readdir(place)
  expect(names).toEqual([`2030-01-02T03-04-05.678Z-${stamp.id}.eml`])
  expect(await readFile(join(place, names[0] ?? ''), 'utf8')).toContain(`Message-ID: <${stamp.id}@plaza>`)
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
    sql: ground.database.sql,
    transport: smtp,
    jobs,
    secrets: createSecrets('a key of the test'),
    clock: systemClock,
  })
  await jobs.start([job])

  await ground.database.pool.query('DELETE FROM pgboss.job')
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

test('mails to an address are deleted, sent or waiting, and those to others stay', async () => {
  const place = join(folder, 'forgotten')
  const transport = openFileMail({ folder: place, from: FROM, clock: systemClock })
  const jobs = openJobs({ pool: ground.database.pool, log: silentLog, works: false, retryDelay: 1 })
  const { sql } = ground.database
  const { mail } = makeQueuedMail({
    sql,
    transport,
    jobs,
    secrets: createSecrets('a key of the test'),
    clock: systemClock,
  })
  await mail.forget(['nobody@plaza.example'])
  await ground.database.pool.query('DELETE FROM pgboss.job')
  const addresses = ['Ada@plaza.example', 'grace@plaza.example', 'ada@bücher.example', 'not-ada@plaza.example']
  for (const to of addresses) await Promise.all([transport.send({ ...message, to }), mail.send({ ...message, to })])
  await mail.send({ ...message, to: null })
  await mail.forget([])
  await mail.forget(['ada@plaza.example', 'Ada@bücher.example'])
  const texts = await Promise.all((await readdir(place)).map((name) => readFile(join(place, name), 'utf8')))
  const receivers = texts.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim())
  expect(receivers.toSorted()).toEqual(['grace@plaza.example', 'not-ada@plaza.example'])
  const { rows } = await ground.database.pool.query(
    "SELECT count(*)::int AS waiting FROM pgboss.job WHERE name = 'send-mail'",
  )
  expect(rows).toEqual([{ waiting: 3 }])
})

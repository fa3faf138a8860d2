import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeNode } from '../../src/cli/doctor/node.ts'
import { findTransactionPooler, type Session } from '../../src/cli/doctor/pooler.ts'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { readLastBackup } from '../../src/platform/lastBackup.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anUploadedFile } from '../support/files.ts'
import { openStrictS3 } from '../support/s3/server.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

let app: TestApp
let ada: TestUser
beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
})

/** The lines of one check, without its name. */
async function findingsOf(check: string, env: Record<string, string | undefined>, ...options: string[]) {
  const { out } = await runCli({ ...settingsOf(app), ...env }, 'doctor', ...options)
  const lines = out.matchAll(new RegExp(`^(ok|warn|fail) +${check} {2,}(.*)$`, 'gm'))
  return [...lines].map(([, level, says]) => `${level} ${says}`)
}

describe('misspelt settings', () => {
  it('are found by their likeness to a setting, and by their prefix', async () => {
    const misspelt = {
      SMPT_URL: 'smtp://127.0.0.1',
      PUBLICURL: 'https://plaza.example',
      DATABSE_URL: 'postgres://x',
      PROT: '4000',
      S3_KEY: 'x',
      SMTP_PASSWORD: 'hidden',
    }
    const found = (await findingsOf('settings', misspelt)).filter((line) => line.includes('is no setting'))
    expect(found.map((line) => line.replace(/^(\w+ \S+) .*?(Did you mean \S+|Look for).*/, '$1 $2'))).toEqual([
      'warn SMPT_URL Did you mean SMTP_URL?',
      'warn PUBLICURL Did you mean PUBLIC_URL?',
      'warn DATABSE_URL Did you mean DATABASE_URL?',
      'warn PROT Did you mean PORT?',
      'warn S3_KEY Look for',
      'warn SMTP_PASSWORD Look for',
    ])
    expect(found.join()).not.toContain('hidden')
  })

  it('are no variables of the system, of libraries and of orchestrators', async () => {
    const others = {
      HOME: '/root',
      HOSTNAME: 'plaza-1',
      PWD: '/',
      PATH: '/bin',
      AWS_REGION: 'eu-central-1',
      NODE_OPTIONS: '',
      REDIS_SERVICE_HOST: '10.0.0.1',
      REDIS_PORT_6379_TCP: 'tcp://10.0.0.1:6379',
      PORTS: '',
      TERM: 'x',
    }
    expect((await findingsOf('settings', others)).filter((line) => line.includes('is no setting'))).toEqual([
      expect.stringContaining('PORTS'),
    ])
  })
})

describe('the store of files', () => {
  const pathOf = async (fileId: string) => {
    const { blobKey: key } = await app.scope().db.fileData.findFirstOrThrow({ where: { fileId, type: 'file' } })
    return join(app.platform.settings.DATA_DIR, 'blobs', key?.slice(0, 2) ?? '', key?.slice(2, 4) ?? '', key ?? '')
  }

  it('is compared with the database: missing and cut files are told, and changed ones when all are read', async () => {
    expect(await findingsOf('files', {})).toEqual([expect.stringMatching(/^ok Of a sample of \d+ files?/)])
    const files = await Promise.all(
      ['missing', 'cut', 'changed'].map((text) => anUploadedFile(app, ada, Buffer.alloc(900, text))),
    )
    const [missing = '', cut = '', changed = ''] = files.map(({ id }) => id)
    await rm(await pathOf(missing))
    await truncate(await pathOf(cut), 300)
    await writeFile(await pathOf(changed), Buffer.alloc(900, 'other'))
    const lost = [
      expect.stringMatching(`^fail 1 are missing in the store, of .*: ${missing}\\.`),
      expect.stringMatching(`^fail 1 are of another size .*: ${cut}\\.`),
    ]
    expect(await findingsOf('files', {})).toEqual(lost)
    expect(await findingsOf('files', {}, '--files')).toEqual([
      ...lost,
      expect.stringMatching(`^fail 1 are of another MD5 .*, of all of \\d+ files?: ${changed}\\.`),
    ])
  })
})

describe('a bucket', () => {
  const BUCKET = 'plaza-doctor'
  const keys = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
  const origin = 'https://plaza.example'
  const open = (corsOrigin?: string) =>
    openStrictS3({ keys, bucket: BUCKET, smallestPart: 5_000, page: 10, ...(corsOrigin && { corsOrigin }) })
  let store: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    store = await open(origin)
  })
  afterAll(() => store.close())

  const inspect = (given: Record<string, string> = {}) =>
    findingsOf('S3', {
      PUBLIC_URL: origin,
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: store.endpoint,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      ...given,
    })

  it('that takes and gives files is fine, and nothing is left in it', async () => {
    expect(await inspect()).toEqual([`ok ${BUCKET} takes and gives files.`])
    expect([store.bucket.objects.size, store.bucket.uploads.size]).toEqual([0, 0])
  })

  it.each([
    ['a wrong key', { S3_SECRET_ACCESS_KEY: 'another' }, /SignatureDoesNotMatch.*Check S3_ACCESS_KEY_ID/],
    ['a missing bucket', { S3_BUCKET: 'plaza-missing' }, /NoSuchBucket.*Create the bucket/],
    ['a web page that may not upload', { PUBLIC_URL: 'https://other.example' }, /^warn .*CORS/],
    ['half a key', { S3_SECRET_ACCESS_KEY: '' }, /^warn Of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY only one is set/],
  ])('is told with its remedy: %s', async (_, given, says) => {
    const [first] = await inspect(given)
    expect(first).toMatch(says)
  })

  it('that does not answer is told', async () => {
    expect(await inspect({ S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` })).toEqual([
      expect.stringMatching(/^fail .*ECONNREFUSED.*Check S3_ENDPOINT/),
    ])
  })

  it('that lost files is told by the files that are missing', async () => {
    const given = { S3_BUCKET: BUCKET, S3_ENDPOINT: store.endpoint }
    const env = { ...given, S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey }
    expect((await findingsOf('files', env))[0]).toMatch(/^fail \d+ are missing in the store/)
    // A key as a bucket has it, which the store is asked for.
    const { id } = await anUploadedFile(app, ada, Buffer.alloc(100))
    const blobKey = 'blobs/01234567-89ab-4def-8123-456789abcdef'
    await app.scope().db.fileData.updateMany({ where: { fileId: id }, data: { blobKey } })
    const deaf = { ...env, S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` }
    expect(await findingsOf('files', deaf)).toEqual([expect.stringMatching(/^warn Not checked: The store of files/)])
  })
})

describe('a pooler', () => {
  /** What connections hold of the sessions of PostgreSQL behind a pooler, which are few. */
  function aPooler(isByTransaction: boolean) {
    const free: Set<string>[] = []
    const open = (): Session => {
      const held = { session: free.pop() ?? new Set<string>(), isInTransaction: false }
      const isFree = () => isByTransaction && !held.isInTransaction
      const answers: Record<string, () => void> = {
        SET: () => void held.session.add('looked'),
        BEGIN: () => Object.assign(held, { isInTransaction: true }),
        ROLLBACK: () => Object.assign(held, { isInTransaction: false }),
      }
      return {
        async query(text) {
          if (isFree()) held.session = free.pop() ?? new Set()
          answers[text.split(' ')[0] ?? '']?.()
          const [value = ''] = held.session
          if (isFree()) free.push(held.session)
          return { rows: [{ value }] }
        },
      }
    }
    return open
  }

  it('that gives each transaction another session fails; one that keeps them is fine', async () => {
    const [byTransaction, bySession] = [aPooler(true), aPooler(false)]
    const finding = await findTransactionPooler(byTransaction(), byTransaction())
    expect(finding).toMatchObject({ level: 'fail', says: expect.stringContaining('pool_mode = session') })
    expect(await findTransactionPooler(bySession(), bySession())).toBeNull()
    expect(await findingsOf('pooler', {})).toEqual([])
  })
})

describe('a database that can only be read', () => {
  it('fails', async () => {
    const url = new URL(app.platform.settings.DATABASE_URL ?? '')
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const found = await findingsOf('database', { DATABASE_URL: url.href })
    expect(found).toContainEqual(expect.stringMatching(/^fail It can only be read: default_transaction_read_only/))
  })
})

describe('a database with few connections', () => {
  it('is told how many a node may have, of all its processes', async () => {
    const found = await findingsOf('database', { DATABASE_POOL_SIZE: '500', WORKERS: '3', REDIS_URL: '' })
    const told =
      /^warn It takes \d+ connections\. This node has up to 2013, and 10 are for others\. Lower DATABASE_POOL_SIZE/
    expect(found).toContainEqual(expect.stringMatching(told))
    expect((await findingsOf('database', {})).join()).not.toContain('connections')
  })
})

describe('the version of Node.js', () => {
  it.each([
    ['20.20.2', '2026-11-30', 'warn', /no security fixes since 2026-04-30/],
    ['22.23.5', '2026-11-30', 'ok', /until 2027-04-30/],
    ['22.23.5', '2027-03-01', 'warn', /after 2027-04-30/],
    ['99.0.0', '2026-11-30', 'ok', /99\.0\.0/],
  ])('%s on %s is %s', (version, day, level, says) => {
    expect(describeNode(version, new Date(day))).toMatchObject({ level, says: expect.stringMatching(says) })
  })
})

describe('backups', () => {
  it('are looked for in production alone', async () => {
    expect(await findingsOf('backup', {})).toEqual([])
    const production = { NODE_ENV: 'production', SECRET_KEY: 'x9'.repeat(20), PUBLIC_URL: 'https://plaza.example' }
    const expected = (await readLastBackup(app.platform.database.pool)) === null ? /^warn No backup/ : /^ok/
    expect(await findingsOf('backup', production)).toEqual([expect.stringMatching(expected)])
  })
})

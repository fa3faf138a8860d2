import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecretKey } from '../../src/platform/secretKey.ts'
import { readSettings, settingRows } from '../../src/settings.ts'
import { settingWarnings } from '../../src/settingWarnings.ts'

const STRONG = 'q7Xw0Zr4Lk9Vn2Bt8Jm5Hs1Yc6Df3GpuEoAiT'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plaza-settings-'))
})
afterAll(() => rm(folder, { recursive: true }))

function faultsOf(env: Record<string, string>): string {
  try {
    readSettings(env)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test('a replica needs the URL of its database', () => {
  const DATABASE_REPLICA_URL = 'postgresql://plaza@replica/plaza'
  expect(faultsOf({ DATABASE_REPLICA_URL })).toContain('DATABASE_REPLICA_URL is given, but DATABASE_URL is not set')
  const settings = readSettings({ DATABASE_REPLICA_URL, DATABASE_URL: 'postgresql://plaza@primary/plaza' })
  expect(settings).toMatchObject({ DATABASE_REPLICA_URL, DATABASE_REPLICA_MAX_LAG_MS: 1_000 })
  expect(settingRows().find(({ name }) => name === 'DATABASE_REPLICA_URL')).toMatchObject({ isSecret: true })
})

test('an empty environment gets the defaults', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    WEB_URL: 'http://127.0.0.1:3000',
    DATA_DIR: resolve('data'),
    MAX_SESSIONS: 10,
    ALLOWED_ORIGINS: [],
    REGISTRATION: 'open',
  })
  expect(readSettings({}).DATABASE_URL).toBeUndefined()
})

test('an empty value counts as unset', () => {
  expect(readSettings({ PORT: ' ', REDIS_URL: '' })).toMatchObject({ PORT: 3000 })
})

test('URLs lose their trailing slash', () => {
  const settings = readSettings({
    PUBLIC_URL: 'https://plaza.example/',
    ALLOWED_ORIGINS: 'https://a.example/, http://b.example:8080',
  })
  expect(settings).toMatchObject({
    PUBLIC_URL: 'https://plaza.example',
    WEB_URL: 'https://plaza.example',
    ALLOWED_ORIGINS: ['https://a.example', 'http://b.example:8080'],
  })
})

test('demo data is made by default, but never in production', () => {
  const production = { NODE_ENV: 'production', SECRET_KEY: STRONG }
  expect([readSettings({}).DEMO, readSettings({ NODE_ENV: 'test' }).DEMO]).toEqual(['on', 'on'])
  expect(readSettings(production)).toMatchObject({ DEMO: 'off', DEMO_REMOTE: 'off' })
  expect(readSettings({ ...production, DEMO: 'off', DEMO_REMOTE: 'off' }).DEMO).toBe('off')
  expect(faultsOf({ ...production, DEMO: 'on', DEMO_REMOTE: 'on' })).toMatch(/DEMO is on: .*\n +DEMO_REMOTE is on: /)
})

test('test payments are refused in production, whatever key is set, and none are taken by default', () => {
  const production = { NODE_ENV: 'production', SECRET_KEY: STRONG }
  expect([readSettings({}).PAYMENT_PROVIDER, readSettings(production).PAYMENT_PROVIDER]).toEqual(['test', 'none'])
  for (const key of [{}, { PAYMENT_WEBHOOK_SECRET: STRONG }])
    expect(faultsOf({ ...production, ...key, PAYMENT_PROVIDER: 'test' })).toContain(
      '\n  PAYMENT_PROVIDER is test: people get tokens and subscriptions without paying. It must be ',
    )
})

test('an address can register fewer accounts in production, unless a setting says how many', () => {
  const production = { NODE_ENV: 'production', SECRET_KEY: STRONG }
  const limits = [{}, production, { ...production, REGISTRATIONS_PER_HOUR: '50' }].map(
    (env) => readSettings(env).REGISTRATIONS_PER_HOUR,
  )
  expect(limits).toEqual([1_000, 10, 50])
})

test('a wildcard bind address is replaced in the public URL', () => {
  expect(readSettings({ HOST: '0.0.0.0', PORT: '80' }).PUBLIC_URL).toBe('http://127.0.0.1:80')
  expect(readSettings({ HOST: '::1' }).PUBLIC_URL).toBe('http://[::1]:3000')
})

test.each([
  ['PORT', '70000'],
  ['PORT', '3000.5'],
  ['PUBLIC_URL', 'https://plaza.example/path'],
  ['WEB_URL', 'plaza.example'],
  ['ALLOWED_ORIGINS', '*'],
  ['TRUST_PROXY', 'true'],
  ['NODE_ENV', 'prod'],
  ['DATABASE_URL', 'mysql://host/plaza'],
  ['DATABASE_URL', 'postgresql://one:5432,other:5432/plaza'],
  ['DIRECT_DATABASE_URL', 'postgresql://host/plaza'],
  ['REDIS_URL', 'host:6379'],
  ['SMTP_URL', 'http://host'],
  ['MAIL_FROM', 'nobody'],
  ['DEMO', 'yes'],
  ['REGISTRATION', 'maybe'],
  ['MAX_SESSIONS', '0'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name, with its fix', (name, value) => {
  expect(faultsOf({ [name]: value })).toMatch(
    new RegExp(`^Settings that are wrong:\n  ${name} is .+\\. It must be .+\\.$`),
  )
})

test.each([{ PORT: '9464', METRICS_PORT: '9464' }, { METRICS_PORT: '3000' }])(
  'two servers on one port are refused: %o',
  (env) => {
    expect(faultsOf(env)).toMatch(
      /^Settings that are wrong:\n {2}METRICS_PORT is (9464|3000), as is PORT\. It must be a whole number from 0 to 65535, and not PORT\. /,
    )
    expect(readSettings({ ...env, METRICS_PORT: '9465' }).METRICS_PORT).toBe(9_465)
    expect(readSettings({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ PORT: 0, METRICS_PORT: 0 })
  },
)

test('all invalid settings are reported at once, without any password', () => {
  const faults = faultsOf({
    PORT: 'x',
    DATABASE_URL: 'mysql://user:geheim@host',
    SMTP_URL: 'geheim',
    MAX_SESSIONS: '-1',
  })
  expect(
    faults
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(' ')[0]),
  ).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'SMTP_URL', 'MAX_SESSIONS']))
  expect(faults.split('\n')).toHaveLength(5)
  expect(faults).not.toContain('geheim')
})

test.each(['short-but-random-9Xq', 'abc'.repeat(20), 'a'.repeat(64), `changeme-${STRONG}`])(
  'in production the key %s is refused',
  (key) => {
    expect(faultsOf({ NODE_ENV: 'production', SECRET_KEY: key, PORT: 'x' })).toMatch(
      /PORT is .+\n {2}SECRET_KEY is weak/,
    )
    expect(readSettings({ NODE_ENV: 'development', SECRET_KEY: key }).SECRET_KEY).toBe(key)
  },
)

test('in production a strong key or none is accepted', () => {
  expect(readSettings({ NODE_ENV: 'production', SECRET_KEY: STRONG }).SECRET_KEY).toBe(STRONG)
  expect(readSettings({ NODE_ENV: 'production' }).SECRET_KEY).toBeUndefined()
})

test('an unset key is generated once, readable by its owner only', async () => {
  const place = { SECRET_KEY: undefined, DATA_DIR: join(folder, 'data') }
  const keys = await Promise.all([readSecretKey(place), readSecretKey(place), readSecretKey(place)])
  expect(new Set(keys).size).toBe(1)
  expect(await readSecretKey(place)).toBe(keys[0])
  expect(keys[0]?.length).toBeGreaterThanOrEqual(64)
  expect((await stat(join(folder, 'data/secret.key'))).mode & 0o777).toBe(0o600)
})

test('a configured key is used', async () => {
  expect(await readSecretKey({ SECRET_KEY: STRONG, DATA_DIR: '/nowhere' })).toBe(STRONG)
})

test('the pages of docs are generated, with every setting, and each is reported when it is stale', async () => {
  const tool = fileURLToPath(new URL('../../src/tools/docs.ts', import.meta.url))
  const run = (...flags: string[]) =>
    promisify(execFile)(process.execPath, ['--import', import.meta.resolve('tsx'), tool, ...flags], { cwd: folder })
  await mkdir(join(folder, 'docs'))
  await run()
  const page = join(folder, 'docs/settings.md')
  const text = await readFile(page, 'utf8')
  for (const { name } of settingRows()) expect(text).toContain(`| \`${name}\` |`)
  await writeFile(page, `${text}changed by hand\n`)
  const stderr = 'docs/settings.md is stale: npm run docs\n'
  await expect(run('--check')).rejects.toMatchObject({ code: 1, stderr })
})

/** The settings that production warns of, for each of these. */
const doubtful = (env: Record<string, string>) =>
  settingWarnings(readSettings(env)).map((warning) => warning.split(/ (?:is|are|has) /)[0])

test('what is for development alone is a warning in production, and none elsewhere', () => {
  const sound = {
    ...{ NODE_ENV: 'production', SECRET_KEY: STRONG, PUBLIC_URL: 'https://plaza.example', TRUST_PROXY: '1' },
    ...{ SMTP_URL: 'smtp://mail.example', METRICS_TOKEN: STRONG },
  }
  expect(doubtful(sound)).toEqual([])
  const careless = {
    ...{ PUBLIC_URL: 'http://plaza.example', ALLOWED_ORIGINS: 'http://localhost:5173', IMPOSTOR_BUILDER: 'test' },
    ...{ GRAPHIQL: 'on', SMTP_URL: '', METRICS_TOKEN: '', LOGIN_PLACE_CHECK: 'off', REGISTRATIONS_PER_HOUR: '0' },
    ...{ MAX_REQUESTS_PER_USER: '0', MAX_REQUESTS_PER_ADDRESS: '0', MAX_STORED_BYTES: '0', MIN_FREE_BYTES: '0' },
  }
  expect(doubtful({ ...sound, ...careless })).toEqual(Object.keys(careless))
  expect(doubtful({ ...sound, ...careless, NODE_ENV: 'test' })).toEqual([])
  expect(doubtful({ ...sound, PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual(['PUBLIC_URL'])
  expect(doubtful({ ...sound, METRICS: 'off', METRICS_TOKEN: '' })).toEqual([])
})

test('a public address is a warning without trusted proxies, and in development', () => {
  const PUBLIC_URL = 'https://plaza.example'
  expect(doubtful({})).toEqual([])
  expect(doubtful({ PUBLIC_URL })).toEqual(['TRUST_PROXY', 'NODE_ENV'])
  expect(doubtful({ PUBLIC_URL, NODE_ENV: 'test', TRUST_PROXY: '1' })).toEqual([])
  for (const own of ['http://localhost:3000', 'http://127.0.0.2', 'http://[::1]:3000'])
    expect(doubtful({ PUBLIC_URL: own })).toEqual([])
})

test('WORKERS is a number of processes, or auto for one for each processor', () => {
  expect(readSettings({}).WORKERS).toBe(1)
  expect(readSettings({ WORKERS: '4' }).WORKERS).toBe(4)
  expect(readSettings({ WORKERS: 'auto' }).WORKERS).toBe(availableParallelism())
  for (const wrong of ['0', '65', '-1', 'many']) expect(faultsOf({ WORKERS: wrong })).toContain('WORKERS is ')
})

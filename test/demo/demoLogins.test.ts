import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { DEMO_LOGINS, DEMO_PASSWORD, demoEmail } from '../../src/areas/accounts/login/demoLogins.ts'
import { warnOfDemoAccounts } from '../../src/demo/productionCheck.ts'
import { ensureDemoData } from '../../src/demo/seed.ts'
import { runCli, settingsOf } from '../cli/childProcesses.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, basicAuthHeader, PASSWORD } from '../support/users.ts'

const SECRET_KEY = 'q7Xw0Zr4Lk9Vn2Bt8Jm5Hs1Yc6Df3GpuEoAiT'

const SIGN_IN = `mutation ($input: SignInInput!) { signIn(input: $input) { viewer { username } } }`

type Place = { readonly direct?: boolean; readonly address?: string }

const credentials = (username: string, password = DEMO_PASSWORD) => ({ username, password })

const logInByRest = (app: TestApp, place: Place, { username, password } = credentials('demo_ada')) =>
  aRestClient(app, place).try('getCurrentUser', { headers: basicAuthHeader(username, password) })

async function logInByGraphql(app: TestApp, place: Place, input = credentials('demo_ada')) {
  const { body } = await aRestClient(app, place).fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: SIGN_IN, variables: { input } }),
  })
  return body
}

/** An app with accounts as demo data has them, whose documented password logs in, and its log of warnings. */
async function anAppWithDemo(settings: Record<string, string> = {}) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const app = await anApp({ LOGIN_PLACE_CHECK: 'off', ...settings }, { log })
  for (const username of DEMO_LOGINS) {
    const { id: userId } = await aUser(app, { username, password: DEMO_PASSWORD })
    const email = demoEmail(username)
    await app.scope().db.account.update({ where: { userId }, data: { email, emailKey: email } })
  }
  return { app, lines }
}

const WRONG = { status: 401, body: { error: { message: '"Invalid Username/Email or Password"', status_code: 401 } } }
const ELSEWHERE: readonly Place[] = [{ address: '203.0.113.5' }, { address: '127.0.0.1' }, { address: '::1' }]

describe('demo accounts', () => {
  const opened = anAppWithDemo()

  it('log in from this machine', async () => {
    const { app } = await opened
    expect(await logInByRest(app, { direct: true })).toMatchObject({ status: 200, body: { username: 'demo_ada' } })
    expect(await logInByGraphql(app, { direct: true })).toMatchObject({
      data: { signIn: { viewer: { username: 'demo_ada' } } },
    })
  })

  it('are refused from this machine if the server is public: a proxy on it may add no header', async () => {
    const { app } = await anAppWithDemo({ TRUST_PROXY: '0' })
    expect(await logInByRest(app, { direct: true })).toMatchObject(WRONG)
    expect(await logInByGraphql(app, { direct: true })).toMatchObject({ data: null })
  })

  it('are refused from elsewhere like a wrong password by both APIs, which the log explains', async () => {
    const { app, lines } = await opened
    for (const place of ELSEWHERE)
      for (const name of ['demo_ada', demoEmail('demo_ada')])
        expect(await logInByRest(app, place, credentials(name))).toMatchObject(WRONG)
    expect(await logInByGraphql(app, ELSEWHERE[0] ?? {})).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'BAD_INPUT', reason: 'WRONG_CREDENTIALS' } }],
    })
    expect(lines.filter((line) => line.includes('DEMO_REMOTE') && line.includes('demo_ada'))).toHaveLength(7)
  })

  it('log in from everywhere with DEMO_REMOTE=on', async () => {
    const { app } = await anAppWithDemo({ DEMO_REMOTE: 'on' })
    expect(await logInByRest(app, { address: '203.0.113.7' })).toMatchObject({ status: 200 })
  })

  it('do not hinder other accounts', async () => {
    const { app } = await opened
    const person = await aUser(app)
    const own = credentials(person.username, PASSWORD)
    expect(await logInByRest(app, { address: '203.0.113.8' }, own)).toMatchObject({ status: 200 })
  })

  it('are refused from elsewhere with another name or address, too, as long as they have the other of both', async () => {
    const { app } = await opened
    const { db } = app.scope()
    await db.user.updateMany({
      where: { usernameKey: 'demo_ada' },
      data: { username: 'renamed', usernameKey: 'renamed' },
    })
    await db.account.updateMany({ where: { emailKey: demoEmail('demo_grace') }, data: { emailKey: 'g@plaza.test' } })
    for (const name of ['renamed', 'demo_grace'])
      expect(await logInByRest(app, { address: '203.0.113.6' }, credentials(name))).toMatchObject(WRONG)
  })
})

describe('in production', () => {
  it('no demo data is made', async () => {
    const app = await anApp({ NODE_ENV: 'production', SECRET_KEY, PUBLIC_URL: 'https://plaza.test' })
    const settings = { ...app.platform.settings, DATABASE_URL: undefined }
    expect(await ensureDemoData({ ...app.platform, settings }, app.app.services)).toBe(false)
    expect(await app.scope().db.account.count({ where: { emailKey: { endsWith: '@plaza.example' } } })).toBe(0)
  })

  it('demo accounts that exist log in nowhere, and start and doctor complain of them', async () => {
    const { app, lines } = await anAppWithDemo({ NODE_ENV: 'production', SECRET_KEY, PUBLIC_URL: 'https://plaza.test' })
    for (const place of [{ direct: true }, { address: '203.0.113.5' }])
      expect(await logInByRest(app, place)).toMatchObject(WRONG)
    await warnOfDemoAccounts(app.platform, app.app.services)
    expect(lines.at(-1)).toContain([...DEMO_LOGINS].sort().join('","'))
    const { out } = await runCli({ ...settingsOf(app), NODE_ENV: 'production', SECRET_KEY }, 'doctor')
    for (const name of DEMO_LOGINS)
      expect(out).toMatch(new RegExp(`^warn +demo +${name} .*revoke-sessions ${name}$`, 'm'))
  })

  it('doctor and start say nothing without demo accounts', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const app = await anApp({ NODE_ENV: 'production', SECRET_KEY, PUBLIC_URL: 'https://plaza.test' }, { log })
    await warnOfDemoAccounts(app.platform, app.app.services)
    expect(lines).toEqual([])
    const { out } = await runCli({ ...settingsOf(app), NODE_ENV: 'production', SECRET_KEY }, 'doctor')
    expect(out).not.toMatch(/^warn +demo/m)
  })
})

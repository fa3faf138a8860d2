import { beforeAll, describe, expect, it } from 'vitest'
import { SECURITY_EVENTS, type SecurityEvent } from '../../../src/kernel/securityLog.ts'
import { anApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aLogRecorder, type LogLine } from '../../support/logRecorder.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import {
  aConfirmedUser,
  ageSessions,
  aName,
  anAdmin,
  aUser,
  basicAuthHeader,
  confirmEmail,
  enableTotp,
  logIn,
  mailedLink,
  PASSWORD,
  type TestUser,
  totpCode,
  wrongCode,
} from '../../support/users.ts'

const { log, lines } = aLogRecorder()
const app = await anApp({}, { log })
const isSecurityLine = ({ msg }: LogLine) => msg === 'security'

let admin: TestUser
beforeAll(async () => {
  admin = await anAdmin(app)
})

const logInWith = (name: string, password: string, api: RestClient = aRestClient(app)) =>
  api.try('getCurrentUser', { headers: basicAuthHeader(name, password) })
const mutate = (person: Pick<TestUser, 'api'>, field: string) =>
  aGraphClient(app, person.api).send(`mutation { ${field} }`)
const repeat = async (times: number, work: (at: number) => Promise<unknown>) => {
  for (let at = 0; at < times; at++) await work(at)
}

/** A user whose new session needs a time-based code. */
async function aUserWithCode() {
  const person = await aConfirmedUser(app)
  const secret = await enableTotp(app, person)
  const api = aRestClient(app)
  await logIn(api, person)
  return { person, api, secret }
}

const suspend = ({ id }: TestUser) =>
  mutate(admin, `suspendUser(input: { userId: "${id}", reason: "Spam" }) { report { id } }`)

/** What causes each event; answers the account that the event names. */
const ACTS: Readonly<Record<SecurityEvent, () => Promise<string | null>>> = {
  'login-failed': async () => {
    const person = await aUser(app)
    await logInWith(person.username, 'not the password')
    return person.id
  },
  'login-refused': async () => {
    const person = await aUser(app)
    await suspend(person)
    await logIn(aRestClient(app), person).catch(() => undefined)
    return person.id
  },
  'login-limited': async () => {
    const [person, api] = [await aUser(app), aRestClient(app)]
    await repeat(6, () => logInWith(person.username, 'not the password', api))
    return person.id
  },
  'login-new-place': async () => {
    const { person, api, secret } = await aUserWithCode()
    await api.call('verify2FA', { body: { code: await totpCode(app, secret) } })
    return person.id
  },
  'password-wrong': async () => {
    const person = await aUser(app)
    await person.api.try('updateUser', {
      userId: person.id,
      body: { displayName: aName('n'), currentPassword: 'not the password' },
    })
    return person.id
  },
  'code-wrong': async () => {
    const { person, api, secret } = await aUserWithCode()
    await api.try('verify2FA', { body: { code: wrongCode(await totpCode(app, secret)) } })
    return person.id
  },
  'code-limited': async () => {
    const { person, api } = await aUserWithCode()
    await repeat(11, (at) => api.try('verify2FA', { body: { code: String(135_790 + at) } }))
    return person.id
  },
  'identity-confirmed': async () => {
    await mutate(admin, `confirmIdentity(input: { password: "${PASSWORD}" }) { session { id } }`)
    return admin.id
  },
  'identity-required': async () => {
    const [idle, person] = [await anAdmin(app), await aUser(app)]
    await ageSessions(app, idle)
    await idle.api.try('updateUser', { userId: person.id, body: { password: 'a brand new one' } })
    return idle.id
  },
  'password-changed': async () => {
    const person = await aUser(app)
    const body = { password: 'a brand new one', currentPassword: PASSWORD }
    await person.api.call('updateUser', { userId: person.id, body })
    return person.id
  },
  'password-reset-requested': async () => {
    const person = await aConfirmedUser(app)
    await mutate(
      { api: aRestClient(app) },
      `requestPasswordReset(input: { email: "${person.email}" }) { session { id } }`,
    )
    return person.id
  },
  'password-reset': async () => {
    const person = await aConfirmedUser(app)
    const anybody = { api: aRestClient(app) }
    await mutate(anybody, `requestPasswordReset(input: { email: "${person.email}" }) { session { id } }`)
    const token = mailedLink(app, person.email).searchParams.get('resetPassword')
    await mutate(
      anybody,
      `resetPassword(input: { token: "${token}", password: "a brand new one" }) { clientMutationId }`,
    )
    return person.id
  },
  'email-changed': async () => {
    const person = await aConfirmedUser(app)
    const email = `${aName()}@plaza.test`
    await person.api.call('updateUser', { userId: person.id, body: { email, currentPassword: PASSWORD } })
    await confirmEmail(app, { ...person, email })
    return person.id
  },
  'second-factor-enabled': async () => {
    const person = await aUser(app)
    await enableTotp(app, person)
    return person.id
  },
  'second-factor-disabled': async () => {
    const person = await aUser(app)
    await enableTotp(app, person)
    await person.api.call('disable2FA')
    return person.id
  },
  'sessions-ended': async () => {
    const person = await aUser(app)
    await logIn(aRestClient(app), person)
    await mutate(person, 'revokeOtherSessions(input: {}) { deletedSessionIds }')
    return person.id
  },
  'account-suspended': async () => {
    const person = await aUser(app)
    await suspend(person)
    return person.id
  },
  'account-unsuspended': async () => {
    const person = await aUser(app)
    await suspend(person)
    await mutate(admin, `unsuspendUser(input: { userId: "${person.id}" }) { report { id } }`)
    return person.id
  },
  'admin-act': async () => {
    const person = await aUser(app)
    await admin.api.call('updateUser', { userId: person.id, body: { bio: 'Moderated' } })
    return person.id
  },
}

const counted = async (event: SecurityEvent) => {
  const text = await app.platform.metrics.getSingleMetricAsString('plaza_security_events_total')
  return Number(new RegExp(`event="${event}"\\} (\\d+)`).exec(text)?.[1])
}

/** Fields of an entry, which are all ids, numbers and fixed texts. */
const FIELDS = ['level', 'time', 'event', 'accountId', 'actorId', 'address', 'requestId', 'msg']
const FURTHER_FIELDS = ['reason', 'act', 'subjectId', 'sessions']
const SECRETS = /@plaza\.test|battery|brand new|not the password|authcookie_|\b\d{6}\b/

describe('the security log', () => {
  it.each(SECURITY_EVENTS)('tells of %s, with account, address and request, and counts it', async (event) => {
    const [before, seen] = [await counted(event), lines.length]
    const accountId = await ACTS[event]()
    const written = lines.slice(seen).filter((line) => isSecurityLine(line) && line.event === event)
    const [entry] = written.filter((line) => line.accountId === accountId)
    expect(entry).toMatchObject({
      accountId,
      address: expect.stringMatching(/^[\d.]+$/),
      requestId: expect.any(String),
    })
    expect(Object.keys(entry ?? {}).filter((name) => ![...FIELDS, ...FURTHER_FIELDS].includes(name))).toEqual([])
    expect(await counted(event)).toBe(before + written.length)
    await eventually(() => lines.some(({ msg, requestId }) => msg === 'request' && requestId === entry?.requestId))
  })

  it('names nobody for a login with a name that nobody has', async () => {
    const [name, seen] = [aName(), lines.length]
    await logInWith(name, 'not the password')
    const written = lines.slice(seen).filter(isSecurityLine)
    expect(written).toMatchObject([{ event: 'login-failed', accountId: null, reason: 'wrong_credentials' }])
    expect(JSON.stringify(written)).not.toContain(name)
  })

  it('tells nothing of a change that was not made', async () => {
    const [person, seen] = [await aUser(app), lines.length]
    await person.api.try('updateUser', { userId: person.id, body: { password: 'short', currentPassword: PASSWORD } })
    expect(lines.slice(seen).filter(isSecurityLine)).toEqual([])
  })

  it('has neither password nor code nor token nor mail address in it', () => {
    const written = lines.filter(isSecurityLine).map((line) => JSON.stringify(line))
    expect(written.length).toBeGreaterThan(SECURITY_EVENTS.length)
    const withoutTimes = written.map((line) => line.replace(/"time":\d+/, ''))
    expect(withoutTimes.filter((line) => SECRETS.test(line))).toEqual([])
  })
})

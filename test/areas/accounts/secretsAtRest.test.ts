import { expect, it } from 'vitest'
import { anApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aRestClient } from '../../support/restClient.ts'
import { aConfirmedUser, enableTotp, logIn, mailedCode, mailedLink, totpCode } from '../../support/users.ts'

const app = await anApp()

/** Every row of every table as text, prefixed by the name of its table. */
async function everything(): Promise<string> {
  const { db } = app.scope()
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<{ text: string }[]>(`SELECT row::text AS text FROM ${name} AS row`)
    texts.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  return texts.join('\n')
}

type Secret = readonly [what: string, text: string | null | undefined]

/** Secrets of unfinished acts: a changed password, a pending second factor, a login from a new place. */
async function secretsUnderWay(): Promise<{ secrets: Secret[]; digits: string }> {
  const password = 'seldom seen battery'
  const pending = await aConfirmedUser(app)
  const { secret } = await pending.api.call('enable2FA')
  const confirmation = mailedLink(app, pending.email).searchParams.get('verify_email')
  await pending.api.call('updateUser', { userId: pending.id, body: { password, currentPassword: pending.password } })
  const ending = mailedLink(app, pending.email).searchParams.get('token')
  await aGraphClient(app).send(
    `mutation { requestPasswordReset(input: { email: "${pending.email}" }) { session { id } } }`,
  )
  const reset = mailedLink(app, pending.email).searchParams.get('resetPassword')
  const elsewhere = aRestClient(app)
  await logIn(elsewhere, { ...pending, password })
  const digits = mailedCode(app, pending.email)
  await elsewhere.try('verify2FA', { body: { code: digits } })
  const secrets: Secret[] = [
    ['token of a login that is not finished', elsewhere.cookies.get('auth')],
    ['changed password', password],
    ['confirmation link', confirmation],
    ['link that ends the sessions', ending],
    ['password reset link', reset],
    ['login link', mailedLink(app, pending.email).searchParams.get('token')],
    ['pending time-based secret', secret],
  ]
  return { secrets, digits }
}

/** Secrets of a person with a second factor, and the person's public data. */
async function secretsInUse(): Promise<{ secrets: Secret[]; digits: string; told: Secret[] }> {
  const person = await aConfirmedUser(app)
  const secret = await enableTotp(app, person)
  const { otp = [] } = await person.api.call('getRecoveryCodes')
  const device = aRestClient(app)
  await logIn(device, person)
  const digits = await totpCode(app, secret)
  await device.call('verify2FA', { body: { code: digits } })
  const wrong = `Basic ${btoa(`${person.username}:nearly right`)}`
  await aRestClient(app).try('getCurrentUser', { headers: { authorization: wrong } })
  const secrets: Secret[] = [
    ['session token', person.api.cookies.get('auth')],
    ['session token without its prefix', person.api.cookies.get('auth')?.replace('authcookie_', '')],
    ['trust token', device.cookies.get('twoFactorAuth')],
    ['password', person.password],
    ['wrong password', 'nearly right'],
    ['time-based secret', secret],
    ...otp.flatMap(({ code }): Secret[] => [
      ['recovery code', code],
      ['recovery code without its dash', code.replace('-', '')],
    ]),
  ]
  const told: Secret[] = [
    ['name', person.username],
    ['address', person.email],
  ]
  return { secrets, digits, told }
}

it('the database holds no token, code, link, key or password in plain text', async () => {
  const [underWay, inUse] = [await secretsUnderWay(), await secretsInUse()]
  const stored = await everything()
  const isStored = (text: string | null | undefined) => !text || stored.toLowerCase().includes(text.toLowerCase())
  for (const [what, text] of inUse.told) expect({ what, isStored: isStored(text) }).toEqual({ what, isStored: true })
  const secrets = [...underWay.secrets, ...inUse.secrets]
  expect(secrets).toHaveLength(33)
  for (const [what, text] of secrets) expect({ what, isStored: isStored(text) }).toEqual({ what, isStored: false })
  // Six digits can be part of a longer number or of a hash.
  for (const digits of [underWay.digits, inUse.digits])
    expect(stored).not.toMatch(new RegExp(`(^|[^0-9a-f.-])${digits}($|[^0-9a-f.-])`, 'm'))
})

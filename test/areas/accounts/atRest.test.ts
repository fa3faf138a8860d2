import { expect, it } from 'vitest'
import { anApi } from '../../support/api.ts'
import { anApp } from '../../support/app.ts'
import { aConfirmedUser, codeIn, linkIn, login, totp, withTotp } from '../../support/people.ts'

const app = await anApp()

/** Every row of every table of the database as text, behind the name of its table. */
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

it('nothing secret is in the database: no token, code, link, key or password', async () => {
  const password = 'seldom seen battery'
  const pending = await aConfirmedUser(app)
  const { secret: pendingSecret } = await pending.api.call('enable2FA')
  await pending.api.call('updateUser', { userId: pending.id, body: { password, currentPassword: pending.password } })
  const confirmation = linkIn(app, pending.email).searchParams.get('verify_email')

  const elsewhere = anApi(app)
  await login(elsewhere, { ...pending, password })
  const link = linkIn(app, pending.email).searchParams.get('token')
  const code = codeIn(app, pending.email)
  await elsewhere.try('verify2FA', { body: { code } })

  const person = await aConfirmedUser(app)
  const secret = await withTotp(app, person)
  const { otp = [] } = await person.api.call('getRecoveryCodes')
  const device = anApi(app)
  await login(device, person)
  const used = await totp(app, secret)
  await device.call('verify2FA', { body: { code: used } })
  await anApi(app).try('getCurrentUser', {
    headers: { authorization: `Basic ${btoa(`${person.username}:nearly right`)}` },
  })

  const stored = await everything()
  for (const [what, text] of [
    ['name', person.username],
    ['address', person.email],
  ] as const)
    expect({ what, isStored: stored.includes(text) }).toEqual({ what, isStored: true })

  const secrets: [string, string | null | undefined][] = [
    ['session token', person.api.cookies.get('auth')],
    ['session token without its prefix', person.api.cookies.get('auth')?.replace('authcookie_', '')],
    ['token of a login that is not finished', elsewhere.cookies.get('auth')],
    ['trust token', device.cookies.get('twoFactorAuth')],
    ['password', person.password],
    ['changed password', password],
    ['wrong password', 'nearly right'],
    ['confirmation link', confirmation],
    ['login link', link],
    ['time-based secret', secret],
    ['pending time-based secret', pendingSecret],
    ...otp.flatMap(({ code }): [string, string][] => [
      ['recovery code', code],
      ['recovery code without its dash', code.replace('-', '')],
    ]),
  ]
  expect(secrets).toHaveLength(31)
  for (const [what, text] of secrets) {
    expect({ what, length: text?.length ?? 0 }).toEqual({ what, length: expect.any(Number) })
    expect({ what, isStored: !text || stored.toLowerCase().includes(text.toLowerCase()) }).toEqual({
      what,
      isStored: false,
    })
  }
  // Six digits may well be a part of a longer number or of a hash.
  for (const digits of [code, used])
    expect(stored).not.toMatch(new RegExp(`(^|[^0-9a-f.-])${digits}($|[^0-9a-f.-])`, 'm'))
})

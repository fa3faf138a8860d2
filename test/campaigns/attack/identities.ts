import { DAY } from '../../../src/kernel/clock.ts'
import type { TestApp } from '../../support/app.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { ageSessions, anAdmin, aUser, enableTotp, type TestUser, totpCode } from '../../support/users.ts'
import type { Attack, AttackOutcome } from './attack.ts'

const ELEVEN_MINUTES = 11 * 60_000
const TAKEN = 'taken by somebody else'

const onApp = (name: string, what: string, attack: (app: TestApp) => Promise<AttackOutcome>): Attack => ({
  name,
  what,
  run: async ({ startApp }) => attack(await startApp()),
})

/** A second factor that whoever has the session enables in it; returns the statuses of the answers. */
async function factorOfOwn(app: TestApp, { api }: TestUser): Promise<readonly number[]> {
  const pending = await api.try('enable2FA')
  const secret: unknown = Object(pending.body).secret
  const code = typeof secret === 'string' ? await totpCode(app, secret) : '000000'
  const verified = await api.try('verifyPending2FA', { body: { code } })
  const codes = await api.try('getRecoveryCodes')
  const [own] = Object(codes.body).otp ?? []
  const confirmation = `mutation { confirmIdentity(input: { code: "${Object(own).code ?? code}" }) { clientMutationId } }`
  await aGraphClient(app, api).send(confirmation)
  return [pending.status, verified.status, codes.status]
}

const ownFactor = onApp(
  'own-factor-as-proof',
  'a stolen session of an admin enables a second factor, confirms its identity by it, and sets a password of another person',
  async (app) => {
    const [admin, person] = [await anAdmin(app), await aUser(app)]
    await ageSessions(app, admin)
    const statuses = await factorOfOwn(app, admin)
    const { status } = await admin.api.try('updateUser', { userId: person.id, body: { password: TAKEN } })
    return { harmless: status === 403, figures: `enabled ${statuses.join(', ')}, set the password ${status}` }
  },
)

const lockedOutOwner = onApp(
  'locked-out-owner',
  'a stolen session of an ordinary person enables a second factor, or takes that of the owner away',
  async (app) => {
    const [person, careful] = [await aUser(app), await aUser(app)]
    await enableTotp(app, careful)
    app.clock.advance(ELEVEN_MINUTES)
    const statuses = [
      ...(await factorOfOwn(app, person)),
      (await careful.api.try('disable2FA')).status,
      (await careful.api.try('getRecoveryCodes')).status,
    ]
    return { harmless: statuses.every((status) => status >= 400), figures: `answered ${statuses.join(', ')}` }
  },
)

const unconfirmedActs = onApp(
  'unconfirmed-admin-acts',
  'a stolen session of an admin sets the script of the start page and grants tokens',
  async (app) => {
    const [admin, person] = [await anAdmin(app), await aUser(app)]
    await ageSessions(app, admin)
    const graph = aGraphClient(app, admin.api)
    const asset = 'kind: JS, variant: PUBLIC, branch: "main", content: "/* planted */"'
    const answers = [
      await graph.send(`mutation { setFrontendAsset(input: { ${asset} }) { clientMutationId } }`),
      await graph.send(`mutation { grantTokens(input: { ${grant(person)} }) { clientMutationId } }`),
    ]
    const refused = answers.filter(({ data, errors }) => errors && !data).length
    const page = await (await fetch(`${app.origin}/`, { headers: { accept: 'text/html' } })).text()
    const isLoaded = page.includes('/js/app.js')
    return { harmless: refused === 2 && !isLoaded, figures: `${refused} of 2 refused, the page loads it: ${isLoaded}` }
  },
)

const grant = ({ id }: TestUser) => `userId: "${id}", tokens: 10000000, reason: "x", idempotencyKey: "x"`

const DAYS = 200

const endlessSession = onApp(
  'endless-session',
  `a stolen session is used every ten days for ${DAYS} days`,
  async (app) => {
    const { api } = await aUser(app)
    let day = 0
    for (; day < DAYS; day += 10) {
      app.clock.advance(10 * DAY)
      if ((await api.try('getCurrentUser')).status === 401) break
    }
    return { harmless: day < DAYS, figures: day < DAYS ? `it ended after ${day} days` : `it lives after ${DAYS} days` }
  },
)

/** Attacks with stolen sessions. */
export const identityAttacks: readonly Attack[] = [ownFactor, lockedOutOwner, unconfirmedActs, endlessSession]

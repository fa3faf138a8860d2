import { randomBytes } from 'node:crypto'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { readSettings } from '../../../src/settings.ts'
import type { TestApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup } from '../../support/groups.ts'
import { anItem } from '../../support/inventory.ts'
import { type RawRequest, sendRawRequest } from '../../support/rawHttp.ts'
import { aUser } from '../../support/users.ts'
import type { Attack, AttackOutcome } from './attack.ts'

const onApp = (name: string, what: string, attack: (app: TestApp) => Promise<AttackOutcome>): Attack => ({
  name,
  what,
  run: async ({ startApp }) => attack(await startApp()),
})

const FORM =
  '--B\r\nContent-Disposition: form-data; name="tag"\r\nContent-Transfer-Encoding: 8bit\r\n\r\ngallery\r\n--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--B--\r\n'

const formEncoding: Attack = {
  name: 'form-part-encoding',
  what: 'a text part of a form has a Content-Transfer-Encoding',
  async run({ startProcess }) {
    const server = await startProcess()
    const { api } = await aUser(server)
    const headers = { cookie: `auth=${api.cookies.get('auth')}`, 'content-type': 'multipart/form-data; boundary=B' }
    const request = { method: 'POST', path: '/api/1/file/image', headers, body: FORM }
    const answer = await sendRawRequest(server.origin, request).catch(() => null)
    const alive = await fetch(`${server.origin}/livez`).then(
      ({ status }) => status,
      () => 0,
    )
    return {
      harmless: answer !== null && alive === 200,
      figures: `answered ${answer?.status ?? 'nothing'}, then ${alive}`,
    }
  },
}

const MALFORMED: readonly RawRequest[] = [
  { path: '/api/1/config', headers: { 'accept-encoding': 'identity;q=0' } },
  { path: '/api/1/config', headers: { 'accept-encoding': '*;q=0' } },
  { path: '/api/1/config', headers: { 'accept-encoding': 'br, identity;q=0' } },
  { path: 'http://[::1/x' },
  { path: '/graphql?query={__typename}', headers: { accept: 'a/b;q=0.1,'.repeat(1_400) } },
  { path: '/graphql?query={__typename}', headers: { accept: 'constructor' } },
]

const malformedHeaders = onApp(
  'malformed-headers',
  'headers and addresses that no middleware expects',
  async ({ origin }) => {
    const answers = await Promise.all(MALFORMED.map((request) => sendRawRequest(origin, request)))
    const faults = answers.filter(({ status, body }) => status >= 500 || typeof body !== 'object').length
    const longest = Math.max(...answers.map(({ headers }) => JSON.stringify(headers).length))
    const statuses = answers.map(({ status }) => status).join(', ')
    return {
      harmless: faults === 0 && longest < 4_096,
      figures: `${statuses}; ${faults} without the envelope, at most ${longest} characters of headers`,
    }
  },
)

const testPayments: Attack = {
  name: 'test-payments',
  what: 'the operator takes the test provider of payments in production, and somebody pays with it',
  async run() {
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://plaza.test',
      SECRET_KEY: randomBytes(48).toString('base64'),
      PAYMENT_PROVIDER: 'test',
      PAYMENT_WEBHOOK_SECRET: 's'.repeat(64),
    }
    try {
      readSettings(settings)
      return { harmless: false, figures: 'the settings are taken' }
    } catch (error) {
      const text = String(error)
      return { harmless: text.includes('PAYMENT_PROVIDER'), figures: text.split('\n')[0] ?? '' }
    }
  },
}

const silentProxy: Attack = {
  name: 'silent-proxy',
  what: 'somebody comes by a proxy on the same machine that adds no header',
  async run({ startApp }) {
    const { origin } = await startApp({ PUBLIC_URL: 'https://plaza.test', TRUST_PROXY: '0' })
    const { status } = await fetch(`${origin}/metrics`)
    return { harmless: status === 403, figures: `/metrics answers ${status}` }
  },
}

const MINUTES = 20
const MOST_COPIES = 200

const unwantedCopies = onApp(
  'unwanted-copies',
  `a friend gives 30 copies of an item a minute for ${MINUTES} minutes`,
  async (app) => {
    const [giver, friend] = [await aUser(app), await aUser(app)]
    await befriend(giver, friend)
    const itemId = await anItem(app, giver)
    const query = { itemId, duration: MINUTES * 60 }
    for (let minute = 0; minute < MINUTES; minute++) {
      for (let copy = 0; copy < 30; copy++)
        await giver.api.try('shareInventoryItemDirect', { query, body: { itemId, users: [friend.id] } })
      app.clock.advance(MINUTE)
    }
    app.clock.advance(-MINUTE)
    const { totalCount } = await friend.api.call('getInventory')
    const harmless = totalCount > 0 && totalCount <= MOST_COPIES
    return { harmless, figures: `${totalCount} of ${MINUTES * 30} copies are held` }
  },
)

const STRANGERS = 100
const MOST_INVITES = 50

const invitedStrangers = onApp(
  'invited-strangers',
  `an owner of a group invites ${STRANGERS} strangers`,
  async (app) => {
    const { id: groupId, owner } = await aGroup(app)
    let invited = 0
    for (let count = 0; count < STRANGERS; count++) {
      const { id: userId } = await aUser(app)
      const { status } = await owner.api.try('createGroupInvite', { groupId, body: { userId } })
      invited += status === 200 ? 1 : 0
    }
    return { harmless: invited <= MOST_INVITES, figures: `${invited} of ${STRANGERS} are invited` }
  },
)

const hiddenSchema: Attack = {
  name: 'hidden-schema',
  what: 'a stranger reads in production by one address what another hides',
  async run({ startApp }) {
    const app = await startApp({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://plaza.test',
      SECRET_KEY: randomBytes(48).toString('base64'),
    })
    const { errors } = await aGraphClient(app).send('{ __schema { queryType { name } } }')
    const ask = async (path: string) => (await fetch(`${app.origin}${path}`, { redirect: 'manual' })).status
    const open = [await ask('/schema.graphql'), await ask('/openapi.json')].filter((status) => status === 200).length
    const isHidden = errors !== undefined
    return {
      harmless: open === (isHidden ? 0 : 2),
      figures: `introspection is ${isHidden ? 'hidden' : 'open'}, ${open} of 2 documents are open`,
    }
  },
}

/** Attacks by malformed requests, by settings, and by what people get unasked. */
export const requestAttacks: readonly Attack[] = [
  formEncoding,
  malformedHeaders,
  testPayments,
  silentProxy,
  unwantedCopies,
  invitedStrangers,
  hiddenSchema,
]

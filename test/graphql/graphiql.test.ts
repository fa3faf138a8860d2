import { buildSchema, parse, validate } from 'graphql'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { DEMO_LOGINS, DEMO_PASSWORD, demoEmail } from '../../src/areas/accounts/login/demoLogins.ts'
import { schemaText } from '../../src/edges/graphql/schemaText.ts'
import { graphiqlTabs } from '../../src/edges/graphql/transport/graphiqlTabs.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { aRestClient } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const Tab = z.strictObject({ query: z.string() })
const PageOptions = z.object({ title: z.string(), defaultTabs: z.array(Tab) })

/** The options that the script of the page begins with. */
async function pageOptionsOf({ origin }: TestApp) {
  const html = await (await fetch(`${origin}/graphql`, { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('<title>Plaza GraphiQL</title>')
  const call = html.slice(html.lastIndexOf('YogaGraphiQL.renderYogaGraphiQL('))
  const options = call.slice(call.indexOf('{'), call.indexOf('},\n') + 1 || call.lastIndexOf('}') + 1)
  return PageOptions.parse(JSON.parse(options.trim()))
}

const WORDS_OF_THE_LIBRARY = /in-browser tool|Welcome to/

async function aDemoApp(settings: Record<string, string> = {}) {
  const app = await anApp({ LOGIN_PLACE_CHECK: 'off', ...settings })
  const people: TestUser[] = []
  for (const username of DEMO_LOGINS) {
    const person = await aUser(app, { username, password: DEMO_PASSWORD })
    const email = demoEmail(username)
    await app.scope().db.account.update({ where: { userId: person.id }, data: { email, emailKey: email } })
    people.push(person)
  }
  return { app, people }
}

it('opens with tabs that sign in as a demo account, show a home page and follow the feed', async () => {
  const { app, people } = await aDemoApp()
  const ada = people.find(({ username }) => username === 'demo_ada')
  if (!ada) throw new Error('no demo_ada')
  await aFriendOf(app, ada)
  await aWorld(app, await aUser(app))
  const { defaultTabs, title } = await pageOptionsOf(app)
  expect(title).toContain('href="/docs/graphql"')
  const [signIn, home, feed, ...others] = defaultTabs
  if (!signIn || !home || !feed) throw new Error('a tab is missing')
  expect(others).toEqual([])
  for (const { query } of defaultTabs) expect(query).not.toMatch(WORDS_OF_THE_LIBRARY)

  const browser = aGraphClient(app, aRestClient(app, { direct: true }))
  for (const { query } of [home, feed]) expect(query).toContain('"Missing Credentials"')
  const signedIn = await browser.send(signIn.query)
  expect(signedIn).toMatchObject({ data: { signIn: { session: { pendingFactors: [] }, viewer: { user: {} } } } })
  expect(signedIn.errors).toBeUndefined()
  const shown = await browser.send(home.query)
  expect(shown.errors).toBeUndefined()
  expect(shown.data).toMatchObject({ viewer: { friends: { nodes: [expect.anything()] } } })

  const socket = await aSubscription(app, { ...ada, api: browser.api }, feed.query)
  const other = await aUser(app)
  await other.api.call('friend', { userId: ada.id })
  await socket.until((messages) => payloadsOf(messages, 'notificationFeed').length > 0)
  expect(payloadsOf(socket.messages, 'notificationFeed')).toMatchObject([{ notification: { sender: {} } }])
})

it('names no demo account where none can log in', async () => {
  const open = await anApp()
  const closed = await aDemoApp({
    NODE_ENV: 'production',
    GRAPHIQL: 'on',
    SECRET_KEY: 'q7Xw0Zr4Lk9Vn2Bt8Jm5Hs1Yc6Df3GpuEoAiT',
    PUBLIC_URL: 'https://plaza.test',
  })
  for (const app of [open, closed.app]) {
    const [signIn] = (await pageOptionsOf(app)).defaultTabs
    expect(signIn?.query).toMatch(/username: ""\s+password: ""/)
    expect(signIn?.query).not.toContain('demo')
  }
})

it('has tabs that fit the schema, one named operation in each', () => {
  const schema = buildSchema(schemaText())
  for (const { query } of graphiqlTabs(null)) {
    expect(validate(schema, parse(query))).toEqual([])
    expect(parse(query).definitions).toHaveLength(1)
    expect(query).toMatch(/^(mutation|query|subscription) [A-Z]\w+/m)
  }
})

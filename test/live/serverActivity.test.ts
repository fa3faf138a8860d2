import { expect, test } from 'vitest'
import { siblingId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { createInstanceAs, enterAs, leaveAs } from '../support/instances.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()

/** Follows the figures, and returns a function that waits for the number of events and answers them. */
async function following(person: TestUser, selection: string, args = '') {
  const connection = await aSubscription(app, person, `subscription { serverActivity${args} { ${selection} } }`)
  return async (count: number) => {
    await connection.until((messages) => payloadsOf(messages, 'serverActivity').length >= count)
    return payloadsOf(connection.messages, 'serverActivity')
  }
}

test('the present figures come first where asked, each viewer’s own root fields with them', async () => {
  for (const person of [await aUser(app), await aUser(app)]) {
    const id = siblingId('viewer', person.id)
    const events = await following(person, 'onlineCount viewer { id } query { viewer { id } }', '(initial: true)')
    const [first] = await events(1)
    expect(first).toMatchObject({ viewer: { id }, query: { viewer: { id } } })
    expect(first?.onlineCount).toBeGreaterThan(0)
  }
})

test('people who enter a world show in the active worlds, announcements in the notices', async () => {
  const [admin, person] = [await anAdmin(app), await aUser(app)]
  const worldId = await aWorld(app, person)
  const events = await following(
    person,
    `query { activeWorlds(first: 1) { nodes { id } } infoPushes(filter: { include: ["news"] }, first: 1) { nodes { slug } } }`,
  )
  let count = 1
  const last = async () => Object((await events(count)).at(-1)?.query)
  const { location } = await createInstanceAs(person, worldId)
  await enterAs(app, person, location)
  while ((await last()).activeWorlds.nodes.length === 0) count += 1
  await aGraphClient(app, admin.api).send(
    'mutation { createInfoPush(input: { slug: "opening", tags: ["news"], data: {} }) { infoPush { slug } } }',
  )
  while ((await last()).infoPushes.nodes.length === 0) count += 1
  expect((await last()).infoPushes.nodes).toEqual([{ slug: 'opening' }])
})

test('many changes make few events for any subscriber', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => aUser(app)))
  const owner = await aUser(app)
  const { location } = await createInstanceAs(owner, await aWorld(app, owner))
  const followers = [await following(owner, 'onlineCount'), await following(owner, 'query { onlineCount }')]
  for (const person of people) await enterAs(app, person, location)
  for (const person of people) await leaveAs(app, person)
  for (const events of followers) expect((await events(1)).length).toBeLessThan(10)
})

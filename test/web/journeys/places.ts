import { aFounder, aGroupMember, createGroup } from '../acts/groups.ts'
import { makeInstance } from '../acts/instances.ts'
import { createInstance, demoWorld, enter, leave } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'

const CLOSE = 'mutation C($input: CloseInstanceInput!) { closeInstance(input: $input) { instance { id } } }'
const WITH_STORE = '{ stores(first: 1, type: GROUP) { nodes { displayName group { id name } } } }'

export const placesJourneys: readonly Journey[] = [
  journey('go back to an instance that one was in, also after a client has led on to another one', async (stage) => {
    const [person, host] = [await stage.aPerson(), await stage.aPerson()]
    const page = await stage.openTab(person)
    await page.goto('/worlds?list=recent')
    const panel = page.getByRole('region', { name: 'Instances you were in' })
    await panel.getByText('You have not been in an instance yet.').waitFor()
    const [first, second] = [await demoWorld(host, 1), await demoWorld(host, 2)]
    const location = await createInstance(host, first, 'PUBLIC')
    await seesSoon({
      act: 'entering an instance',
      run: () => enter(person, location),
      seen: panel.getByRole('link', { name: first.name }),
    })
    await enter(person, await createInstance(host, second, 'PUBLIC'))
    await panel.getByRole('listitem').first().getByRole('link', { name: second.name }).waitFor()
    await leave(person)
    const row = panel.getByRole('listitem').filter({ hasText: first.name })
    await row.getByRole('button', { name: 'Join' }).click()
    await page.getByText('An invite is on its way to you', { exact: false }).waitFor()
    await host.run(CLOSE, { input: { location } })
    await page.reload()
    await row.getByText('Closed').waitFor()
    await row.getByRole('button', { name: 'Join' }).waitFor({ state: 'detached' })
  }),

  journey('see which instances of one’s groups are open, and come into one', async (stage) => {
    const owner = await aFounder(stage)
    const group = await createGroup(owner)
    const member = await aGroupMember(stage, group)
    const page = await stage.openTab(member)
    await page.goto('/groups')
    const panel = page.getByRole('region', { name: 'Instances of your groups' })
    await page.getByRole('link', { name: group.name }).waitFor()
    const world = await demoWorld(owner, 3)
    const input = { worldId: world.id, type: 'GROUP', ownerId: group.id, groupAccess: 'MEMBERS' }
    const location = await makeInstance(owner, input)
    await enter(owner, location)
    await panel.getByRole('link', { name: world.name }).waitFor()
    await panel.getByText(group.name).waitFor()
    await panel.getByRole('button', { name: 'Join' }).click()
    await page.getByText('An invite is on its way to you', { exact: false }).waitFor()
  }),

  journey('a group leads to its store, and the rewards say what is given to all', async (stage) => {
    const person = await stage.aPerson()
    const { stores } = Object(await person.run(WITH_STORE))
    const { displayName, group } = stores.nodes[0]
    const page = await stage.openTab(person)
    await page.goto(`/groups/${group.id}`)
    await page.getByRole('region', { name: 'Store' }).getByRole('link', { name: displayName }).click()
    await page.getByRole('heading', { level: 1, name: displayName }).waitFor()
    await page.goto('/inventory?tab=rewards')
    const gifts = page.getByRole('region', { name: 'Gifts' })
    await gifts.getByText('Drones for everybody').waitFor()
    await gifts.getByText('Brass drone').waitFor()
  }),
]

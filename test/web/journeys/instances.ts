import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { hostGroup, instancePath, makeInstance } from '../acts/instances.ts'
import { createWorld } from '../acts/ownWorlds.ts'
import { befriend, demoWorld, enter, invite, leave } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm, seesValue } from '../steps.ts'

const LOCATION = /\/instances\/(wrld_[^/?#]+)/

/** The location of the instance that a page shows. */
const locationOf = (page: Page): string => decodeURIComponent(LOCATION.exec(page.url())?.[1] ?? '')

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'New instance' }).click()
  return page.getByRole('dialog', { name: /^New instance of/ })
}

interface Made {
  readonly kind: string
  readonly name: string
}

/** Makes an instance of a kind by the form on the page of a world. Returns its location. */
async function makeByForm(page: Page, worldId: string, { kind, name }: Made): Promise<string> {
  await page.goto(`/worlds/${worldId}`)
  const dialog = await openDialog(page)
  await dialog.getByRole('radio', { name: kind, exact: true }).check()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Region').selectOption({ label: 'Japan' })
  await dialog.getByRole('button', { name: 'Create instance' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.waitForURL(LOCATION)
  return locationOf(page)
}

/** What a person sees at the address of an instance. */
async function seesInstance(page: Page, location: string, name: string): Promise<'open' | 'seen' | 'hidden'> {
  await page.goto(instancePath(location))
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  if ((await heading.textContent()) !== name) {
    await page.getByRole('heading', { name: 'You cannot see this instance' }).waitFor()
    return 'hidden'
  }
  return (await page.getByRole('button', { name: 'Open in the client' }).isVisible()) ? 'open' : 'seen'
}

const KINDS = [
  { kind: 'Public', friend: 'open', stranger: 'open' },
  { kind: 'Friends+', friend: 'open', stranger: 'hidden' },
  { kind: 'Friends', friend: 'open', stranger: 'hidden' },
  { kind: 'Invite+', friend: 'hidden', stranger: 'hidden' },
  { kind: 'Invite', friend: 'hidden', stranger: 'hidden' },
] as const

/** A world for one person, its author inside an instance of it with a queue, and the page of a visitor. */
async function aFullInstance(stage: Stage) {
  const [host, visitor] = [await stage.aPerson(), await stage.aPerson()]
  const world = await createWorld(host, { capacity: 1 })
  const location = await makeInstance(host, { worldId: world.id, type: 'PUBLIC', queueEnabled: true })
  await enter(host, location)
  const page = await stage.openTab(visitor)
  await page.goto(instancePath(location))
  await page.getByText('Full', { exact: true }).waitFor()
  return { host, visitor, world, location, page }
}

const queuePlaceOf = async (person: Person) => {
  const { viewer } = Object(await person.run('{ viewer { queuePlace { position } instance { id } } }'))
  return viewer
}

/** Announces a fire drill in the instance that a page shows; an empty announcement is refused. */
async function announceDrill(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Announce' }).click()
  const announcement = page.getByRole('dialog', { name: 'Announcement' })
  await announcement.getByRole('button', { name: 'Send' }).click()
  await announcement.locator('[aria-invalid=true]').first().waitFor()
  await announcement.getByLabel('Title').fill('Fire drill')
  await announcement.getByLabel('Text').fill('Everybody to the garden, please.')
  await announcement.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Everybody in the instance has been told.').waitFor()
}

export const instancesJourneys: readonly Journey[] = [
  journey('make an instance of each kind: what its owner, a friend and a stranger see of it', async (stage) => {
    const [owner, friend, stranger] = [await stage.aPerson(), await stage.aPerson(), await stage.aPerson()]
    await befriend(owner, friend)
    const world = await demoWorld(owner, 8)
    const page = await stage.openTab(owner)
    const [friendPage, strangerPage] = [await stage.openTab(friend), await stage.openTab(stranger)]
    for (const { kind, ...expected } of KINDS) {
      const name = `${kind} of ${owner.username}`
      const location = await makeByForm(page, world.id, { kind, name })
      await page.getByText(kind, { exact: true }).first().waitFor()
      await page.getByText('Japan', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Open in the client' }).waitFor()
      const seen = {
        friend: await seesInstance(friendPage, location, name),
        stranger: await seesInstance(strangerPage, location, name),
      }
      if (JSON.stringify(seen) !== JSON.stringify(expected)) throw new Error(`${kind}: ${JSON.stringify(seen)}`)
    }
  }),

  shortJourney(
    'share an instance by its short address, and open it in the client by an invite to oneself',
    async (stage) => {
      const [owner, guest] = [await stage.aPerson(), await stage.aPerson()]
      const world = await demoWorld(owner, 9)
      const location = await makeInstance(owner, { worldId: world.id, type: 'PUBLIC', displayName: 'Tea <b>time</b>' })
      const { instance } = Object(await owner.run(`{ instance(location: "${location}") { shortName } }`))
      const page = await stage.openTab(guest)
      await page.goto(`/instances/${instance.shortName}`)
      await page.getByRole('heading', { level: 1, name: 'Tea <b>time</b>' }).waitFor()
      const people = page.getByRole('region', { name: 'Who is here' })
      await people.getByText('Nobody is here right now.').waitFor()
      await seesSoon({
        act: 'entering an instance',
        run: () => enter(owner, location),
        seen: people.getByText('1 person you cannot see by name'),
      })
      await page.getByRole('button', { name: 'Open in the client' }).click()
      await page.getByText('An invite is on its way to you').waitFor()
      await page.goto('/notifications')
      await page.getByRole('listitem').filter({ hasText: world.name }).first().waitFor()
      await page.goto(`/worlds/${world.id}`)
      await page.getByRole('link', { name: 'Tea <b>time</b>' }).click()
      await page.getByText('1 person you cannot see by name').waitFor()
      await page.goto('/instances/nosuchname')
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
      await page.goto(instancePath('wrld_00000000-0000-4000-8000-00000000dead:1'))
      await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    },
  ),

  journey('ask the owner for an invite to an instance, get it, and the owner sees who comes', async (stage) => {
    const [owner, friend] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(owner, friend)
    const world = await demoWorld(owner, 10)
    const wanted = { worldId: world.id, type: 'PRIVATE', allowsInviteRequests: true, displayName: 'Back room' }
    const location = await makeInstance(owner, wanted)
    await enter(owner, location)
    const [page, own] = [await stage.openTab(friend), await stage.openTab(owner)]
    await page.goto(instancePath(location))
    await page.getByRole('heading', { name: 'You cannot see this instance' }).waitFor()
    await page.getByRole('button', { name: `Ask ${owner.username} for an invite` }).click()
    await page.getByText(`You have asked ${owner.username}.`).waitFor()
    await own.goto(instancePath(location))
    await own.getByRole('region', { name: 'Who is here' }).getByText(owner.username).waitFor()
    await invite(owner, friend, location)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Back room' }).waitFor()
    await page.getByText('1 person you cannot see by name').waitFor()
    await enter(friend, location)
    await own.getByRole('region', { name: 'Who is here' }).getByText(friend.username).waitFor()
  }),

  journey('wait in the queue of a full instance, leave it, wait again, and get a place', async (stage) => {
    const { host, visitor, location, page } = await aFullInstance(stage)
    const other = await stage.aPerson()
    await page.getByRole('button', { name: 'Queue in the client' }).click()
    await page.getByText('An invite is on its way to you').waitFor()
    const queue = page.getByRole('region', { name: 'Queue' })
    await queue.getByText('Nobody is waiting.').waitFor()
    await seesSoon({
      act: 'joining a queue',
      run: () => enter(other, location),
      seen: queue.getByText('1 person is waiting.'),
    })
    await enter(visitor, location)
    await queue.getByText('You are number 2 in the queue.').waitFor()
    await queue.getByText('2 people are waiting.').waitFor()
    await queue.getByRole('button', { name: 'Leave the queue' }).click()
    await queue.getByText('You are number', { exact: false }).waitFor({ state: 'detached' })
    if ((await queuePlaceOf(visitor)).queuePlace !== null) throw new Error('the queue was not left')
    await enter(visitor, location)
    await queue.getByText('You are number 2 in the queue.').waitFor()
    await other.run('mutation { leaveInstanceQueue(input: {}) { viewer { id } } }')
    await queue.getByText('You are number 1 in the queue.').waitFor()
    await leave(host)
    await queue.getByText('There is a place for you until', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Open in the client' }).waitFor()
    await enter(visitor, location)
    await queue.getByText('There is a place for you', { exact: false }).waitFor({ state: 'detached' })
    const { instance } = await queuePlaceOf(visitor)
    if (instance?.id !== location) throw new Error('the visitor is not inside')
  }),

  journey('rename an instance and close it, while others look at it and are inside', async (stage) => {
    const [owner, guest, watcher] = [await stage.aPerson(), await stage.aPerson(), await stage.aPerson()]
    const world = await demoWorld(owner, 11)
    const location = await makeInstance(owner, { worldId: world.id, type: 'PUBLIC' })
    await enter(guest, location)
    const [page, other] = [await stage.openTab(owner), await stage.openTab(watcher)]
    await page.goto(instancePath(location))
    await other.goto(instancePath(location))
    await other.getByRole('heading', { level: 1, name: `${world.name} #` }).waitFor()
    await other.getByRole('region', { name: 'Manage' }).waitFor({ state: 'detached' })
    const manage = page.getByRole('region', { name: 'Manage' })
    await manage.getByLabel('Name').fill('x'.repeat(65))
    await manage.getByRole('button', { name: 'Rename' }).click()
    await manage.locator('[aria-invalid=true]').waitFor()
    await manage.getByLabel('Name').fill('Last round')
    await seesSoon({
      act: 'a new name of an instance',
      run: () => manage.getByRole('button', { name: 'Rename' }).click(),
      seen: other.getByRole('heading', { level: 1, name: 'Last round' }),
    })
    await seesValue(manage.getByLabel('Name'), 'Last round')
    await manage.getByLabel('Close at').fill('2035-01-31T18:30')
    // By the keyboard, as a message may lie over the button.
    await manage.getByRole('button', { name: 'Close the instance' }).press('Enter')
    await confirm(page, 'Close the instance')
    await other.getByText(/^Closes Jan 31, 2035/).waitFor()
    await manage.getByLabel('Close at').fill('')
    await manage.getByLabel('Also remove everybody').check()
    await manage.getByRole('button', { name: 'Close the instance' }).press('Enter')
    await seesSoon({
      act: 'closing an instance',
      run: () => confirm(page, 'Close the instance'),
      seen: other.getByText('Closed', { exact: true }),
    })
    await other.getByText('Nobody is here right now.').waitFor()
    await other.getByRole('button', { name: 'Open in the client' }).waitFor({ state: 'detached' })
    await manage.waitFor({ state: 'detached' })
    if ((await queuePlaceOf(guest)).instance !== null) throw new Error('the guest is still inside')
  }),

  journey('an instance of a group: only for members, with an announcement, a warning and a removal', async (stage) => {
    const group = await hostGroup(stage, 2)
    const [inside, outside] = group.members
    if (!inside || !outside) throw new Error('the group has no members')
    const stranger = await stage.aPerson()
    const world = await demoWorld(group.owner, 12)
    const [page, memberPage] = [await stage.openTab(group.owner), await stage.openTab(inside)]
    await page.goto(`/worlds/${world.id}`)
    const dialog = await openDialog(page)
    await dialog.getByRole('radio', { name: 'Group', exact: true }).check()
    await dialog.getByRole('button', { name: 'Create instance' }).click()
    await dialog.getByText('Choose a group.').waitFor()
    await dialog.getByRole('combobox', { name: 'Group' }).fill(group.name)
    await dialog.getByRole('option', { name: group.name }).click()
    await dialog.getByRole('radio', { name: 'Members with certain roles' }).check()
    await dialog.getByRole('button', { name: 'Create instance' }).click()
    await dialog.getByText('Choose at least one role.').waitFor()
    await dialog.getByRole('radio', { name: 'Members', exact: true }).check()
    await dialog.getByLabel('Name').fill('Members only')
    await dialog.getByRole('button', { name: 'Create instance' }).click()
    await page.getByRole('heading', { level: 1, name: 'Members only' }).waitFor()
    await page.getByText(`An instance of ${group.name}`).waitFor()
    await page.waitForURL(LOCATION)
    const location = locationOf(page)
    const strangerPage = await stage.openTab(stranger)
    if ((await seesInstance(strangerPage, location, 'Members only')) !== 'hidden') throw new Error('a stranger sees it')
    if ((await seesInstance(memberPage, location, 'Members only')) !== 'open') throw new Error('a member cannot enter')
    if (await memberPage.getByRole('button', { name: 'Announce' }).isVisible()) throw new Error('a member may announce')
    await enter(inside, location)
    const people = page.getByRole('region', { name: 'Who is here' })
    await people.getByText(inside.username).waitFor()
    await announceDrill(page)
    await people.getByRole('button', { name: `Warn ${inside.username}` }).click()
    await page.getByText(`${inside.username} has been warned.`).waitFor()
    await memberPage.goto('/notifications')
    await memberPage.getByText('Fire drill', { exact: false }).first().waitFor()
    await memberPage.goto(instancePath(location))
    await people.getByRole('button', { name: `Remove ${inside.username}` }).click()
    await confirm(page, 'Remove')
    await people.getByText(inside.username).waitFor({ state: 'detached' })
    await memberPage.getByRole('heading', { name: 'You cannot see this instance' }).waitFor()
    await eventually(async () => (await queuePlaceOf(inside)).instance === null)
    await group.remove()
  }),
]

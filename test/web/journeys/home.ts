import { befriend, createInstance, demoWorld, enter, leave } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'

const ANNOUNCE = 'mutation A($input: CreateInfoPushInput!) { createInfoPush(input: $input) { infoPush { id } } }'
const TAKE_BACK = 'mutation D($input: DeleteInfoPushInput!) { deleteInfoPush(input: $input) { deletedInfoPushId } }'

export const homeJourneys: readonly Journey[] = [
  journey('Home shows a friend who comes into a world, and leads to both', async (stage) => {
    const [person, friend] = [await stage.aPerson(), await stage.aPerson()]
    await befriend(person, friend)
    const world = await demoWorld(friend, 15)
    const location = await createInstance(friend, world, 'FRIENDS')
    const page = await stage.openTab(person)
    await page.goto('/')
    const friends = page.getByRole('region', { name: 'Friends online' })
    await friends.waitFor()
    await seesSoon({
      act: 'a friend in a world, on Home,',
      run: () => enter(friend, location),
      seen: friends.getByRole('link', { name: world.name }),
    })
    await friends.getByRole('link', { name: world.name }).click()
    await page.getByRole('heading', { level: 1, name: world.name }).waitFor()
    await page.goBack()
    await friends.getByRole('link', { name: friend.username }).click()
    await page.getByRole('heading', { level: 1, name: friend.username }).waitFor()
    await leave(friend)
  }),

  journey('Home shows what an admin announces, what is on, and the worlds with people', async (stage) => {
    const admin = await stage.demoPerson('demo_admin')
    const data = { name: 'Down for <b>repairs</b>', description: 'On Sunday from 8 to 9.' }
    const made = Object(await admin.run(ANNOUNCE, { input: { slug: `journey-${Date.now()}`, tags: ['web'], data } }))
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/')
    const announcements = page.getByRole('region', { name: 'Announcements' })
    await announcements.getByText('Down for <b>repairs</b>').waitFor()
    await announcements.getByText('On Sunday from 8 to 9.').waitFor()
    await page.getByRole('region', { name: "What's on" }).getByRole('listitem').first().waitFor()
    await page.getByRole('region', { name: 'Worlds with people' }).getByRole('link', { name: 'All worlds' }).click()
    await page.getByText(/^\d+ worlds$/).waitFor()
    await admin.run(TAKE_BACK, { input: { infoPushId: made.createInfoPush.infoPush.id } })
  }),
]

import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { createGroup, deleteGroup, inviteToGroup } from '../acts/groups.ts'
import { askToBeFriend, befriend, boop, createInstance, demoWorld, enter, invite } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { seesHome } from '../steps.ts'

const REQUEST_INVITE = 'mutation R($input: RequestInviteInput!) { requestInvite(input: $input) { viewer { id } } }'

const requestInvite = (person: Person, other: Person) => person.run(REQUEST_INVITE, { input: { userId: other.id } })

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Two friends, and the notifications of the first. */
async function openNotifications(stage: Stage) {
  const [person, friend] = [await stage.aPerson(), await stage.aPerson()]
  await befriend(person, friend)
  const page = await stage.openTab(person)
  await page.goto('/notifications')
  await page.getByText("You're all caught up.", { exact: false }).waitFor()
  return { person, friend, page }
}

export const notificationJourneys: readonly Journey[] = [
  shortJourney('answer an invite by a message of one’s own, which its sender sees', async (stage) => {
    const { person, friend, page } = await openNotifications(stage)
    const world = await demoWorld(friend, 8)
    const location = await createInstance(friend, world, 'FRIENDS')
    await enter(friend, location)
    const sender = await stage.openTab(friend)
    await sender.goto('/notifications')
    await sender.getByText("You're all caught up.", { exact: false }).waitFor()
    const invited = row(page, `${friend.username} invites you to ${world.name}`)
    await seesSoon({ act: 'an invite', run: () => invite(friend, person, location), seen: invited })
    await invited.getByRole('button', { name: 'Join' }).click()
    await page.getByText('An invite is on its way to you').waitFor()
    await invited.first().getByRole('button', { name: 'Answer' }).click()
    await seesSoon({
      act: 'an answer to an invite',
      run: () => page.getByRole('menuitem').nth(1).click(),
      seen: sender.getByText(`${person.username} has answered your invite.`),
    })
    await invited.first().getByRole('button', { name: 'Answer' }).waitFor({ state: 'detached' })
  }),

  journey('the title of the window tells how many notifications are unread', async (stage) => {
    const { person, friend, page } = await openNotifications(stage)
    const home = await stage.openTabBeside(page)
    await home.goto('/')
    await seesHome(home)
    const hasTitle = (title: string) => eventually(async () => (await home.title()) === title)
    await hasTitle('Plaza')
    await boop(friend, person)
    await hasTitle('(1) Plaza')
    await row(page, friend.username).getByRole('button', { name: 'Mark as read' }).click()
    await hasTitle('Plaza')
  }),

  journey('answer a request for an invite', async (stage) => {
    const { person, friend, page } = await openNotifications(stage)
    await enter(person, await createInstance(person, await demoWorld(person, 9), 'FRIENDS'))
    const sender = await stage.openTab(friend)
    await sender.goto('/notifications')
    await sender.getByText("You're all caught up.", { exact: false }).waitFor()
    const asked = row(page, `${friend.username} would like to be invited to where you are.`)
    await seesSoon({ act: 'a request for an invite', run: () => requestInvite(friend, person), seen: asked })
    await asked.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('menuitem').first().click()
    await sender.getByText(`${person.username} has answered your request for an invite.`).waitFor()
  }),

  journey('unread notifications are a list of their own; reading one takes it from there', async (stage) => {
    const { person, friend, page } = await openNotifications(stage)
    const booped = row(page, `${friend.username} has booped you.`)
    await seesSoon({ act: 'a boop', run: () => boop(friend, person), seen: booped })
    await page.getByRole('link', { name: /^Notifications\s*1$/ }).waitFor()
    await page.getByRole('tab', { name: 'Unread' }).click()
    await page.waitForURL(/show=unread/)
    await page.reload()
    await booped.getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('You have read everything.').waitFor()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'All' }).click()
    await booped.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText("You're all caught up.", { exact: false }).waitFor()
    await page.reload()
    await page.getByText("You're all caught up.", { exact: false }).waitFor()
  }),

  journey('boop back and join a group by the buttons of notifications', async (stage) => {
    const { person, friend, page } = await openNotifications(stage)
    await boop(friend, person)
    const booped = row(page, `${friend.username} has booped you.`)
    const other = await stage.openTab(friend)
    await other.goto('/notifications')
    await other.getByText("You're all caught up.", { exact: false }).waitFor()
    await booped.getByRole('button', { name: 'Boop back' }).click()
    await other.getByText(`${person.username} has booped you.`).waitFor()
    const owner = await stage.demoPerson('demo_ada')
    const group = await createGroup(owner, { joinState: 'INVITE', privacy: 'PRIVATE' })
    await inviteToGroup(owner, group, person)
    const invited = row(page, `invites you to the group ${group.name}.`)
    await invited.getByRole('button', { name: 'Accept' }).click()
    await invited.getByRole('button', { name: 'Accept' }).waitFor({ state: 'detached' })
    await page.goto(`/people/${person.id}`)
    await page.getByRole('region', { name: 'Groups', exact: true }).getByText(group.name).waitFor()
    await deleteGroup(owner, group)
  }),

  journey('dismiss notifications of all kinds at once, friend requests with them', async (stage) => {
    const { person, friend, page } = await openNotifications(stage)
    const stranger = await stage.aPerson()
    const owner = await stage.demoPerson('demo_grace')
    const location = await createInstance(friend, await demoWorld(friend, 10), 'FRIENDS')
    await enter(friend, location)
    await enter(person, location)
    const group = await createGroup(owner, { joinState: 'INVITE', privacy: 'PRIVATE' })
    await boop(friend, person)
    await invite(friend, person, location)
    await requestInvite(friend, person)
    await askToBeFriend(stranger, person)
    await inviteToGroup(owner, group, person)
    for (const text of [
      `${friend.username} has booped you.`,
      `${friend.username} invites you to`,
      `${friend.username} would like to be invited`,
      `${stranger.username} wants to be your friend.`,
      `invites you to the group ${group.name}.`,
    ])
      await row(page, text).waitFor()
    const dismissAll = page.getByRole('main').getByRole('button', { name: 'Dismiss all' })
    await dismissAll.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await dismissAll.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss all' }).click()
    await page.getByText("You're all caught up.", { exact: false }).waitFor()
    await page.reload()
    await page.getByText("You're all caught up.", { exact: false }).waitFor()
    await deleteGroup(owner, group)
  }),
]

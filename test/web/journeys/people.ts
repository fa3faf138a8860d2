import { askToBeFriend, befriend, createInstance, demoWorld, enter, updateProfile } from '../acts.ts'
import { type Journey, journey } from '../journey.ts'
import type { Stage } from '../stage.ts'
import { chooseInMenu, confirm, friendMark } from '../steps.ts'

/** Two people, and the page of the second in the browser of the first. */
async function openPageOf(stage: Stage, areFriends: boolean) {
  const [viewer, person] = await Promise.all([stage.aPerson(), stage.aPerson()])
  if (areFriends) await befriend(viewer, person)
  const page = await stage.openTab(viewer)
  await page.goto(`/people/${person.id}`)
  await page.getByRole('heading', { level: 1, name: person.username }).waitFor()
  return { viewer, person, page }
}

export const peopleJourneys: readonly Journey[] = [
  journey('the page of a stranger follows their profile', async (stage) => {
    const { person, page } = await openPageOf(stage, false)
    const update = 'mutation U($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }'
    await person.run(update, { input: { bio: 'Paints ducks since yesterday' } })
    await page.getByText('Paints ducks since yesterday').waitFor()
  }),

  journey('become friends in two browsers, and part again', async (stage) => {
    const { viewer, person, page } = await openPageOf(stage, false)
    const other = await stage.openTab(person)
    await other.goto('/people?tab=requests')
    await other.getByText('You have no incoming requests.').waitFor()
    await page.getByRole('button', { name: `Add friend: ${person.username}` }).click()
    await page.getByRole('button', { name: `Cancel request: ${person.username}` }).waitFor()
    await other.getByRole('button', { name: `Accept: ${viewer.username}` }).click()
    await friendMark(page).waitFor()
    await other.getByText('You have no incoming requests.').waitFor()
    await other.getByRole('tab', { name: 'Friends' }).click()
    await other.getByRole('link', { name: viewer.username }).waitFor()
    await chooseInMenu(page, person.username, 'Unfriend')
    await page.getByText(`End the friendship with ${person.username}?`).waitFor()
    await confirm(page, 'Unfriend')
    await friendMark(page).waitFor({ state: 'detached' })
    await other.getByText('You have no friends here yet.').waitFor()
  }),

  journey('a request comes and goes on the page of its sender', async (stage) => {
    const { viewer, person, page } = await openPageOf(stage, false)
    await askToBeFriend(person, viewer)
    await page.getByRole('button', { name: `Accept: ${person.username}` }).waitFor()
    const takeBack =
      'mutation D($input: DeleteFriendRequestInput!) { deleteFriendRequest(input: $input) { user { id } } }'
    await person.run(takeBack, { input: { userId: viewer.id } })
    await page.getByRole('button', { name: `Add friend: ${person.username}` }).waitFor()
  }),

  journey('decline a request, and take one back', async (stage) => {
    const { viewer, person, page } = await openPageOf(stage, false)
    const third = await stage.aPerson()
    await askToBeFriend(person, viewer)
    await askToBeFriend(viewer, third)
    await page.goto('/people?tab=requests')
    await page.getByRole('button', { name: `Decline: ${person.username}` }).click()
    await page.getByText('You have no incoming requests.').waitFor()
    await page.getByRole('button', { name: `Cancel request: ${third.username}` }).click()
    await page.getByText('You have no sent requests.').waitFor()
  }),

  journey('a note is saved when it is asked for, and live changes leave it alone', async (stage) => {
    const { viewer, person, page } = await openPageOf(stage, true)
    const note = page.getByRole('textbox', { name: 'Your note' })
    await note.fill('Met at the <b>lake</b>')
    await updateProfile(person, { statusDescription: 'Out for lunch' })
    await page.getByText('Out for lunch').waitFor()
    if ((await note.inputValue()) !== 'Met at the <b>lake</b>') throw new Error('the text is gone')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const document = 'query N($id: ID!) { user(id: $id) { note { note } } }'
    const { user } = Object(await viewer.run(document, { id: person.id }))
    if (user.note.note !== 'Met at the <b>lake</b>') throw new Error(`the note is ${user.note.note}`)
  }),

  journey('block after a question, mute, and undo both', async (stage) => {
    const { person, page } = await openPageOf(stage, true)
    await chooseInMenu(page, person.username, 'Mute')
    await page.getByText('Muted by you').waitFor()
    await chooseInMenu(page, person.username, 'Unmute')
    await page.getByText('Muted by you').waitFor({ state: 'detached' })
    await chooseInMenu(page, person.username, 'Block')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await chooseInMenu(page, person.username, 'Block')
    await confirm(page, 'Block')
    await page.getByText('neither can reach the other', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: `Unblock: ${person.username}` }).click()
    await friendMark(page).waitFor()
  }),

  journey('report a person', async (stage) => {
    const { viewer, person, page } = await openPageOf(stage, false)
    await chooseInMenu(page, person.username, 'Report')
    const dialog = page.getByRole('dialog', { name: `Report ${person.username}` })
    await dialog.getByRole('button', { name: 'Send the report' }).click()
    await dialog.getByText('Choose one.').waitFor()
    await dialog.getByRole('radio', { name: 'Behavior' }).check()
    await dialog.getByRole('radio', { name: 'Spam' }).check()
    await dialog.getByLabel('What happened?').fill('Floods the chat')
    await dialog.getByRole('button', { name: 'Send the report' }).click()
    await dialog.getByText('Thank you for telling us').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    const sent = '{ viewer { reports(first: 2) { nodes { contentId category reason description } } } }'
    const { viewer: reader } = Object(await viewer.run(sent))
    const [report] = reader.reports.nodes
    if (report?.contentId !== person.id || report.reason !== 'spam') throw new Error(JSON.stringify(reader))
  }),

  journey('meet a friend: they see where the other is, and both can call each other', async (stage) => {
    const { viewer, person, page } = await openPageOf(stage, true)
    const other = await stage.openTab(person)
    await other.goto(`/people/${viewer.id}`)
    await other.getByRole('button', { name: 'Boop', exact: true }).click()
    await other.getByText(`You have booped ${viewer.username}.`).waitFor()
    const world = await demoWorld(viewer, 16)
    await enter(viewer, await createInstance(viewer, world, 'FRIENDS'))
    await other.getByRole('region', { name: 'Profile' }).getByRole('link', { name: world.name }).waitFor()
    await other.getByRole('button', { name: 'Join', exact: true }).click()
    await other.getByText('An invite is on its way to you', { exact: false }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Invite here' }).click()
    await page.getByText(`You have invited ${person.username}.`).waitFor()
  }),

  journey('keep friends in groups of favorites', async (stage) => {
    const { person, page } = await openPageOf(stage, true)
    const { username } = person
    await chooseInMenu(page, username, 'Group 1', 'menuitemradio')
    await page.goto('/people?tab=favorites')
    const first = page.getByRole('region', { name: 'Group 1' })
    await first.getByRole('link', { name: username }).waitFor()
    await page.getByRole('button', { name: 'Rename Group 2' }).click()
    await page.getByLabel('Name of the group').fill('Pals')
    await page.getByRole('button', { name: 'Save' }).click()
    const pals = page.getByRole('region', { name: 'Pals' })
    await pals.waitFor()
    await chooseInMenu(page, username, 'Pals', 'menuitemradio')
    await pals.getByRole('link', { name: username }).waitFor()
    await first.getByText('Nobody is in this group.', { exact: false }).waitFor()
    await page.goto('/people?group=FRIENDS_2')
    await page.getByRole('link', { name: username }).waitFor()
    await page.goto('/people?tab=favorites')
    await page.getByRole('button', { name: 'Clear Pals' }).click()
    await confirm(page, 'Clear')
    await page.getByText('Pals is empty.').waitFor()
    await pals.getByRole('link', { name: username }).waitFor({ state: 'detached' })
  }),

  journey('find somebody by name, by the address, too', async (stage) => {
    const { viewer, person, page } = await openPageOf(stage, false)
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('tab', { name: 'Find' }).click()
    await page.getByLabel('Name').fill(person.username)
    await page.waitForURL(new RegExp(`search=${person.username}`))
    await page.getByText('1 person').waitFor()
    await page.reload()
    await page.getByRole('link', { name: person.username }).click()
    await page.waitForURL(`**/people/${person.id}`)
    await page.goBack()
    await page.getByText('1 person').waitFor()
    await page.goto('/people/usr_00000000-0000-4000-8000-00000000dead')
    await page.getByRole('heading', { name: 'There is no such person' }).waitFor()
    await page.goto(`/people/${viewer.id}`)
    await page.getByRole('link', { name: 'Edit your profile' }).waitFor()
  }),

  journey('a long list goes on, and stays long when it changes', async (stage) => {
    const viewer = await stage.aPerson()
    const page = await stage.openTab(viewer)
    await page.goto('/people?tab=find&search=a')
    const names = page.getByRole('tabpanel').getByRole('listitem')
    await names.nth(29).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await names.nth(59).waitFor()
    const readAgain = page.waitForResponse(
      (response) => response.request().postData()?.includes('PeopleFound') ?? false,
    )
    await page
      .getByRole('button', { name: /^Add friend/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Cancel request/ })
      .first()
      .waitFor()
    await (await readAgain).finished()
    // The page shows the answer in the next turn.
    await page.waitForTimeout(500)
    if ((await names.count()) !== 60) throw new Error(`there are ${await names.count()} rows`)
  }),
]

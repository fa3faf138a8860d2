import type { Page } from 'playwright-core'
import { assert, findMember, inMenu, manageMember, membershipOf, openSection } from '../acts/groupManage.ts'
import { aFounder, createGroup, type JourneyGroup, joinGroup } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { confirm, confirmEmail } from '../steps.ts'

interface Side {
  readonly person: Person
  readonly page: Page
}

interface Cast {
  readonly group: JourneyGroup
  readonly owner: Side
  readonly moderator: Side
  readonly member: Side
}

/** The owner makes a role for moderators, with what moderators need. */
async function makeModeratorRole({ page }: Side): Promise<void> {
  await inMenu(page, 'Roles').click()
  await page.getByRole('link', { name: 'Create a role' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Moderator')
  for (const name of ['Notes about members', 'Give roles', 'Remove members', 'Ban people', 'See all members'])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('The role Moderator is there.').waitFor()
  await page.getByRole('button', { name: 'Move Moderator up' }).waitFor()
}

/** The owner gives the role; the moderator, who was refused before, sees at once what they may do. */
async function giveModeratorRole({ owner, moderator }: Cast): Promise<void> {
  await moderator.page.getByRole('heading', { name: 'Your roles do not open “Members”' }).waitFor()
  await inMenu(owner.page, 'Members').click()
  await findMember(owner.page, moderator.person)
  await manageMember(owner.page, moderator.person, 'Roles')
  const dialog = owner.page.getByRole('dialog', { name: `Roles of ${moderator.person.username}` })
  await seesSoon({
    act: 'giving a role that opens the members',
    run: () => dialog.getByRole('checkbox', { name: 'Moderator' }).click(),
    seen: moderator.page.getByRole('heading', { level: 1, name: 'Members', exact: true }),
  })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await owner.page
    .getByRole('list', { name: `Roles of ${moderator.person.username}` })
    .getByText('Moderator')
    .waitFor()
}

/** The moderator has a part of the menu, and is refused the rest, also by addresses. */
async function isRefusedTheRest({ group, owner, moderator, member }: Cast): Promise<void> {
  await inMenu(moderator.page, 'Bans').waitFor()
  for (const label of ['Details', 'Roles', 'Requests to join', 'Audit log', 'Ownership'])
    assert((await inMenu(moderator.page, label).count()) === 0, `the moderator sees ${label}`)
  const page = moderator.page
  await page.getByText(owner.person.username, { exact: true }).waitFor()
  assert(
    (await page.getByRole('button', { name: `Manage ${owner.person.username}` }).count()) === 0,
    'acts on the owner',
  )
  await manageMember(page, member.person, 'Roles')
  await page.getByText('Not below your own role.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await openSection(page, group, 'ownership')
  await page.getByRole('heading', { name: 'Your roles do not open “Ownership”' }).waitFor()
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await openSection(member.page, group, 'details')
  await member.page.getByText('Managing this group is for those whom its owner has given a role for it.').waitFor()
}

/** The moderator writes notes about the member, removes them and bans them; the owner sees each of it at once. */
async function moderates({ group, owner, moderator, member }: Cast): Promise<void> {
  const { page } = moderator
  await openSection(owner.page, group, 'members')
  await manageMember(page, member.person, 'Notes')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Shouts <b>a lot</b>')
  await seesSoon({
    act: 'notes about a member',
    run: () => page.getByRole('button', { name: 'Save' }).click(),
    seen: owner.page.getByText('Shouts <b>a lot</b>'),
  })
  await manageMember(page, member.person, 'Remove')
  await seesSoon({
    act: 'removing a member',
    run: () => confirm(page, 'Remove'),
    seen: owner.page.getByRole('button', { name: `Manage ${member.person.username}` }),
    state: 'detached',
  })
  const left = await membershipOf(owner.person, group, member.person)
  assert(left?.status === 'INACTIVE' && left.managerNotes === null, JSON.stringify(left))
  await seesSoon({
    act: 'joining a group again',
    run: () => joinGroup(member.person, group),
    seen: page.getByRole('button', { name: `Manage ${member.person.username}` }),
  })
  await manageMember(page, member.person, 'Ban')
  await seesSoon({
    act: 'banning a member',
    run: () => confirm(page, 'Ban'),
    seen: inMenu(owner.page, 'Bans 1'),
  })
  await inMenu(owner.page, 'Bans 1').click()
  await owner.page.getByRole('button', { name: `Unban: ${member.person.username}` }).click()
  await owner.page.getByText('Nobody is banned.').waitFor()
  await joinGroup(member.person, group)
}

/** The owner offers the group to the moderator, who sees it at once and takes it over. */
async function handOver({ group, owner, moderator }: Cast): Promise<void> {
  const { page } = owner
  await inMenu(page, 'Ownership').click()
  await page.getByRole('combobox', { name: 'New owner' }).fill(moderator.person.username)
  await page.getByRole('option', { name: moderator.person.username }).click()
  await page.getByRole('list', { name: 'What it takes' }).getByText('You both have a subscription.').waitFor()
  await page.getByRole('button', { name: `Offer the group: ${moderator.person.username}` }).click()
  await seesSoon({
    act: 'an offer of a group',
    run: () => confirm(page, 'Offer the group'),
    seen: inMenu(moderator.page, 'Ownership'),
  })
  await page.getByText(`The group is offered to ${moderator.person.username}.`).waitFor()
  await inMenu(moderator.page, 'Ownership').click()
  await moderator.page
    .getByText(`${owner.person.username} wants to hand ${group.name} over to you.`, { exact: false })
    .waitFor()
  await moderator.page.getByRole('button', { name: 'Accept the group' }).click()
  await seesSoon({
    act: 'taking a group over',
    run: () => confirm(moderator.page, 'Accept the group'),
    seen: page.getByText('Managing this group is for those whom its owner has given a role for it.'),
  })
  await inMenu(moderator.page, 'Audit log').waitFor()
}

/** The new owner deletes the group, once its name is typed rightly; it disappears for the former owner. */
async function deleteIt({ group, owner, moderator: { page } }: Cast): Promise<void> {
  await page.getByRole('button', { name: 'Delete this group' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${group.name}?` })
  await dialog.getByRole('textbox', { name: 'Type the name of the group' }).fill('Something else')
  await dialog.getByRole('button', { name: 'Delete this group' }).click()
  await dialog.getByText('This is not the name of the group.').waitFor()
  await dialog.getByRole('textbox', { name: 'Type the name of the group' }).fill(group.name)
  await seesSoon({
    act: 'deleting a group',
    run: () => dialog.getByRole('button', { name: 'Delete this group' }).click(),
    seen: owner.page.getByRole('heading', { name: 'There is nothing here' }),
  })
  await page.getByText(`${group.name} is deleted.`).waitFor()
  await page.waitForURL('**/groups')
  const found = Object(await owner.person.run('query G($id: ID!) { group(id: $id) { id } }', { id: group.id }))
  assert(found.group === null, 'the group is still there')
}

async function aCast(stage: Stage): Promise<Cast> {
  const [owner, moderator, member] = [await aFounder(stage), await aFounder(stage), await stage.aPerson()]
  await confirmEmail(stage, moderator)
  const group = await createGroup(owner)
  for (const person of [moderator, member]) await joinGroup(person, group)
  const sideOf = async (person: Person) => ({ person, page: await stage.openTab(person) })
  return { group, owner: await sideOf(owner), moderator: await sideOf(moderator), member: await sideOf(member) }
}

export const groupLifeJourneys: readonly Journey[] = [
  journey('a group from its roles to its end: owner, moderator and member, and who owns it next', async (stage) => {
    const cast = await aCast(stage)
    const { group, owner, moderator } = cast
    await owner.page.goto(`/groups/${group.id}/manage`)
    await owner.page.waitForURL('**/manage/details')
    await openSection(moderator.page, group, 'members')
    await makeModeratorRole(owner)
    await giveModeratorRole(cast)
    await isRefusedTheRest(cast)
    await moderates(cast)
    await handOver(cast)
    await deleteIt(cast)
  }),

  journey('an offer of a group is declined by whom it was made to, and withdrawn by the owner', async (stage) => {
    const { group, owner, moderator } = await aCast(stage)
    const offer = async () => {
      await owner.page.getByRole('combobox', { name: 'New owner' }).fill(moderator.person.username)
      await owner.page.getByRole('option', { name: moderator.person.username }).click()
      await owner.page.getByRole('button', { name: `Offer the group: ${moderator.person.username}` }).click()
      await confirm(owner.page, 'Offer the group')
    }
    await openSection(owner.page, group, 'ownership')
    await openSection(moderator.page, group, 'ownership')
    await moderator.page.getByRole('heading', { name: 'Your roles do not open “Ownership”' }).waitFor()
    await offer()
    await moderator.page.getByRole('button', { name: 'Decline' }).click()
    await moderator.page.getByRole('heading', { name: 'Your roles do not open “Ownership”' }).waitFor()
    await offer()
    await moderator.page.getByRole('button', { name: 'Accept the group' }).waitFor()
    await owner.page.getByRole('button', { name: 'Withdraw the offer' }).click()
    await moderator.page.getByRole('heading', { name: 'Your roles do not open “Ownership”' }).waitFor()
    await owner.page.getByRole('combobox', { name: 'New owner' }).waitFor()
  }),
]

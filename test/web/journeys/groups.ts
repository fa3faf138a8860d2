import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import {
  acceptIntoGroup,
  aFounder,
  aGroupMember,
  aShortCode,
  banFromGroup,
  createGroup,
  groupStatus,
  inviteToGroup,
  type JourneyGroup,
  updateGroup,
} from '../acts/groups.ts'
import { seesTakenCode } from '../acts/shortCodes.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { aPicture, chooseFile, chooseInMenu, confirm, hasSearch, seesValue } from '../steps.ts'
import { groupContentJourneys } from './groupContent.ts'
import { groupOwnRolesJourneys } from './groupOwnRoles.ts'

/** Opens the page of a group. */
async function openGroup(stage: Stage, person: Person, { id, name }: JourneyGroup, rest = ''): Promise<Page> {
  const page = await stage.openTab(person)
  await page.goto(`/groups/${id}${rest}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return page
}

const head = (page: Page) => page.getByRole('region', { name: 'The group' })
const isMember = (page: Page) => head(page).getByText('Member', { exact: true }).first()
const act = (page: Page, name: string, group: JourneyGroup) =>
  page.getByRole('button', { name: `${name}: ${group.name}`, exact: true })

export const groupsJourneys: readonly Journey[] = [
  shortJourney('find a group by filters that the address keeps, and open it', async (stage) => {
    const page = await stage.openTab(await stage.aPerson())
    await page.goto('/groups')
    await page.getByText('You are not in any groups yet.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Discover groups' }).click()
    await page.getByLabel('Name or code').fill('Midnight')
    await page.getByLabel('Tag').fill('Music')
    await page.getByLabel('Language').selectOption({ label: 'English' })
    await page.getByLabel('Size').selectOption({ label: '21 to 100 members' })
    const kept = { tab: 'discover', search: 'Midnight', tag: 'music', language: 'eng', size: 'medium' }
    await page.waitForURL(hasSearch(kept))
    await page.getByText('1 group', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Midnight Dancers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Midnight Dancers' }).waitFor()
    await page.goBack()
    await page.waitForURL(hasSearch(kept))
    await seesValue(page.getByLabel('Name or code'), 'Midnight')
    await page.getByLabel('Size').selectOption({ label: 'More than 100 members' })
    await page.getByText('No groups match.', { exact: false }).waitFor()
    await page.goto('/groups?tab=nonsense&size=huge')
    await page.getByText('You are not in any groups yet.', { exact: false }).waitFor()
    await page.goto('/groups/grp_00000000-0000-4000-8000-00000000ffff')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),

  journey(
    'join an open group, ask one that takes requests, and leave; its owner sees who comes and goes',
    async (stage) => {
      const owner = await aFounder(stage)
      const group = await createGroup(owner)
      const person = await stage.aPerson()
      const owners = await openGroup(stage, owner, group, '?tab=members')
      const page = await openGroup(stage, person, group)
      const listed = owners.getByRole('listitem').getByText(person.username)
      await seesSoon({ act: 'joining a group', run: () => act(page, 'Join', group).click(), seen: listed })
      await head(owners).getByText('2 members').waitFor()
      await isMember(page).waitFor()
      await chooseInMenu(page, group.name, 'Leave')
      await confirm(page, 'Cancel')
      await chooseInMenu(page, group.name, 'Leave')
      await confirm(page, 'Leave')
      await listed.waitFor({ state: 'detached' })
      await head(owners).getByText('1 member', { exact: true }).waitFor()
      await seesSoon({
        act: 'a change of who can join',
        run: () => updateGroup(owner, group, { joinState: 'REQUEST' }),
        seen: act(page, 'Ask to join', group),
      })
      await act(page, 'Ask to join', group).click()
      await page.getByText('You have asked to join.').waitFor()
      await act(page, 'Take back the request', group).click()
      await act(page, 'Ask to join', group).click()
      await page.getByText('You have asked to join.').waitFor()
      const lists = await stage.openTabBeside(page)
      await lists.goto('/groups?tab=invites')
      const asked = lists
        .getByRole('region', { name: 'Groups you have asked to join' })
        .getByRole('link', { name: group.name })
      await asked.waitFor()
      await seesSoon({
        act: 'the answer to a request to join',
        run: () => acceptIntoGroup(owner, group, person),
        seen: isMember(page),
      })
      await asked.waitFor({ state: 'detached' })
      await lists.getByRole('tab', { name: 'Your groups' }).click()
      await lists.getByRole('link', { name: group.name }).waitFor()
      if ((await groupStatus(person, group)).viewerStatus !== 'MEMBER') throw new Error('the person is no member')
    },
  ),

  journey('answer the invites of a group, block it, unblock it, and be banned from it', async (stage) => {
    const owner = await aFounder(stage)
    const group = await createGroup(owner, { joinState: 'INVITE' })
    const person = await stage.aPerson()
    const page = await openGroup(stage, person, group)
    await page.getByText('You need an invite to join.').waitFor()
    const invited = page.getByText(`${owner.username} has invited you.`)
    await seesSoon({ act: 'an invite to a group', run: () => inviteToGroup(owner, group, person), seen: invited })
    await act(page, 'Decline', group).click()
    await page.getByText('You need an invite to join.').waitFor()
    await inviteToGroup(owner, group, person)
    await invited.waitFor()
    await chooseInMenu(page, group.name, 'Block')
    await confirm(page, 'Block')
    await page.getByText('You have blocked this group.').waitFor()
    const blocked = await stage.openTabBeside(page)
    await blocked.goto('/settings/blocked')
    await blocked.getByRole('link', { name: group.name }).click()
    await act(blocked, 'Unblock', group).click()
    await page.getByText('You need an invite to join.').waitFor()
    await page.goto('/groups')
    const tab = page.getByRole('tab', { name: 'Invites and requests' })
    await tab.click()
    await page.getByText('No invites are waiting for you.').waitFor()
    await seesSoon({
      act: 'an invite in the list of groups',
      run: () => inviteToGroup(owner, group, person),
      seen: act(page, 'Accept', group),
    })
    await act(page, 'Accept', group).click()
    await page.getByText('No invites are waiting for you.').waitFor()
    await isMember(blocked).waitFor()
    await seesSoon({
      act: 'a ban from a group',
      run: () => banFromGroup(owner, group, person),
      seen: blocked.getByText('You are banned from this group.'),
    })
  }),

  journey('create a group, with what is refused at its fields, and say who may not', async (stage) => {
    const founder = await aFounder(stage)
    const page = await stage.openTab(founder)
    await page.goto('/groups')
    await page.getByRole('link', { name: 'Create a group' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('ab')
    await page.getByRole('textbox', { name: 'Short code' }).fill('no code!')
    const submit = page.getByRole('button', { name: 'Create the group' })
    await submit.click()
    await page.locator('input[aria-invalid="true"]').nth(1).waitFor()
    await page.getByText('Use 3 or more characters.').waitFor()
    const name = `Night Market ${aShortCode()}`
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('textbox', { name: 'Short code' }).fill(aShortCode().toLowerCase())
    await page.getByLabel('Description').fill('Stalls <b>until</b> morning')
    await seesTakenCode(page, 'CreateGroup', () => submit.click())
    await page.getByRole('radio', { name: 'Run by moderators, by request' }).check()
    await seesValue(page.getByLabel('Who can join'), 'REQUEST')
    await chooseFile(page, 'Choose a file: Icon', await aPicture('icon.png'))
    await page.getByText('icon.png').waitFor()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await submit.click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await head(page).getByText('Group Owner').waitFor()
    await page.getByText('Stalls <b>until</b> morning').waitFor()
    await head(page).getByText('By request').waitFor()
    await page.goto('/groups')
    await page.getByRole('link', { name }).waitFor()
    const other = await stage.openTab(await stage.aPerson())
    await other.goto('/groups/new')
    await other.getByText('You cannot create a group at the moment').waitFor()
    if ((await other.getByRole('button', { name: 'Create the group' }).count()) > 0) throw new Error('there is a form')
  }),

  journey(
    'change the settings of the own membership of a group, show it on the profile, and report it',
    async (stage) => {
      const group = await createGroup(await aFounder(stage))
      const member = await aGroupMember(stage, group)
      const page = await openGroup(stage, member, group)
      await page.getByLabel('Who sees on your profile that you are a member').selectOption({ label: 'Your friends' })
      await page.getByRole('switch', { name: 'Tell me about events' }).click({ force: true })
      await eventually(async () => (await groupStatus(member, group)).viewerMembership.visibility === 'FRIENDS')
      await chooseInMenu(page, group.name, 'Show it on your profile')
      await eventually(async () => (await groupStatus(member, group)).viewerMembership.isRepresenting)
      const profile = await stage.openTabBeside(page)
      await profile.goto(`/people/${member.id}`)
      await profile.getByRole('link', { name: group.name }).first().click()
      await profile.getByRole('heading', { level: 1, name: group.name }).waitFor()
      await page.reload()
      if (await page.getByRole('switch', { name: 'Tell me about events' }).isChecked())
        throw new Error('it is on again')
      await chooseInMenu(page, group.name, 'Stop showing it on your profile')
      await eventually(async () => !(await groupStatus(member, group)).viewerMembership.isRepresenting)
      await chooseInMenu(page, group.name, 'Report')
      const report = page.getByRole('dialog', { name: `Report ${group.name}` })
      await report.getByRole('radio').first().check()
      await report.getByRole('radiogroup', { name: 'What is wrong with it?' }).getByRole('radio').first().check()
      await report.getByRole('button', { name: 'Send the report' }).click()
      await report.getByText('Thank you for telling us').waitFor()
    },
  ),

  ...groupContentJourneys,
  ...groupOwnRolesJourneys,
]

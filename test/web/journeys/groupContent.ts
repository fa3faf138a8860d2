import type { Page } from 'playwright-core'
import { aFounder, aGroupMember, createGroup, type JourneyGroup } from '../acts/groups.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { aPicture, chooseFile, chooseUpload, confirm } from '../steps.ts'

/** An owner, a member and a guest of a group, each on a part of its page. */
async function openThree(stage: Stage, rest: string) {
  const owner = await aFounder(stage)
  const group = await createGroup(owner)
  const [member, guest] = [await aGroupMember(stage, group), await stage.aPerson()]
  const open = (person: Person) => openPart(stage, { person, group, rest })
  return { group, owners: await open(owner), members: await open(member), guests: await open(guest), member }
}

interface Part {
  readonly person: Person
  readonly group: JourneyGroup
  readonly rest: string
}

async function openPart(stage: Stage, { person, group, rest }: Part): Promise<Page> {
  const page = await stage.openTab(person)
  await page.goto(`/groups/${group.id}${rest}`)
  await page.getByRole('heading', { level: 1, name: group.name }).waitFor()
  return page
}

const post = (page: Page, title: string) => page.getByRole('article', { name: title })
const dialog = (page: Page) => page.getByRole('dialog')

async function seesNothing(page: Page, text: string): Promise<void> {
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('There are no posts you can read yet.').waitFor()
  if ((await page.getByText(text).count()) > 0) throw new Error(`a guest sees ${text}`)
}

/** Adds a picture to the gallery that is open. */
async function addPicture(page: Page, name: string): Promise<void> {
  await chooseFile(page, 'Add pictures', await aPicture(name))
}

const pictures = (page: Page) => page.getByRole('list', { name: 'Pictures' }).getByRole('button')

export const groupContentJourneys: readonly Journey[] = [
  journey(
    'write a post with a picture in a group, change it and delete it; members see it at once, guests never',
    async (stage) => {
      const { owners, members, guests } = await openThree(stage, '?tab=posts')
      await owners.getByText('There are no posts yet. Write the first one.').waitFor()
      await owners.getByRole('button', { name: 'Write a post' }).click()
      await dialog(owners).getByRole('button', { name: 'Publish' }).click()
      await dialog(owners).locator('[aria-invalid="true"]').nth(1).waitFor()
      await dialog(owners).getByLabel('Title').fill('Tonight at eight')
      await dialog(owners).getByRole('textbox', { name: 'Text' }).fill('Bring <i>lanterns</i>')
      await dialog(owners).getByLabel('Who can read it').selectOption({ label: 'Members' })
      await chooseUpload(owners, 'Choose a file: Picture', await aPicture('lantern.png'))
      await seesSoon({
        act: 'a post in a group',
        run: () => dialog(owners).getByRole('button', { name: 'Publish' }).click(),
        seen: post(members, 'Tonight at eight').getByText('Bring <i>lanterns</i>'),
      })
      await post(members, 'Tonight at eight').locator('img[src*="file"], img[src*="image"]').last().waitFor()
      if ((await members.getByRole('button', { name: /^Change/ }).count()) > 0)
        throw new Error('a member can change it')
      await seesNothing(guests, 'Tonight at eight')
      await owners.getByRole('button', { name: 'Change: Tonight at eight' }).click()
      await dialog(owners).getByLabel('Title').fill('Tonight at nine')
      await dialog(owners).getByLabel('Who can read it').selectOption({ label: 'Everybody' })
      await dialog(owners).getByRole('checkbox', { name: 'Take the picture away' }).check()
      await seesSoon({
        act: 'a change of a post',
        run: () => dialog(owners).getByRole('button', { name: 'Save' }).click(),
        seen: post(members, 'Tonight at nine'),
      })
      await post(guests, 'Tonight at nine').waitFor()
      await owners.getByRole('button', { name: 'Delete: Tonight at nine' }).click()
      await confirm(owners, 'Cancel')
      await owners.getByRole('button', { name: 'Delete: Tonight at nine' }).click()
      await confirm(owners, 'Delete')
      await post(members, 'Tonight at nine').waitFor({ state: 'detached' })
      await post(guests, 'Tonight at nine').waitFor({ state: 'detached' })
      await owners.getByText('There are no posts yet. Write the first one.').waitFor()
    },
  ),

  journey('set the announcement of a group, change it while it is written elsewhere, and delete it', async (stage) => {
    const { owners, members, guests } = await openThree(stage, '')
    const announced = members.getByRole('region', { name: 'Announcement' })
    await owners.getByRole('button', { name: 'Write the announcement' }).click()
    await dialog(owners).getByLabel('Title').fill('We move to the harbor')
    await chooseUpload(owners, 'Choose a file: Picture', await aPicture('harbor.png'))
    await seesSoon({
      act: 'an announcement',
      run: () => dialog(owners).getByRole('button', { name: 'Publish' }).click(),
      seen: announced.getByText('We move to the harbor'),
    })
    if ((await guests.getByText('We move to the harbor').count()) > 0) throw new Error('a guest sees it')
    await owners.getByRole('button', { name: 'Change: We move to the harbor' }).click()
    await dialog(owners).getByRole('textbox', { name: 'Text' }).fill('On Sunday')
    await dialog(owners).getByRole('button', { name: 'Publish' }).click()
    await announced.getByText('On Sunday').waitFor()
    await announced.getByText('We move to the harbor').waitFor()
    await announced.locator('img').last().waitFor()
    await owners.getByRole('button', { name: 'Delete: We move to the harbor' }).click()
    await confirm(owners, 'Delete')
    await announced.waitFor({ state: 'detached' })
  }),

  journey('add pictures to a gallery of a group, approve them, look at them large, and delete them', async (stage) => {
    const { owners, members, guests } = await openThree(stage, '?tab=galleries')
    await owners.getByRole('button', { name: 'New gallery' }).click()
    await dialog(owners).getByRole('button', { name: 'Create', exact: true }).click()
    await dialog(owners).locator('[aria-invalid="true"]').first().waitFor()
    await dialog(owners).getByLabel('Name').fill('Rooftops')
    await dialog(owners).getByRole('combobox', { name: 'Roles that add pictures' }).press('ArrowDown')
    await owners.getByRole('option', { name: 'Everyone' }).click()
    await dialog(owners).getByLabel('Name').click()
    await dialog(owners).getByRole('button', { name: 'Create', exact: true }).click()
    await owners.getByRole('heading', { level: 2, name: 'Rooftops' }).waitFor()
    await members.getByRole('link', { name: 'Rooftops' }).click()
    await members.getByText('Others see them once they are approved.', { exact: false }).waitFor()
    await guests.getByRole('link', { name: 'Rooftops' }).click()
    await guests.getByText('There are no pictures yet.').waitFor()
    const waiting = owners.getByRole('region', { name: 'Waiting for approval' })
    await seesSoon({
      act: 'a picture that waits',
      run: () => addPicture(members, 'roof.png'),
      seen: waiting.getByRole('button', { name: 'Approve' }),
    })
    await members.getByRole('region', { name: 'Waiting for approval' }).waitFor()
    if ((await members.getByRole('button', { name: 'Approve' }).count()) > 0) throw new Error('a member can approve')
    if ((await pictures(guests).count()) > 0) throw new Error('a guest sees a picture that waits')
    await seesSoon({
      act: 'the approval of a picture',
      run: () => waiting.getByRole('button', { name: 'Approve' }).click(),
      seen: pictures(guests).first(),
    })
    await addPicture(owners, 'tower.png')
    await pictures(guests).nth(1).waitFor()
    await pictures(guests).first().click()
    await dialog(guests).getByText('1 of 2').waitFor()
    await guests.keyboard.press('ArrowRight')
    await dialog(guests).getByText('2 of 2').waitFor()
    await guests.keyboard.press('Escape')
    await dialog(guests).waitFor({ state: 'detached' })
    await pictures(owners).first().click()
    await dialog(owners).getByRole('button', { name: 'Move back' }).click()
    await dialog(owners).getByText('2 of 2').waitFor()
    await dialog(owners).getByRole('button', { name: 'Delete' }).click()
    await owners.getByRole('dialog', { name: 'Delete the picture?' }).getByRole('button', { name: 'Delete' }).click()
    await dialog(owners).getByText('1 of 1').waitFor()
    await pictures(guests).nth(1).waitFor({ state: 'detached' })
    await owners.keyboard.press('Escape')
    await owners.getByRole('button', { name: 'Delete the gallery' }).click()
    await confirm(owners, 'Delete the gallery')
    await owners.getByText('There are no galleries yet. Create the first one.').waitFor()
    await guests.getByText('There is no such gallery. It may have been deleted.').waitFor()
  }),
]

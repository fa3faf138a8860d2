import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { giveItem, theAdmin } from '../acts/inventory.ts'
import { aPropBundle, deleteProp, makeProp, publishProp, readProp, updateProp } from '../acts/props.ts'
import { seesSoon } from '../delays.ts'
import { changeAnswers, failed } from '../graphRoutes.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import { agree, aPicture, type ChosenFile, chooseFile, confirm, seesValue } from '../steps.ts'

const nothingHere = (page: Page) => page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
const seesProp = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const isInvalid = (page: Page, name: string) =>
  page.getByRole('textbox', { name }).and(page.locator('[aria-invalid=true]')).waitFor()

/** Chooses a file for a field of a form, and waits until it is sent. */
async function chooseUpload(page: Page, label: string, file: ChosenFile): Promise<void> {
  await chooseFile(page, `Choose a file: ${label}`, file)
  await page.getByText(file.name, { exact: true }).waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
}

/** Fills in the form of a new prop, with what is refused first. Returns its id. */
async function uploadProp(page: Page, name: string): Promise<string> {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Props' }).click()
  await page.getByText('You have made no props yet.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'New prop' }).click()
  await page.getByRole('heading', { level: 1, name: 'New prop' }).waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Choose a file.', { exact: true }).first().waitFor()
  await page.getByText('Confirm this, so that it can be uploaded.').waitFor()
  await chooseUpload(page, 'Picture', await aPicture('lamp.png'))
  await chooseUpload(page, 'Bundle', aPropBundle('lamp.vrcp'))
  await agree(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await isInvalid(page, 'Name')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Description' }).fill('Bright <b>light</b>')
  await page
    .getByRole('combobox', { name: 'Tags' })
    .or(page.getByRole('textbox', { name: 'Tags' }))
    .fill('lamp')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Placement mask' }).fill('3')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: `Edit ${name}` }).waitFor()
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

export const propsJourneys: readonly Journey[] = [
  shortJourney(
    'upload a prop, for which one agrees to own its rights, and publish it on one’s profile',
    async (stage) => {
      const [author, other] = [await stage.aPerson(), await stage.aPerson()]
      const name = `Lamp ${author.username}`
      const page = await stage.openTab(author)
      const id = await uploadProp(page, name)
      expect(await readProp(author, id)).toMatchObject({
        hasAgreed: true,
        node: { name, isPublic: false, tags: ['author_tag_lamp'], spawnType: 0, worldPlacementMask: 3 },
      })
      const watching = await stage.openTab(other)
      await watching.goto(`/props/${id}`)
      await nothingHere(watching)
      await page.getByText('Only you can see this prop.').waitFor()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByText(`Everybody can see ${name} now.`).waitFor()
      await watching.goto(`/people/${author.id}?tab=creations`)
      await watching.getByRole('region', { name: 'Props' }).getByRole('link', { name }).click()
      await seesProp(watching, name)
      await watching.getByText('Bright <b>light</b>').waitFor()
      await watching.getByRole('region', { name: 'Platforms' }).getByText('PC', { exact: true }).waitFor()
      await watching.goto(`/props/${id}/edit`)
      await nothingHere(watching)
      await page.getByRole('button', { name: 'Make private' }).click()
      await confirm(page, 'Make private')
      await page.getByText(`${name} is private now.`).waitFor()
      await watching.goto(`/props/${id}`)
      await nothingHere(watching)
    },
  ),

  journey('edit a prop while another device does, and give it a picture and a bundle for a headset', async (stage) => {
    const author = await stage.aPerson()
    const prop = await makeProp(author)
    const page = await stage.openTab(author)
    await page.goto(`/props/${prop.id}/edit`)
    const description = page.getByRole('textbox', { name: 'Description' })
    await description.fill('Being written')
    await updateProp(author, prop.id, { description: 'Written there', name: `${prop.name} II` })
    await page.getByText('Changed elsewhere while you were editing: Description').waitFor()
    await seesValue(page.getByRole('textbox', { name: 'Name', exact: true }), `${prop.name} II`)
    await page.getByRole('button', { name: 'Show the new version' }).click()
    await seesValue(description, 'Written there')
    await page.getByRole('textbox', { name: 'Spawn type' }).fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a number.').waitFor()
    await page.getByRole('textbox', { name: 'Spawn type' }).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    const { imageUrl } = (await readProp(author, prop.id)).node
    await chooseFile(page, 'Change: Picture', await aPicture('new.png'))
    await eventually(async () => (await readProp(author, prop.id)).node.imageUrl !== imageUrl)
    const bundles = page.getByRole('region', { name: 'Platforms' })
    await bundles.getByRole('button', { name: 'Add or replace' }).click()
    await bundles.getByText('Choose a file.', { exact: true }).waitFor()
    await chooseUpload(page, 'Bundle', aPropBundle('android.vrcp'))
    await bundles.getByLabel('Platform').selectOption({ label: 'Android' })
    await bundles.getByRole('textbox', { name: 'Signature' }).fill('signed by me')
    // Another client has made the prop without asking.
    await agree(page)
    await bundles.getByRole('button', { name: 'Add or replace' }).click()
    await page.getByText('The bundle is in its place.').waitFor()
    await bundles.getByRole('listitem').filter({ hasText: 'Android' }).getByText('signed').waitFor()
    await page.getByRole('checkbox', { name: /^I own the rights/ }).waitFor({ state: 'detached' })
    const { hasAgreed, node } = await readProp(author, prop.id)
    const packages = [{ platform: 'android', propSignature: 'signed by me' }, { platform: 'standalonewindows' }]
    expect({ hasAgreed, node }).toMatchObject({ hasAgreed: true, node: { spawnType: 2, packages } })
  }),

  journey('nothing is sent while it is unknown whether one has agreed to own the rights', async (stage) => {
    const author = await stage.aPerson()
    const prop = await makeProp(author)
    const page = await stage.openTab(author)
    const mend = await changeAnswers(page, 'ContentAgreed', () => failed('req-agreement'))
    await page.goto(`/props/${prop.id}/edit`)
    const bundles = page.getByRole('region', { name: 'Platforms' })
    await bundles.getByRole('alert').getByText('req-agreement', { exact: false }).waitFor()
    expect(await bundles.getByRole('button', { name: 'Add or replace' }).isDisabled()).toBe(true)
    await mend()
    await bundles.getByRole('button', { name: 'Try again' }).click()
    await bundles.getByRole('checkbox', { name: /^I own the rights/ }).waitFor()
    await bundles.getByRole('button', { name: 'Add or replace' }).click()
    await bundles.getByText('Confirm this, so that it can be uploaded.').waitFor()
  }),

  journey('delete a prop while another tab shows it and the list of all', async (stage) => {
    const author = await stage.aPerson()
    const [prop, second] = [await makeProp(author), await makeProp(author)]
    const page = await stage.openTab(author)
    await page.goto('/props')
    await page.getByText('2 props', { exact: true }).waitFor()
    const beside = await stage.openTabBeside(page)
    await beside.goto(`/props/${prop.id}`)
    await seesProp(beside, prop.name)
    await page.getByRole('link', { name: prop.name, exact: true }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await confirm(page, 'Cancel')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await seesSoon({
      act: 'deleting a prop',
      run: () => confirm(page, 'Delete'),
      seen: beside.getByRole('heading', { name: `${prop.name} is gone` }),
    })
    await page.getByText('1 prop', { exact: true }).waitFor()
    await updateProp(author, second.id, { name: `${second.name} II` })
    await page.getByRole('link', { name: `${second.name} II`, exact: true }).waitFor()
    await deleteProp(author, second.id)
    await page.getByText('You have made no props yet.', { exact: false }).waitFor()
    await page.goto('/props/prop_nonsense')
    await nothingHere(page)
  }),

  journey('report a prop of somebody else, and come to the prop of an item', async (stage) => {
    const [author, other, admin] = [await stage.aPerson(), await stage.aPerson(), await theAdmin(stage)]
    const prop = await makeProp(author)
    await publishProp(author, prop.id)
    const page = await stage.openTab(other)
    await page.goto(`/props/${prop.id}`)
    await seesProp(page, prop.name)
    await page.getByRole('button', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: `Report ${prop.name}` })
    await dialog.getByRole('button', { name: 'Send the report' }).click()
    await dialog.getByText('Choose one.').waitFor()
    await dialog.getByRole('radio', { name: 'Copyright' }).check()
    await dialog.getByRole('button', { name: 'Send the report' }).click()
    await dialog.getByText('Thank you for telling us').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await giveItem(admin, other, 'Lantern')
    await page.goto('/inventory?type=PROP')
    await page.getByRole('link', { name: 'Lantern', exact: true }).click()
    await page.getByRole('dialog', { name: 'Lantern' }).getByRole('link', { name: 'Look at the prop' }).click()
    await seesProp(page, 'Lantern')
    await page.getByText('It has no bundle, so nobody can place it.').waitFor()
  }),
]

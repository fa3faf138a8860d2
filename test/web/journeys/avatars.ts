import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { aBundle, deleteAvatar, FALLBACK_TAG, type MadeAvatar, makeAvatar, updateAvatar } from '../acts/avatars.ts'
import { befriend } from '../acts.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { agree, aPicture, chooseFile, chooseUpload, confirm, hasSearch, seesValue } from '../steps.ts'

const seesAvatar = (page: Page, { name }: Pick<MadeAvatar, 'name'>) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Opens the page of an avatar. */
async function openAvatar(stage: Stage, person: Person, avatar: MadeAvatar): Promise<Page> {
  const page = await stage.openTab(person)
  await page.goto(`/avatars/${avatar.id}`)
  await seesAvatar(page, avatar)
  return page
}

const STYLES = '{ avatarStyles(first: 50) { nodes { id name } } }'

async function styleNamed(person: Person, wanted: string): Promise<string> {
  const nodes: { id: string; name: string }[] = Object(await person.run(STYLES)).avatarStyles.nodes
  return nodes.find(({ name }) => name === wanted)?.id ?? ''
}

/** Chooses one or several files by the button of a gallery. */
async function addPictures(page: Page, names: readonly string[]): Promise<void> {
  const files = await Promise.all(names.map((name) => aPicture(name)))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose pictures' }).click()
  await (await chooser).setFiles(files)
}

/** Fills in the form of a new avatar, with what is refused first. Returns the name. */
async function fillInNewAvatar(page: Page, name: string): Promise<void> {
  await page.goto('/avatars?list=own')
  await page.getByText('You have no avatars like this.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'New avatar' }).click()
  await page.getByRole('heading', { level: 1, name: 'New avatar' }).waitFor()
  await page.getByLabel('Who can see it').selectOption({ label: 'Public' })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Confirm this, so that it can be uploaded.').waitFor()
  await agree(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Fill this in.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await page.getByRole('combobox', { name: 'Who can see it' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Who can see it').selectOption({ label: 'Private' })
  await chooseUpload(page, 'Choose a file: Picture', await aPicture('fox.png'))
  await chooseUpload(page, 'Choose a file: Bundle', aBundle())
  await page.getByRole('textbox', { name: 'Unity version' }).fill('newest')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Enter a version such as 2022.3.22f1.').waitFor()
  await page.getByRole('textbox', { name: 'Unity version' }).fill('2022.3.22f1')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: `Edit ${name}` }).waitFor()
}

/** Writes texts and chooses styles, with a tag that is refused first. */
async function fillInDetails(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Description' }).fill('Soft <b>paws</b>')
  await page.getByRole('combobox', { name: 'Style', exact: true }).selectOption({ label: 'Furry' })
  await page.getByRole('combobox', { name: 'Second style' }).selectOption({ label: 'Fantasy' })
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.fill('x'.repeat(60))
  await tags.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Tags have at most 50 characters.').waitFor()
  await tags.press('Backspace')
  await tags.fill('forest')
  await tags.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
}

const GALLERY = 'query G($id: ID!) { avatar(id: $id) { gallery { nodes { id } } } }'
async function galleryOf(person: Person, id: string): Promise<readonly string[]> {
  const nodes: { id: string }[] = Object(await person.run(GALLERY, { id })).avatar.gallery.nodes
  return nodes.map((file) => file.id)
}

/** Adds two pictures, puts the second before the first, and deletes that. */
async function editGallery(page: Page, author: Person, id: string): Promise<void> {
  await addPictures(page, ['front.png', 'back.png'])
  await page.getByText('2 of 20').waitFor()
  const before = await galleryOf(author, id)
  await page.getByRole('button', { name: 'Move picture 2 of 2 to the front' }).focus()
  await page.keyboard.press('Enter')
  await eventually(async () => (await galleryOf(author, id)).join() === before.toReversed().join())
  await page.getByRole('button', { name: 'Delete picture 2 of 2' }).click()
  await confirm(page, 'Delete')
  await page.getByText('1 of 20').waitFor()
  await eventually(async () => (await galleryOf(author, id)).join() === before[1])
}

export const avatarsJourneys: readonly Journey[] = [
  shortJourney('find an avatar by filters that the address keeps, and wear it, which a friend sees', async (stage) => {
    const [author, viewer, friend] = [await stage.aPerson(), await stage.aPerson(), await stage.aPerson()]
    await befriend(viewer, friend)
    const avatar = await makeAvatar(author, { primaryStyleId: await styleNamed(author, 'Robot') })
    const page = await stage.openTab(viewer)
    await page.goto('/avatars')
    await page.getByLabel('Search avatars').fill(avatar.name)
    await page.waitForURL(hasSearch({ search: avatar.name }))
    await page.getByLabel('Style').selectOption({ label: 'Robot' })
    await page.getByLabel('Sort by').selectOption({ label: 'Name' })
    await page.waitForURL((url) => hasSearch({ sort: 'NAME' })(url) && url.searchParams.has('style'))
    const found = page.getByRole('tabpanel').getByRole('link', { name: avatar.name, exact: true })
    await found.waitFor()
    await page.reload()
    await found.click()
    await seesAvatar(page, avatar)
    await page.goBack()
    await seesValue(page.getByLabel('Search avatars'), avatar.name)
    await page.getByLabel('Style').selectOption({ label: 'Furry' })
    await page.getByText('No avatars match.', { exact: false }).waitFor()
    const beside = await stage.openTabBeside(page)
    await beside.goto(`/avatars/${avatar.id}`)
    const watching = await stage.openTab(friend)
    await watching.goto(`/people/${viewer.id}`)
    await watching.getByRole('heading', { level: 1, name: viewer.username }).waitFor()
    await seesSoon({
      act: 'wearing an avatar',
      run: () => beside.getByRole('button', { name: 'Wear', exact: true }).click(),
      seen: watching.locator(`img[src*="${avatar.pictureId}"]`).first(),
    })
    await page.getByRole('region', { name: 'What you look like' }).getByRole('link', { name: avatar.name }).waitFor()
    await beside.getByText('Worn now').waitFor()
    await beside.getByRole('button', { name: 'Wear', exact: true }).waitFor({ state: 'detached' })
  }),

  journey('upload an avatar, edit it, order its gallery, and publish it, which another person sees', async (stage) => {
    const [author, other] = [await stage.aPerson(), await stage.aPerson()]
    const name = `Wolf ${author.username}`
    const page = await stage.openTab(author)
    await fillInNewAvatar(page, name)
    const id = new URL(page.url()).pathname.split('/')[2] ?? ''
    const agreed = 'query A($id: ID!) { hasAgreed(contentId: $id, version: 1) }'
    if (!Object(await author.run(agreed, { id })).hasAgreed) throw new Error('the agreement is not stored')
    await fillInDetails(page)
    await editGallery(page, author, id)
    const watching = await stage.openTab(other)
    await watching.goto(`/avatars/${id}`)
    await watching.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await page.getByLabel('Who can see it').selectOption({ label: 'Public' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').last().waitFor()
    await eventually(async () => {
      const { avatar } = Object(await other.run('query A($id: ID!) { avatar(id: $id) { id } }', { id }))
      return avatar !== null
    })
    await watching.reload()
    await seesAvatar(watching, { name })
    await watching.getByText('Soft <b>paws</b>').waitFor()
    await watching.getByText('Furry, Fantasy').waitFor()
    await watching.getByRole('button', { name: `Picture 1 of 1 of ${name}` }).click()
    await watching
      .getByRole('dialog', { name })
      .getByRole('img', { name: `${name}, picture 1 of 1` })
      .waitFor()
    await watching.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} II`)
    await seesSoon({
      act: 'renaming an avatar',
      run: () => page.getByRole('button', { name: 'Save' }).click(),
      seen: watching.getByRole('heading', { level: 1, name: `${name} II` }),
    })
    await watching.goto(`/avatars/${id}/edit`)
    await watching.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),

  journey(
    'edit an avatar while another device does, and give it a picture and a bundle for a headset',
    async (stage) => {
      const author = await stage.aPerson()
      const avatar = await makeAvatar(author)
      const page = await stage.openTab(author)
      await page.goto(`/avatars/${avatar.id}/edit`)
      const description = page.getByRole('textbox', { name: 'Description' })
      await description.fill('Being written')
      await updateAvatar(author, avatar.id, { description: 'Written there', name: `${avatar.name} II` })
      await page.getByText('Changed elsewhere while you were editing: Description').waitFor()
      await seesValue(page.getByRole('textbox', { name: 'Name', exact: true }), `${avatar.name} II`)
      await page.getByRole('button', { name: 'Show the new version' }).click()
      await seesValue(description, 'Written there')
      await chooseFile(page, 'Change: Picture', await aPicture('new.png'))
      const read = 'query A($id: ID!) { avatar(id: $id) { imageUrl packages { platform } } }'
      const state = async () => Object(await author.run(read, { id: avatar.id })).avatar
      await eventually(async () => !(await state()).imageUrl.includes(avatar.pictureId))
      const bundles = page.getByRole('region', { name: 'Platforms' })
      await bundles.getByRole('button', { name: 'Add or replace' }).click()
      await bundles.getByText('Choose a file.', { exact: true }).waitFor()
      await chooseUpload(page, 'Choose a file: Bundle', aBundle('android.vrca'))
      // Another client has made the avatar without asking.
      await agree(page)
      await bundles.getByLabel('Platform').selectOption({ label: 'Android' })
      await bundles.getByRole('button', { name: 'Add or replace' }).click()
      await page.getByText('The bundle is in its place.').waitFor()
      await bundles.getByRole('listitem').filter({ hasText: 'Android' }).waitFor()
      const platforms: { platform: string }[] = (await state()).packages
      if (platforms.map(({ platform }) => platform).join() !== 'standalonewindows,android')
        throw new Error(JSON.stringify(platforms))
    },
  ),

  journey('block an avatar, which no search finds then, and unblock it', async (stage) => {
    const [author, viewer] = [await stage.aPerson(), await stage.aPerson()]
    const avatar = await makeAvatar(author)
    const page = await openAvatar(stage, viewer, avatar)
    const list = await stage.openTabBeside(page)
    await list.goto(`/avatars?search=${encodeURIComponent(avatar.name)}`)
    const found = list.getByRole('tabpanel').getByRole('link', { name: avatar.name, exact: true })
    await found.waitFor()
    await page.getByRole('button', { name: `More about ${avatar.name}` }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await confirm(page, 'Cancel')
    await page.getByRole('button', { name: `More about ${avatar.name}` }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await seesSoon({
      act: 'blocking an avatar',
      run: () => confirm(page, 'Block'),
      seen: found,
      state: 'detached',
    })
    await page.getByText('You have blocked this avatar', { exact: false }).waitFor()
    await page.goto('/settings/blocked')
    await page.getByRole('link', { name: avatar.name }).click()
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByText('You have blocked this avatar', { exact: false }).waitFor({ state: 'detached' })
    await found.waitFor()
    const read = 'query A($id: ID!) { avatar(id: $id) { viewerHasBlocked } }'
    const state = Object(await viewer.run(read, { id: avatar.id }))
    if (state.avatar.viewerHasBlocked) throw new Error('the block has not ended')
  }),

  journey('have the impostor of an avatar made, and delete it', async (stage) => {
    const [author, other] = [await stage.aPerson(), await stage.aPerson()]
    const avatar = await makeAvatar(author)
    const page = await openAvatar(stage, author, avatar)
    const panel = page.getByRole('region', { name: 'Impostor' })
    await panel.getByText('There is none yet.').waitFor()
    await panel.getByRole('button', { name: 'Make one' }).click()
    await panel.getByText('Done', { exact: true }).waitFor()
    await panel.getByText('There is one for 1 platform.').waitFor()
    await panel.getByRole('button', { name: 'Make it anew' }).waitFor()
    await panel.getByRole('button', { name: 'Delete the impostor' }).click()
    await confirm(page, 'Delete the impostor')
    await panel.getByText('There is none yet.').waitFor()
    const watching = await openAvatar(stage, other, avatar)
    await watching.getByRole('region', { name: 'Platforms' }).getByText('PC').waitFor()
    if (await watching.getByRole('region', { name: 'Impostor' }).isVisible()) throw new Error('others see the impostor')
  }),

  journey('choose a fallback, but none that not every device can show', async (stage) => {
    const [author, viewer] = [await stage.aPerson(), await stage.aPerson()]
    const [plain, simple] = [await makeAvatar(author), await makeAvatar(author, { tags: [FALLBACK_TAG] })]
    const page = await openAvatar(stage, viewer, plain)
    await page.getByText('It cannot be your fallback', { exact: false }).waitFor()
    await page.goto(`/avatars/${simple.id}`)
    const choose = page.getByRole('button', { name: 'Use as fallback' })
    // The author takes the mark away after the person has seen it.
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation SelectFallbackAvatar'))
        await updateAvatar(author, simple.id, { tags: [] })
      await route.continue()
    })
    await choose.click()
    await page.getByText('This avatar is not marked as one that can stand in for others.', { exact: false }).waitFor()
    await choose.waitFor({ state: 'detached' })
    await page.unroute('**/graphql')
    await updateAvatar(author, simple.id, { tags: [FALLBACK_TAG] })
    await choose.click()
    await page.getByText(`${simple.name} is your fallback now.`).waitFor()
    await page.getByText('Fallback', { exact: true }).waitFor()
    await page.goto('/avatars')
    const looks = page.getByRole('region', { name: 'What you look like' })
    await looks.getByRole('link', { name: simple.name }).waitFor()
    const { viewer: state } = Object(await viewer.run('{ viewer { fallbackAvatar { id } } }'))
    if (state.fallbackAvatar.id !== simple.id) throw new Error(JSON.stringify(state))
  }),

  journey('delete an avatar while another person looks at it', async (stage) => {
    const [author, other] = [await stage.aPerson(), await stage.aPerson()]
    const [avatar, second] = [await makeAvatar(author), await makeAvatar(author)]
    const watching = await openAvatar(stage, other, avatar)
    const page = await stage.openTab(author)
    await page.goto('/avatars?list=own')
    await page.getByText('2 avatars', { exact: true }).waitFor()
    await page.getByRole('link', { name: avatar.name, exact: true }).click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await seesSoon({
      act: 'deleting an avatar',
      run: () => confirm(page, 'Delete'),
      seen: watching.getByRole('heading', { name: 'There is nothing here' }),
    })
    await page.waitForURL(hasSearch({ list: 'own' }))
    await page.getByText('1 avatar', { exact: true }).waitFor()
    await page.getByRole('link', { name: avatar.name, exact: true }).waitFor({ state: 'detached' })
    await deleteAvatar(author, second.id)
    await page.getByText('You have no avatars like this.', { exact: false }).waitFor()
    await page.goto('/avatars/avtr_00000000-0000-4000-8000-00000000dead')
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),
]

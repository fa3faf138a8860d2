import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { aBundle, createWorld, saveData } from '../acts/ownWorlds.ts'
import { seesSoon } from '../delays.ts'
import { type Journey, journey } from '../journey.ts'
import type { Person } from '../people.ts'
import type { Stage } from '../stage.ts'
import { agree, aPicture, chooseFile, confirm, seesValue } from '../steps.ts'

const PICTURE = 'Choose a file: Picture'
const BUNDLE = 'Choose a file: World bundle'

/** Lets a page send so many bytes a second; without a number as many as it can. */
async function slowUploads(page: Page, bytesPerSecond = -1): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  const rest = { offline: false, latency: 0, downloadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { ...rest, uploadThroughput: bytesPerSecond })
  return session
}

/** What the file dialog of a button chooses, out of a folder: a browser takes no large file from elsewhere. */
async function chooseLargeFile(page: Page, button: string, { name, bytes }: { name: string; bytes: Buffer }) {
  const path = join(mkdtempSync(join(tmpdir(), 'plaza-web-')), name)
  writeFileSync(path, bytes)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(path)
}

const progressOf = (page: Page, name: string) => page.getByRole('progressbar', { name: `Progress: ${name}` })

/** Resolves when a part of a file has been sent, but not all of it. */
const isHalfSent = (page: Page, name: string) =>
  eventually(async () => {
    const value = Number(await progressOf(page, name).getAttribute('aria-valuenow'))
    return value >= 10 && value <= 90
  })

async function openNewWorld(stage: Stage): Promise<{ author: Person; page: Page }> {
  const author = await stage.aPerson()
  const page = await stage.openTab(author)
  await page.goto('/worlds?list=own')
  await page.getByText('You have no worlds here yet.', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Upload a world' }).click()
  await page.getByRole('heading', { level: 1, name: 'Upload a world' }).waitFor()
  return { author, page }
}

const section = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Parts of the world' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

const isInvalid = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label }).and(page.locator('[aria-invalid=true]')).waitFor()

/** The bytes of the only bundle of the only world of a person. */
async function readBundle(person: Person): Promise<Buffer> {
  const query = '{ viewer { worlds(first: 2) { nodes { packages { assetUrl } } } } }'
  const { viewer } = Object(await person.run(query))
  const [world, second] = viewer.worlds.nodes
  if (!world || second) throw new Error(`not one world: ${JSON.stringify(viewer)}`)
  const headers = { cookie: `auth=${person.token}` }
  const response = await fetch(String(world.packages[0].assetUrl), { headers })
  if (!response.ok) throw new Error(`the bundle was answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Creates a world on the page for that; the progress of the bundle is seen. */
async function createLighthouse(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await chooseFile(page, PICTURE, await aPicture('light.png'))
  await page.getByText('light.png', { exact: true }).waitFor()
  const slow = await slowUploads(page, 200_000)
  await chooseFile(page, BUNDLE, aBundle(bytes))
  await isHalfSent(page, 'world.vrcw')
  await progressOf(page, 'world.vrcw').waitFor({ state: 'detached' })
  await slow.detach()
  await page.getByLabel('Description').fill('A tower by the sea.\nBring a lamp.')
  await page.getByRole('textbox', { name: 'Capacity', exact: true }).fill('12')
  await page
    .getByRole('combobox', { name: 'Tags' })
    .or(page.getByRole('textbox', { name: 'Tags' }))
    .fill('sea')
  await page.keyboard.press('Enter')
  await page.getByLabel('Unity version').fill('2022.3.22f1')
  await agree(page)
  await page.getByRole('button', { name: 'Create world' }).click()
  await page.getByRole('heading', { level: 1, name: 'Publishing' }).waitFor()
}

/** Saves the links of a world, after a refusal of an address, and finds them in the form again. */
async function saveLinks(page: Page): Promise<void> {
  await section(page, 'Tags and links')
  await page.getByLabel('Preview video').fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await page.getByLabel('Allowed addresses').fill('https://example.com/one\nftp://example.com/two')
  await page.getByRole('button', { name: 'Save' }).click()
  await isInvalid(page, 'Allowed addresses')
  await page.getByLabel('Allowed addresses').fill('https://example.com/one')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.reload()
  await seesValue(page.getByLabel('Preview video'), 'dQw4w9WgXcQ')
  await seesValue(page.getByLabel('Allowed addresses'), 'https://example.com/one')
}

export const ownWorldsJourneys: readonly Journey[] = [
  journey('upload a world with progress, change it, publish it, and somebody else finds it', async (stage) => {
    const { author, page } = await openNewWorld(stage)
    const name = `Lighthouse ${author.username}`
    const bytes = randomBytes(400_000)
    await createLighthouse(page, name, bytes)
    if (hashOf(await readBundle(author)) !== hashOf(bytes)) throw new Error('the bundle is another one')

    const other = await stage.aPerson()
    const otherPage = await stage.openTab(other)
    await otherPage.goto(`/worlds?list=all&search=${encodeURIComponent(name)}`)
    await otherPage.getByText('No worlds match.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Everybody can find the world now.').waitFor()
    await otherPage.reload()
    await otherPage.getByRole('link', { name, exact: true }).click()
    await otherPage.getByRole('heading', { level: 1, name }).waitFor()
    await otherPage.getByText('Bring a lamp.', { exact: false }).waitFor()

    await section(page, 'Details')
    await page.getByRole('textbox', { name: 'Name' }).fill(`${name} II`)
    await seesSoon({
      act: 'a new name of a world',
      run: () => page.getByRole('button', { name: 'Save' }).click(),
      seen: otherPage.getByRole('heading', { level: 1, name: `${name} II` }),
    })
    await saveLinks(page)

    await section(page, 'Publishing')
    await page.getByRole('button', { name: 'Make it private' }).click()
    await confirm(page, 'Make private')
    await page.getByText('You can publish one world in seven days.').waitFor()
    await page.goto('/worlds?list=own')
    await page.getByText('1 world', { exact: true }).waitFor()
    await page.getByText('Private', { exact: true }).waitFor()
  }),

  journey(
    'a bundle of 50 MB whose upload is cut, as the server is killed, is repeated and comes whole',
    async (stage) => {
      const { author, page } = await openNewWorld(stage)
      const bytes = randomBytes(50_000_000)
      await page.getByRole('textbox', { name: 'Name' }).fill('Big world')
      await chooseFile(page, PICTURE, await aPicture('big.png'))
      await page.getByText('big.png', { exact: true }).waitFor()
      let cuts = 0
      await page.route(/\/upload\b|partNumber|[?&]part=/, async (route) => {
        cuts += 1
        await route.abort('connectionreset')
        await page.unrouteAll()
      })
      const slow = await slowUploads(page, 6_000_000)
      await chooseLargeFile(page, BUNDLE, { name: 'big.vrcw', bytes })
      await isHalfSent(page, 'big.vrcw')
      await stage.restart(async () => {
        await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      })
      await slow.detach()
      await page.getByRole('listitem').getByRole('button', { name: 'Try again' }).click()
      await page.getByText('big.vrcw', { exact: true }).waitFor()
      await progressOf(page, 'big.vrcw').waitFor({ state: 'detached' })
      await agree(page)
      await page.getByRole('button', { name: 'Create world' }).click()
      await page.getByRole('heading', { level: 1, name: 'Publishing' }).waitFor()
      const stored = await readBundle(author)
      if (stored.length !== bytes.length || hashOf(stored) !== hashOf(bytes)) throw new Error('the bundle is not whole')
      if (cuts !== 1) throw new Error(`${cuts} uploads were cut on their way`)
    },
  ),

  journey(
    'the form of a new world says at each field what is wrong, and a world without a bundle is a draft',
    async (stage) => {
      const { author, page } = await openNewWorld(stage)
      await page.getByRole('button', { name: 'Create world' }).click()
      await page.getByText('Choose a picture.').waitFor()
      await chooseFile(page, PICTURE, await aPicture())
      await page.getByText('me.png', { exact: true }).waitFor()
      await page.getByText('Confirm this, so that it can be uploaded.').waitFor()
      await agree(page)
      await page.getByRole('button', { name: 'Create world' }).click()
      await isInvalid(page, 'Name')
      await page.getByRole('textbox', { name: 'Name' }).fill('Draft of mine')
      await page.getByRole('textbox', { name: 'Capacity', exact: true }).fill('41')
      await page.getByRole('button', { name: 'Create world' }).click()
      await isInvalid(page, 'Capacity')
      await page.getByRole('textbox', { name: 'Capacity', exact: true }).fill('40')
      await chooseFile(page, BUNDLE, { name: 'bundle', mimeType: 'text/plain', buffer: Buffer.from('no bundle') })
      await page.getByRole('button', { name: 'Remove: bundle' }).click()
      await chooseFile(page, BUNDLE, aBundle(Buffer.from('a bundle')))
      await page.getByText('world.vrcw', { exact: true }).waitFor()
      await page.getByLabel('Unity version').fill('the newest')
      await page.getByRole('button', { name: 'Create world' }).click()
      await isInvalid(page, 'Unity version')
      const { viewer } = Object(await author.run('{ viewer { worlds(first: 1) { totalCount } } }'))
      if (viewer.worlds.totalCount !== 0) throw new Error('a refused world was made')
      await page.reload()
      await page.getByRole('textbox', { name: 'Name' }).fill('Draft of mine')
      await chooseFile(page, PICTURE, await aPicture())
      await page.getByText('me.png', { exact: true }).waitFor()
      await agree(page)
      await page.getByRole('button', { name: 'Create world' }).click()
      await page.getByText('A world needs a package before it can be published.').waitFor()
      await section(page, 'Packages')
      await page.getByText('There is no package yet.', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Use this bundle' }).click()
      await page.getByText('Choose a world bundle.').waitFor()
      await chooseFile(page, BUNDLE, aBundle(Buffer.from('first')))
      await page.getByText('world.vrcw', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Use this bundle' }).click()
      await page.getByText('Version 1, Unity', { exact: false }).waitFor()
      await section(page, 'Publishing')
      await page.getByRole('button', { name: 'Publish' }).waitFor()
    },
  ),

  journey('add, replace and remove the packages of a world, change its picture, and delete it', async (stage) => {
    const author = await stage.aPerson()
    const { id, name } = await createWorld(author)
    const [page, other] = [await stage.openTab(author), await stage.openTab(await stage.aPerson())]
    await other.goto(`/worlds/${id}`)
    await other.getByRole('heading', { level: 1, name }).waitFor()
    await page.goto(`/worlds/${id}/edit/nonsense`)
    await page.getByRole('heading', { level: 1, name: 'Details' }).waitFor()
    await section(page, 'Packages')
    const add = async (platform: string, bytes: string) => {
      await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: platform })
      await chooseFile(page, BUNDLE, aBundle(Buffer.from(bytes), `${bytes}.vrcw`))
      await page.getByText(`${bytes}.vrcw`, { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Use this bundle' }).click()
    }
    // Another client has made the world without asking; one is asked once.
    await agree(page)
    await add('Android', 'android')
    const packages = page.getByRole('region', { name: 'By platform' })
    await packages.getByText('Android', { exact: true }).waitFor()
    await other.getByText('PC, Android', { exact: true }).waitFor()
    await add('PC', 'second')
    await packages.getByText('Version 2, Unity', { exact: false }).waitFor()
    await packages.getByRole('button', { name: 'Remove: Android' }).click()
    await confirm(page, 'Remove')
    await packages.getByText('Android', { exact: true }).waitFor({ state: 'detached' })
    if ((await packages.getByRole('button').count()) > 0) throw new Error('the last package can be removed')
    await section(page, 'Picture')
    const pictureOf = () => other.locator('main img').first().getAttribute('src')
    const before = await pictureOf()
    await chooseFile(page, 'Change: Picture', await aPicture('other.png'))
    await eventually(async () => (await pictureOf()) !== before)
    await other.goto(`/worlds/${id}/edit/details`)
    await other.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    await other.goto(`/worlds/${id}`)
    await other.getByRole('heading', { level: 1, name }).waitFor()
    await section(page, 'Deletion')
    await page.getByRole('button', { name: 'Delete world' }).click()
    await confirm(page, 'Delete')
    await page.getByText(`${name} is deleted.`).waitFor()
    await page.getByText('You have no worlds here yet.', { exact: false }).waitFor()
    await other.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  }),

  journey('feedback that one person gives is read by the author', async (stage) => {
    const [author, visitor] = [await stage.aPerson(), await stage.aPerson()]
    const { id, name } = await createWorld(author)
    const page = await stage.openTab(visitor)
    await page.goto(`/worlds/${id}`)
    await page.getByRole('button', { name: 'Give feedback' }).click()
    const dialog = page.getByRole('dialog', { name: `Feedback on ${name}` })
    await dialog.getByLabel('Summary').fill('The stairs <i>squeak</i>')
    await dialog.getByLabel('Details').fill('But I like the view.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The author can read it now.').waitFor()
    const own = await stage.openTab(author)
    await own.goto(`/worlds/${id}`)
    await own.getByRole('button', { name: 'Give feedback' }).waitFor({ state: 'detached' })
    await own.getByRole('link', { name: 'Edit' }).click()
    await section(own, 'Feedback')
    const item = own.getByRole('listitem').filter({ hasText: visitor.username })
    await item.getByText('The stairs <i>squeak</i>').waitFor()
    await item.getByText('But I like the view.').waitFor()
    await item.getByText('Praise', { exact: true }).waitFor()
  }),

  journey('see that a world has stored data of one’s own, and delete it', async (stage) => {
    const [author, visitor] = [await stage.aPerson(), await stage.aPerson()]
    const { id } = await createWorld(author)
    await saveData(visitor, id, { level: 7 })
    await saveData(author, id, { level: 99 })
    const page = await stage.openTab(visitor)
    await page.goto(`/worlds/${id}`)
    const panel = page.getByRole('region', { name: 'Your data in this world' })
    await panel.getByText('about you, such as your progress', { exact: false }).waitFor()
    await panel.getByRole('button', { name: 'Delete your data' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await panel.getByRole('button', { name: 'Delete your data' }).click()
    await confirm(page, 'Delete')
    await panel.getByText('This world has stored nothing about you.').waitFor()
    const stored = `{ world(id: "${id}") { persistence } }`
    const [one, other] = [Object(await visitor.run(stored)), Object(await author.run(stored))]
    if (one.world.persistence !== null || other.world.persistence.level !== 99)
      throw new Error('other data was deleted')
  }),
]

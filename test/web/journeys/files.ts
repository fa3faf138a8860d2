import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aNoisyPicture, createFile, dropFiles, leaveStorage, readStorage, uploadImage } from '../acts/files.ts'
import { type Journey, journey, shortJourney } from '../journey.ts'
import type { Person } from '../people.ts'
import { aPicture, type ChosenFile, chooseFile, seesValue } from '../steps.ts'

const NO_PICTURE: ChosenFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }

const dropArea = (page: Page) => page.getByText('Drop files here, or')
const storage = (page: Page) => page.getByRole('region', { name: 'Storage' })
const tiles = (page: Page) => page.getByRole('link', { name: /^Open the picture of/ })
const seesCount = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

/** Waits until a file that a field shows has been sent. */
async function isUploaded(page: Page, name: string): Promise<void> {
  await page.getByText(name).first().waitFor()
  await page.getByRole('progressbar', { name: `Progress: ${name}` }).waitFor({ state: 'detached' })
  await page.getByText(name).waitFor()
}

/** The tags of each of a person's files. */
async function fileTags(person: Person): Promise<string[]> {
  const { viewer } = Object(await person.run('{ viewer { files(first: 50) { nodes { tags } } } }'))
  return viewer.files.nodes.map(({ tags }: { tags: string[] }) => tags.join(' '))
}

async function aSheet(): Promise<ChosenFile> {
  const sheet = sharp({ create: { width: 1_024, height: 1_024, channels: 3, background: '#d9480f' } })
  return { name: 'sheet.png', mimeType: 'image/png', buffer: await sheet.png().toBuffer() }
}

export const filesJourneys: readonly Journey[] = [
  shortJourney(
    'drop pictures into the gallery, one of them refused; look through them, and delete one',
    async (stage) => {
      const person = await stage.aPerson()
      const page = await stage.openTab(person)
      await page.goto('/files')
      await page.getByText('Your gallery is empty.').waitFor()
      const pictures = [await aNoisyPicture(100, 'one.png'), NO_PICTURE, await aNoisyPicture(150, 'two.png')]
      await dropFiles(page, dropArea(page), pictures)
      await seesCount(page, '2 pictures')
      await page.getByText('2 files uploaded · 1 file refused').waitFor()
      await page.getByRole('listitem').filter({ hasText: 'notes.txt' }).getByRole('alert').waitFor()
      await page.getByRole('button', { name: 'Remove: notes.txt' }).click()
      await page.getByText('2 files uploaded', { exact: true }).waitFor()
      const beside = await stage.openTabBeside(page)
      await beside.goto('/files')
      await seesCount(beside, '2 pictures')
      const before = await storage(page).getByRole('status').innerText()

      await tiles(page).first().click()
      const dialog = page.getByRole('dialog', { name: /^Picture of/ })
      await dialog.getByRole('button', { name: 'Use as profile picture' }).click()
      await dialog.getByRole('button', { name: 'Your profile picture now' }).waitFor()
      await page.keyboard.press('ArrowRight')
      await dialog.getByRole('button', { name: 'Use as profile picture' }).waitFor()
      await page.keyboard.press('ArrowLeft')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Your profile shows it. It cannot be brought back').waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Your profile shows it. It cannot be brought back').waitFor({ state: 'detached' })
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Delete this file?' }).getByRole('button', { name: 'Delete' }).click()
      await seesCount(page, '1 picture')
      await seesCount(beside, '1 picture')
      await eventually(async () => (await storage(page).getByRole('status').innerText()) !== before)
      await page.getByRole('dialog', { name: 'Delete this file?' }).waitFor({ state: 'detached' })
      await dialog.getByRole('button', { name: 'Use as profile picture' }).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await eventually(async () => (await tiles(page).count()) === 1)
      expect(await fileTags(person)).toEqual(['gallery'])
    },
  ),

  journey('a picture is opened by its address; that of another person can be seen alone', async (stage) => {
    const [person, other] = [await stage.aPerson(), await stage.aPerson()]
    const fileId = await uploadImage(person, 'GALLERY', await aPicture())
    const page = await stage.openTab(person)
    await page.goto(`/files?open=${fileId}`)
    const dialog = page.getByRole('dialog', { name: /^Picture of/ })
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toContain('.png')
    const elsewhere = await stage.openTab(other)
    await elsewhere.goto(`/files?open=${fileId}`)
    await elsewhere.getByRole('dialog').waitFor()
    await elsewhere.getByRole('link', { name: 'Download' }).waitFor()
    expect(await elsewhere.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  }),

  journey('make emoji, an animated one with its faults told at the fields, and a sticker', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/files?kind=emoji')
    await page.getByLabel('Shape').selectOption('HEART')
    await page.getByLabel('Animation', { exact: true }).selectOption('CONFETTI')
    await dropFiles(page, dropArea(page), [await aPicture('heart.png')])
    await seesCount(page, '1 emoji')
    await page.getByText('Animated', { exact: true }).click()
    await page.getByRole('button', { name: 'Add the emoji' }).click()
    await page.getByText('Choose a file.').waitFor()
    await eventually(async () => (await page.getByText('A whole number from 2 to 64.').count()) === 1)
    await page.getByText('A whole number from 1 to 64.').waitFor()
    await chooseFile(page, 'Choose a file: Sheet of frames', await aPicture('small.png'))
    await isUploaded(page, 'small.png')
    await page.getByLabel('Number of frames').fill('99')
    await page.getByLabel('Frames per second').fill('12')
    await page.getByLabel('Order of the frames').selectOption('PINGPONG')
    await page.getByRole('button', { name: 'Add the emoji' }).click()
    await page.getByText('A whole number from 2 to 64.').waitFor()
    await page.getByLabel('Number of frames').fill('16')
    await page.getByRole('button', { name: 'Add the emoji' }).click()
    await page.getByText('This kind of file does not work here').waitFor()
    await chooseFile(page, 'Choose a file: Sheet of frames', await aSheet())
    await isUploaded(page, 'sheet.png')
    await page.getByRole('button', { name: 'Add the emoji' }).click()
    await page.getByText('Your emoji is ready.').waitFor()
    await seesCount(page, '2 emoji')
    await tiles(page).first().click()
    await page.getByText('16 frames, 12 a second').waitFor()
    await page.getByText('Back and forth').last().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Stickers' }).click()
    await page.waitForURL(/kind=stickers/)
    await page.getByLabel('Shape').selectOption('STAR')
    await dropFiles(page, dropArea(page), [await aPicture('star.png')])
    await seesCount(page, '1 sticker')
    const { viewer } = Object(
      await person.run('{ viewer { files { nodes { mask animationStyle loopStyle frameCount } } } }'),
    )
    expect(viewer.files.nodes).toEqual([
      { mask: 'HEART', animationStyle: 'CONFETTI', loopStyle: null, frameCount: null },
      { mask: 'SQUARE', animationStyle: null, loopStyle: 'PINGPONG', frameCount: 16 },
      { mask: 'STAR', animationStyle: null, loopStyle: null, frameCount: null },
    ])
  }),

  journey('add a photo, write its note in two tabs at once, replace its picture, and delete it', async (stage) => {
    const person = await stage.aPerson()
    const page = await stage.openTab(person)
    await page.goto('/files?kind=prints')
    await page.getByText('You have no photos yet.').waitFor()
    await page.getByRole('button', { name: 'Add a photo' }).click()
    const form = page.getByRole('dialog', { name: 'Add a photo' })
    await form.getByLabel('Note').fill('x'.repeat(257))
    await form.getByRole('button', { name: 'Add the photo' }).click()
    await form.getByText('Choose a file.').waitFor()
    await form.getByText('At most 256 characters.').waitFor()
    await chooseFile(page, 'Choose a file: Photo', await aPicture('sunset.png'))
    await isUploaded(page, 'sunset.png')
    await form.getByLabel('Note').fill('Sunset at the harbor')
    await form.getByRole('button', { name: 'Add the photo' }).click()
    await seesCount(page, '1 photo')
    await page.getByRole('link', { name: 'Sunset at the harbor' }).click()
    const dialog = page.getByRole('dialog', { name: /^Photo of/ })
    const note = dialog.getByRole('textbox', { name: 'Note' })
    await seesValue(note, 'Sunset at the harbor')
    const beside = await stage.openTabBeside(page)
    await beside.goto(page.url())
    const otherNote = beside.getByRole('dialog').getByRole('textbox', { name: 'Note' })
    await seesValue(otherNote, 'Sunset at the harbor')
    await otherNote.fill('Mine')
    await note.fill('Sunset, seen by both of us')
    await dialog.getByRole('button', { name: 'Save the note' }).click()
    await beside.getByText('Changed elsewhere while you were editing: Note').waitFor()
    await seesValue(otherNote, 'Mine')
    await beside.getByRole('button', { name: 'Show the new version' }).click()
    await seesValue(otherNote, 'Sunset, seen by both of us')
    const urlOf = () => dialog.locator('img').first().getAttribute('src')
    const before = await urlOf()
    await chooseFile(page, 'Replace the picture', await aNoisyPicture(80))
    await page.getByText('The picture is replaced.').waitFor()
    await eventually(async () => (await urlOf()) !== before)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this photo?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('You have no photos yet.').waitFor()
    await beside.getByText('You have no photos yet.').waitFor()
  }),

  journey('a file gets another version, which is deleted again, and is deleted', async (stage) => {
    const person = await stage.aPerson()
    const binary = (size: number): ChosenFile => ({
      ...{ name: 'content.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(size, 'a') },
    })
    await createFile(person, 'A bundle', binary(1_000))
    const page = await stage.openTab(person)
    await page.goto('/files?kind=other')
    await page.getByRole('link', { name: 'A bundle.bin' }).click()
    const dialog = page.getByRole('dialog', { name: 'A bundle.bin' })
    await dialog.getByText('1 kB').first().waitFor()
    await chooseFile(page, 'Upload a new version', binary(2_000))
    await dialog.getByText('Version 2', { exact: true }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete version 1' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Delete version 2' }).click()
    await page.getByRole('dialog', { name: 'Delete version 2?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Version 2 is deleted.').waitFor()
    await dialog.getByRole('button', { name: 'Delete version 1' }).waitFor()
    expect(await dialog.getByText('Version 2', { exact: true }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).last().click()
    await page.getByRole('dialog', { name: 'Delete this file?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Files of your worlds, avatars and props').waitFor()
    expect(await fileTags(person)).toEqual([])
  }),

  journey(
    'a picture beyond the storage is refused, with what is left; after another is deleted it fits',
    async (stage) => {
      const person = await stage.aPerson()
      const page = await stage.openTab(person)
      await page.goto('/files')
      const { allowedBytes } = await readStorage(person)
      const left = 8 * 1_024 * 1_024
      await leaveStorage(person, left)
      await page.reload()
      // A byte for each color of a pixel: more than half of what is left.
      const side = Math.ceil(Math.sqrt(left / 5))
      await dropFiles(page, dropArea(page), [await aNoisyPicture(side, 'first.png')])
      await seesCount(page, '1 picture')
      await dropFiles(page, dropArea(page), [await aNoisyPicture(side, 'second.png')])
      const refused = page.getByRole('listitem').filter({ hasText: 'second.png' })
      await refused.getByText('There is no more room for files.').waitFor()
      await refused.getByText(/MB are left\.$/).waitFor()
      await tiles(page).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog', { name: 'Delete this file?' }).getByRole('button', { name: 'Delete' }).click()
      await seesCount(page, 'Your gallery is empty. Drop your first pictures above.')
      await refused.getByRole('button', { name: 'Try again' }).click()
      await seesCount(page, '1 picture')
      expect((await readStorage(person)).usedBytes).toBeLessThan(allowedBytes)
    },
  ),
]

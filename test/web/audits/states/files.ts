import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** An address that opens the first of a list of Ada's. */
const opening = (kind: string, list: string) => async (site: DemoSite) => {
  const { viewer } = Object(await site.ada.run(`{ viewer { list: ${list} { nodes { id } } } }`))
  return `/files?kind=${kind}&open=${viewer.list.nodes[0].id}`
}

export const filesStates: readonly PageState[] = [
  at('ada', 'files-gallery', '/files'),
  at('ada', 'files-icons', '/files?kind=icons'),
  at('ada', 'files-emoji', '/files?kind=emoji'),
  at('ada', 'files-stickers', '/files?kind=stickers'),
  at('ada', 'files-prints', '/files?kind=prints'),
  at('ada', 'files-other', '/files?kind=other'),
  at('newcomer', 'files-empty', '/files'),
  at('newcomer', 'files-prints-empty', '/files?kind=prints'),
  at('newcomer', 'files-other-empty', '/files?kind=other'),
  at('ada', 'files-picture', opening('icons', 'files(first: 1, filter: { tag: "icon" })'), dialogOpens),
  at('ada', 'files-emoji-animated', opening('emoji', 'files(first: 1, filter: { tag: "emojianimated" })'), dialogOpens),
  at('ada', 'files-print', opening('prints', 'prints(first: 1)'), dialogOpens),
  at(
    'ada',
    'files-versions',
    opening('other', 'files(first: 1, filter: { notTags: ["icon", "gallery", "emoji", "sticker", "print"] })'),
    dialogOpens,
  ),
  at('ada', 'files-unknown', '/files?open=file_00000000-0000-4000-8000-000000000000', dialogOpens),
  at('newcomer', 'files-emoji-refused', '/files?kind=emoji', async (page) => {
    await page.getByText('Animated', { exact: true }).click()
    await page.getByRole('button', { name: 'Add the emoji' }).click()
    await page.getByText('Choose a file.').waitFor()
  }),
  at('newcomer', 'files-print-new', '/files?kind=prints', async (page) => {
    await page.getByRole('button', { name: 'Add a photo' }).click()
    await dialogOpens(page)
    await page.getByRole('button', { name: 'Add the photo' }).click()
    await page.getByText('Choose a file.').waitFor()
  }),
  at('newcomer', 'files-refused', '/files', async (page) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose pictures' }).click()
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }
    await (await chooser).setFiles([text])
    await page.getByRole('button', { name: 'Remove: notes.txt' }).waitFor()
  }),
]

import type { Page } from 'playwright-core'
import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

/** The id of an avatar of Ada's with a gallery, or of the first that everybody finds. */
async function avatarOf({ ada }: DemoSite, list: 'own' | 'others'): Promise<string> {
  const { viewer, avatars } = Object(
    await ada.run(
      '{ viewer { avatars(first: 10) { nodes { id gallery { totalCount } } } } avatars(first: 20) { nodes { id viewerCanUpdate } } }',
    ),
  )
  const others: { id: string; viewerCanUpdate: boolean }[] = avatars.nodes
  const own: { id: string; gallery: { totalCount: number } }[] = viewer.avatars.nodes
  if (list === 'own') return own.find(({ gallery }) => gallery.totalCount > 0)?.id ?? ''
  return others.find((one) => !one.viewerCanUpdate)?.id ?? ''
}

const own = async (site: DemoSite) => `/avatars/${await avatarOf(site, 'own')}`
const others = async (site: DemoSite) => `/avatars/${await avatarOf(site, 'others')}`
const edit = async (site: DemoSite) => `${await own(site)}/edit`

const openMore = (page: Page) => page.getByRole('button', { name: /^More about/ }).click()

/** An avatar that is worn only with a license. */
async function forSale({ ada }: DemoSite): Promise<string> {
  const { avatars } = Object(await ada.run('{ avatars(first: 100) { nodes { id isLocked } } }'))
  const locked = avatars.nodes.find(({ isLocked }: { isLocked: boolean }) => isLocked)
  if (!locked) throw new Error('the demo has no avatar that is for sale')
  return `/avatars/${locked.id}`
}

export const avatarsStates: readonly PageState[] = [
  at('ada', 'avatars', '/avatars'),
  at('ada', 'avatars-own', '/avatars?list=own'),
  at('ada', 'avatars-favorites', '/avatars?list=favorites'),
  at('newcomer', 'avatars-licensed-empty', '/avatars?list=licensed'),
  at('newcomer', 'avatars-own-empty', '/avatars?list=own'),
  at('ada', 'avatars-nothing', `/avatars?search=${NOTHING}`),
  at('ada', 'avatar-other', others),
  at('ada', 'avatar-own', own),
  at('newcomer', 'avatar-for-sale', forSale),
  at('ada', 'avatar-unknown', '/avatars/avtr_00000000-0000-4000-8000-00000000ffff'),
  at('ada', 'avatar-more', others, async (page) => {
    await openMore(page)
    await page.getByRole('menu').waitFor()
  }),
  at('ada', 'avatar-block', others, async (page) => {
    await openMore(page)
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await dialogOpens(page)
  }),
  at('ada', 'avatar-picture', own, async (page) => {
    await page
      .getByRole('button', { name: /^Picture 1 of/ })
      .first()
      .click()
    await dialogOpens(page)
  }),
  at('ada', 'avatar-edit', edit),
  at('ada', 'avatar-edit-refused', edit, async (page) => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(' ')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
  }),
  at('ada', 'avatar-delete', edit, async (page) => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialogOpens(page)
  }),
  at('ada', 'avatar-new', '/avatars/new'),
  at('ada', 'avatar-new-refused', '/avatars/new', async (page) => {
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }),
]

import { at, type PageState } from '../pageState.ts'

export const favoritesStates: readonly PageState[] = [
  at('ada', 'all-favorites', '/favorites'),
  at('ada', 'all-favorites-avatars', '/favorites?kind=avatars'),
  at('ada', 'all-favorites-friends', '/favorites?kind=friends'),
  at('newcomer', 'all-favorites-empty', '/favorites?kind=avatars&group=AVATARS_2'),
  at('ada', 'all-favorites-menu', '/favorites?kind=avatars', async (page) => {
    await page
      .getByRole('button', { name: /^Move or remove/ })
      .first()
      .click()
    await page.getByRole('menu').waitFor()
  }),
  at('ada', 'all-favorites-rename', '/favorites?kind=avatars', async (page) => {
    await page.getByRole('button', { name: /^Rename/ }).click()
    await page.getByLabel('Name of the group').waitFor()
  }),
  at('ada', 'all-favorites-clear', '/favorites?kind=avatars', async (page) => {
    await page.getByRole('button', { name: /^Clear/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
]

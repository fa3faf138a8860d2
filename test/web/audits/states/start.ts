import { at, NOTHING, type PageState } from '../pageState.ts'

export const startStates: readonly PageState[] = [
  at('ada', 'home', '/'),
  at('newcomer', 'home-empty', '/'),
  at('ada', 'account-menu', '/', async (page) => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menu').waitFor()
  }),
  at('ada', 'offline', '/', async (page) => {
    await page.context().setOffline(true)
    await page.getByText('The connection is lost.').waitFor()
  }),
  at('ada', 'notifications', '/notifications'),
  at('newcomer', 'notifications-empty', '/notifications'),
  at('ada', 'search', '/search'),
  at('ada', 'search-all', '/search?text=a'),
  at('ada', 'search-events', '/search?text=a&kind=events'),
  at('ada', 'search-nothing', `/search?text=${NOTHING}`),
]

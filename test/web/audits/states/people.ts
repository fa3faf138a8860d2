import type { Page } from 'playwright-core'
import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

const openMenuOfPerson = (page: Page) => page.getByRole('button', { name: /^More about/ }).click()

export const peopleStates: readonly PageState[] = [
  at('ada', 'friends', '/people'),
  at('newcomer', 'friends-empty', '/people'),
  at('ada', 'requests', '/people?tab=requests'),
  at('newcomer', 'requests-empty', '/people?tab=requests'),
  at('ada', 'find', '/people?tab=find&search=a'),
  at('ada', 'find-nothing', `/people?tab=find&search=${NOTHING}`),
  at('ada', 'favorites', '/people?tab=favorites'),
  at('ada', 'friend', ({ known: { friend } }) => `/people/${friend}`),
  at('ada', 'stranger', ({ known: { stranger } }) => `/people/${stranger}`),
  at('ada', 'own-profile', ({ ada }) => `/people/${ada.id}`),
  at('ada', 'friend-creations', ({ known: { friend } }) => `/people/${friend}?tab=creations`),
  at('ada', 'friend-favorites', ({ known: { friend } }) => `/people/${friend}?tab=favorites`),
  at('ada', 'own-favorites', ({ ada }) => `/people/${ada.id}?tab=favorites`),
  at('newcomer', 'person-with-props', ({ ada }) => `/people/${ada.id}?tab=creations`),
  at('ada', 'unknown-person', '/people/usr_00000000-0000-4000-8000-00000000ffff'),
  at(
    'ada',
    'person-menu',
    ({ known: { friend } }) => `/people/${friend}`,
    async (page) => {
      await openMenuOfPerson(page)
      await page.getByRole('menu').waitFor()
    },
  ),
  at(
    'ada',
    'block',
    ({ known: { stranger } }) => `/people/${stranger}`,
    async (page) => {
      await openMenuOfPerson(page)
      await page.getByRole('menuitem', { name: 'Block' }).click()
      await dialogOpens(page)
    },
  ),
  at(
    'ada',
    'report',
    ({ known: { stranger } }) => `/people/${stranger}`,
    async (page) => {
      await openMenuOfPerson(page)
      await page.getByRole('menuitem', { name: 'Report' }).click()
      await dialogOpens(page)
    },
  ),
]

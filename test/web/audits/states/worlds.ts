import { at, dialogOpens, NOTHING, type PageState } from '../pageState.ts'

export const worldStates: readonly PageState[] = [
  at('ada', 'worlds', '/worlds'),
  at('ada', 'worlds-all', '/worlds?list=all&sort=NAME'),
  at('newcomer', 'worlds-favorites-empty', '/worlds?list=favorites'),
  at('ada', 'worlds-recent', '/worlds?list=recent'),
  at('newcomer', 'worlds-recent-empty', '/worlds?list=recent'),
  at('ada', 'worlds-nothing', `/worlds?list=all&search=${NOTHING}`),
  at('ada', 'world', ({ known: { world } }) => `/worlds/${world}`),
  at('ada', 'unknown-world', '/worlds/wrld_00000000-0000-4000-8000-000000000000'),
  at(
    'ada',
    'invite',
    ({ known: { world } }) => `/worlds/${world}`,
    async (page) => {
      await page
        .getByRole('button', { name: /^Invite friends/ })
        .first()
        .click()
      await dialogOpens(page)
    },
  ),
]

import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** The page of the demo's jam in a state. */
const demoJam =
  (state: string) =>
  async ({ ada }: DemoSite) => {
    const { jams } = Object(await ada.run(`{ jams(first: 1, state: ${state}) { nodes { id } } }`))
    return `/jams/${jams.nodes[0].id}`
  }

export const jamsStates: readonly PageState[] = [
  at('ada', 'jams', '/jams'),
  at('ada', 'jams-past', '/jams?list=past'),
  at('newcomer', 'jams-coming', '/jams?list=coming'),
  at('ada', 'jam-open', demoJam('SUBMISSIONS_OPEN')),
  at('newcomer', 'jam-open-newcomer', demoJam('SUBMISSIONS_OPEN')),
  at('ada', 'jam-won', demoJam('WINNERS_SELECTED')),
  at('ada', 'jam-over', demoJam('CLOSED')),
  at('ada', 'unknown-jam', '/jams/jam_00000000-0000-4000-8000-000000000000'),
  at('ada', 'jam-enter', demoJam('SUBMISSIONS_OPEN'), async (page) => {
    await page.getByRole('button', { name: 'Enter a world' }).click()
    await dialogOpens(page)
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Enter', exact: true }).click()
  }),
  at('ada', 'jam-withdraw', demoJam('SUBMISSIONS_OPEN'), async (page) => {
    await page
      .getByRole('button', { name: /^Withdraw / })
      .first()
      .click()
    await dialogOpens(page)
  }),
]

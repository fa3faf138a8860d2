import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** An address that opens an item of Ada's of some kind. */
const opening = (type: string) => async (site: DemoSite) => {
  const { viewer } = Object(
    await site.ada.run(`{ viewer { inventory(first: 1, filter: { types: [${type}] }) { nodes { id } } } }`),
  )
  return `/inventory?item=${viewer.inventory.nodes[0].id}`
}

export const inventoryStates: readonly PageState[] = [
  at('ada', 'inventory', '/inventory'),
  at('ada', 'inventory-filtered', '/inventory?type=BUNDLE&collection=Welcome'),
  at('newcomer', 'inventory-archive-empty', '/inventory?archive=true'),
  at('ada', 'inventory-item', opening('DRONE_SKIN'), dialogOpens),
  at('ada', 'inventory-own-emoji', opening('EMOJI'), dialogOpens),
  at('ada', 'inventory-unknown', '/inventory?item=inv_00000000-0000-4000-8000-000000000000', dialogOpens),
  at('ada', 'inventory-share', opening('DRONE_SKIN'), async (page) => {
    await page.getByRole('button', { name: 'Give copies' }).click()
    await page.getByRole('dialog', { name: /^Give copies/ }).waitFor()
  }),
  at('newcomer', 'inventory-offer-over', '/inventory?offer=nothing', dialogOpens),
  at('newcomer', 'inventory-offer-enter', '/inventory', async (page) => {
    await page.getByRole('button', { name: 'Take an offer' }).click()
    await dialogOpens(page)
  }),
  at('newcomer', 'inventory-rewards', '/inventory?tab=rewards'),
  at('newcomer', 'inventory-reward-refused', '/inventory?tab=rewards', async (page) => {
    await page.getByRole('textbox', { name: 'Code' }).fill('NOBODY-KNOWS-THIS')
    await page.getByRole('button', { name: 'Redeem' }).click()
    await page.getByText('No reward with this code').waitFor()
  }),
]

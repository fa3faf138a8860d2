import type { DemoSite } from '../demoSite.ts'
import { at, dialogOpens, type PageState } from '../pageState.ts'

/** The address of the first store of a group. */
async function storePath({ ada }: DemoSite): Promise<string> {
  const { stores } = Object(await ada.run('{ stores(first: 1, type: GROUP) { nodes { id } } }'))
  return `/stores/${stores.nodes[0].id}`
}

/** The address of an offer of the store, by its place there. */
const listingPath =
  (index: number) =>
  async ({ ada }: DemoSite): Promise<string> => {
    const query = '{ stores(first: 1, type: GROUP) { nodes { listings(first: 10) { nodes { id } } } } }'
    const { stores } = Object(await ada.run(query))
    return `/listings/${stores.nodes[0].listings.nodes[index].id}`
  }

export const storesStates: readonly PageState[] = [
  at('ada', 'stores', '/stores'),
  at('ada', 'stores-of-worlds', '/stores?of=WORLD'),
  at('ada', 'store', storePath),
  at('ada', 'unknown-store', '/stores/esto_00000000-0000-4000-8000-000000000000'),
  at('ada', 'listing', listingPath(1)),
  at('ada', 'listing-avatar', listingPath(3)),
  at('newcomer', 'listing-terms', listingPath(0)),
  at('ada', 'unknown-listing', '/listings/lst_00000000-0000-4000-8000-000000000000'),
  at('ada', 'listing-buy', listingPath(2), async (page) => {
    await page.getByRole('button', { name: 'Buy', exact: true }).click()
    await dialogOpens(page)
  }),
  at('ada', 'listing-gift', listingPath(1), async (page) => {
    await page.getByRole('button', { name: 'Buy as a gift' }).click()
    await dialogOpens(page)
  }),
]

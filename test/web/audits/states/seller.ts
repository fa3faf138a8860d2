import { at, type PageState } from '../pageState.ts'

export const sellerStates: readonly PageState[] = [
  at('ada', 'selling', '/selling/setup'),
  at('newcomer', 'selling-setup-missing', '/selling/setup'),
  at('ada', 'selling-products', '/selling/products'),
  at('newcomer', 'selling-products-none', '/selling/products'),
  at('ada', 'selling-product-new', '/selling/products/new', async (page) => {
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
  }),
  at('ada', 'selling-listings', '/selling/listings'),
  at('ada', 'selling-listing-new', '/selling/listings/new', async (page) => {
    await page.getByLabel('How long buyers keep it').selectOption({ label: 'For a time' })
    await page.getByRole('button', { name: 'Add a price' }).click()
  }),
  at('ada', 'selling-unknown-listing', '/selling/listings/lst_00000000-0000-4000-8000-000000000000'),
  at('ada', 'selling-stores', '/selling/stores'),
  at('ada', 'selling-store-new', '/selling/stores/new'),
  at('ada', 'selling-sales', '/selling/sales'),
  at('ada', 'selling-earnings', '/selling/earnings'),
]

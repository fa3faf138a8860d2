export const ASSET_TABS = ['reviews', 'bundles', 'styles'] as const

/** What the address says of the page of assets. */
export interface AssetsSearch {
  readonly tab?: (typeof ASSET_TABS)[number] | undefined
  /** Which reviews are listed: those that wait for somebody by default. */
  readonly reviews?: 'all' | 'written' | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const assetsSearchOf = ({ tab, reviews }: Record<string, unknown>): AssetsSearch => ({
  tab: ASSET_TABS.find((one) => one === tab),
  reviews: (['all', 'written'] as const).find((one) => one === reviews),
})

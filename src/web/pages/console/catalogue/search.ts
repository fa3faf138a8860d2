/** What the platform sells and gives. */
export const CATALOGUE_TABS = ['bundles', 'plans', 'licenses', 'rewards', 'templates', 'drops'] as const
export type CatalogueTab = (typeof CATALOGUE_TABS)[number]

/** What the address of the catalogue says. */
export interface CatalogueSearch {
  /** Bundles of tokens by default. */
  readonly tab?: CatalogueTab | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const catalogueSearchOf = ({ tab }: Record<string, unknown>): CatalogueSearch => ({
  tab: CATALOGUE_TABS.find((one) => one === tab),
})

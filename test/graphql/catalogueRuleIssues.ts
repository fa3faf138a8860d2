import { newId } from '../../src/kernel/ids.ts'

type Case = readonly [mutation: string, input: () => object, faults: readonly string[]]

/** Inputs of mutations of sellers that break several rules, with all faults that are told of them. */
export const catalogueCases: readonly Case[] = [
  [
    'createProduct',
    () => ({ displayName: ' ', type: 'UDON', imageId: 'nonsense', tags: ['?'], joinsGroup: true }),
    ['displayName TOO_SHORT', 'imageId FILE_NOT_FOUND', 'joinsGroup WRONG_COMBINATION', 'tags.0 INVALID_CHARACTERS'],
  ],
  [
    'createListing',
    () => ({
      ...{ displayName: ' ', type: 'PERMANENT', productType: 'UDON', price: 0, imageId: 'nonsense', isStackable: true },
    }),
    ['displayName TOO_SHORT', 'imageId FILE_NOT_FOUND', 'isStackable WRONG_COMBINATION', 'price TOO_SMALL'],
  ],
  [
    'createStore',
    () => ({ displayName: ' ', groupId: 'nonsense', tags: ['a', 'a'] }),
    ['displayName TOO_SHORT', 'groupId GROUP_NOT_FOUND', 'tags.1 DUPLICATE_ENTRIES'],
  ],
]

/** Inputs of mutations of shelves, which are for admins. */
export const catalogueAdminCases: readonly Case[] = [
  [
    'createStoreShelf',
    () => ({ storeId: 'nonsense', title: ' ', layout: '?', listingIds: [newId('listing', new Date(0))] }),
    ['layout INVALID_CHARACTERS', 'listingIds.0 UNKNOWN_REFERENCE', 'storeId STORE_NOT_FOUND', 'title TOO_SHORT'],
  ],
]

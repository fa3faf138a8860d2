import { z } from 'zod'
import { GroupId, ListingNodeId, StoreId, StoreShelfId, WorldId } from '../../../contract/ids.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import {
  createStore,
  newStoreRules,
  type StoreFields,
  storeUpdateRules,
  updateStore,
} from '../catalogue/manageStores.ts'
import {
  createStoreShelf,
  deleteStoreShelf,
  type ShelfFields,
  STATUSES,
  shelfRules,
  updateStoreShelf,
} from '../catalogue/shelves.ts'
import { StoreStatus } from './catalogueEnums.ts'
import { storedListingId } from './listing.ts'
import { shelfRef, storeRef } from './store.ts'

const storeId = StoreId.describe('Id of the store.')
const shelfId = StoreShelfId.describe('Id of the shelf.')
const types = { status: StoreStatus, listingIds: ['ID'] } satisfies {
  status: typeof StoreStatus
  listingIds: ['ID']
}

/** The area checks lengths, so that all doors have the same rules. */
const Fields = z.object({
  displayName: z.string().describe('Name, 1 to 64 characters.'),
  description: z.string().optional().describe('Description, at most 2,000 characters.'),
  tags: z.array(z.string()).optional().describe('Tags, at most 10, of 1 to 50 characters of a to z, 0 to 9, - and _.'),
  status: z.enum(STATUSES).optional().describe('Who sees it; DRAFT by default.'),
  listingIds: z
    .array(ListingNodeId)
    .optional()
    .describe("Ids of listings of the seller's in their order, at most 100, instead of those before."),
})

/** An input as the area takes it. */
const fieldsOf = (given: Partial<z.output<typeof Fields>>): StoreFields => ({
  displayName: given.displayName,
  description: given.description,
  tags: given.tags,
  status: given.status,
  listingIds: given.listingIds?.map(storedListingId),
})

mutation('createStore', {
  description:
    "Creates the store of a group that the viewer owns, or of a world of the viewer's, which have one each. Needs the permission to sell.",
  input: Fields.extend({
    groupId: GroupId.optional().describe('Id of the group; either this or `worldId`.'),
    worldId: WorldId.optional().describe('Id of the world; either this or `groupId`.'),
  }),
  types,
  rules: (scope, { groupId, worldId, ...given }) => {
    const { displayName, ...fields } = fieldsOf(given)
    return newStoreRules(scope, { ...fields, ...(displayName !== undefined && { displayName }), groupId, worldId })
  },
  run: async (scope, { groupId, worldId, ...given }) => {
    const { displayName } = given
    return { storeId: await createStore(scope, { ...fieldsOf(given), displayName, groupId, worldId }) }
  },
  payload: (t) => ({ store: t.field(storeRef('storeId', 'The new store.')) }),
})

mutation('updateStore', {
  description:
    'Changes a store; omitted fields stay as they are. Its seller and admins, who also change the store of the platform.',
  input: Fields.partial().extend({ storeId, ifUpdatedAt }),
  types: { ...types, ...IF_UPDATED_AT },
  rules: (scope, { storeId: id, ...given }) => (id ? storeUpdateRules(scope, id, fieldsOf(given)) : []),
  run: async (scope, { storeId: id, ifUpdatedAt, ...given }) => {
    await updateStore(scope, id, { ...fieldsOf(given), ifUpdatedAt })
    return { storeId: id }
  },
  payload: (t) => ({ store: t.field(storeRef('storeId', 'The store after the change.')) }),
})

const ShelfInput = z.object({
  title: z.string().describe('Title, 1 to 64 characters.'),
  description: z.string().optional().describe('Description, at most 500 characters.'),
  layout: z
    .string()
    .optional()
    .describe('How clients lay it out: 1 to 32 letters, digits, - and _; `grid` by default.'),
  status: z.enum(STATUSES).optional().describe('Who sees it; DRAFT by default.'),
  listingIds: z
    .array(ListingNodeId)
    .optional()
    .describe('Ids of active listings of anybody in their order, at most 100, instead of those before.'),
  highlightId: ListingNodeId.nullable()
    .optional()
    .describe('Id of the active listing that it shows first; null for none.'),
  position: z.int().min(0).optional().describe('Place among the shelves, from 0; a new one is the last by default.'),
})

const shelfFieldNames = { highlightListingId: 'highlightId' } as const

/** An input as the area takes it. */
const shelfFieldsOf = (given: Partial<z.output<typeof ShelfInput>>): ShelfFields => ({
  title: given.title,
  description: given.description,
  layout: given.layout,
  status: given.status,
  listingIds: given.listingIds?.map(storedListingId),
  highlightListingId: given.highlightId && storedListingId(given.highlightId),
  position: given.position,
})

mutation('createStoreShelf', {
  description: 'Adds a shelf to the store of the platform, which has at most 50.',
  input: ShelfInput.extend({ storeId }),
  types,
  fieldNames: shelfFieldNames,
  rules: (scope, given) => shelfRules(scope, shelfFieldsOf(given)),
  run: async (scope, given) => {
    const shelf = { ...shelfFieldsOf(given), title: given.title }
    return { storeId: given.storeId, shelfId: await createStoreShelf(scope, given.storeId, shelf) }
  },
  payload: (t) => ({
    shelf: t.field(shelfRef('shelfId', 'The new shelf; null if it was deleted meanwhile.')),
    store: t.field(storeRef('storeId', 'The store, with its shelves in their order.')),
  }),
})

mutation('updateStoreShelf', {
  description: 'Changes a shelf; omitted fields stay as they are.',
  input: ShelfInput.partial().extend({ shelfId }),
  types,
  fieldNames: shelfFieldNames,
  rules: (scope, given) => shelfRules(scope, shelfFieldsOf(given)),
  run: async (scope, { shelfId: id, ...given }) => {
    await updateStoreShelf(scope, id, shelfFieldsOf(given))
    return { shelfId: id }
  },
  payload: (t) => ({
    shelf: t.field(shelfRef('shelfId', 'The shelf after the change; null if it was deleted meanwhile.')),
  }),
})

mutation('deleteStoreShelf', {
  description: 'Deletes a shelf; its listings stay.',
  input: z.object({ shelfId }),
  run: async (scope, { shelfId: id }) => ({ ...(await deleteStoreShelf(scope, id)), deletedStoreShelfId: id }),
  payload: (t) => ({
    deletedStoreShelfId: t.exposeID('deletedStoreShelfId', { description: 'Id of the shelf, which is gone.' }),
    store: t.field(storeRef('storeId', 'The store without the shelf.')),
  }),
})

import {
  ADMIN,
  BAD_INPUT,
  type GraphAccessTable,
  NOT_FOUND,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

const HOLDER = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', NOT_FOUND] as const
/** The holder is in no instance. */
const HOLDER_ELSEWHERE = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'CONFLICT', NOT_FOUND] as const
const HOLDER_OR_ADMIN = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'ok', 'ok'] as const
const ADMIN_ALONE = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'null', 'ok'] as const

export const inventoryQueries: GraphAccessTable = {
  inventoryCollections: [() => 'inventoryCollections', SIGNED_IN],
  inventoryItem: [({ itemId }) => `inventoryItem(id: "${itemId}") { id }`, HOLDER_OR_ADMIN],
  inventoryItems: [({ userId }) => `inventoryItems(holderId: "${userId}") { nodes { id } }`, ADMIN],
  inventoryTemplate: [({ templateId }) => `inventoryTemplate(id: "${templateId}") { id }`, SIGNED_IN],
  inventoryTemplates: [() => 'inventoryTemplates(first: 1) { nodes { id } }', SIGNED_IN],
  inventoryToken: [
    () => 'inventoryToken(token: "none") { kind }',
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'null', 'null'],
  ],
  'node of an item': [({ itemId }) => `node(id: "${itemId}") { id }`, HOLDER_OR_ADMIN],
  'node of a template of items': [({ templateId }) => `node(id: "${templateId}") { id }`, SIGNED_IN],
  'node of a draft of items': [({ draftTemplateId }) => `node(id: "${draftTemplateId}") { id }`, ADMIN_ALONE],
  'node of a drop': [({ dropId }) => `node(id: "${dropId}") { id }`, ADMIN_ALONE],
}

const DATES = 'startsAt: "2100-01-01T00:00:00Z", endsAt: "2100-01-02T00:00:00Z"'

/** In test order, as the last one deletes an item. */
export const inventoryMutations: GraphAccessTable = {
  updateInventoryItem: [
    ({ itemId }) => `updateInventoryItem(input: { itemId: "${itemId}", isSeen: true }) { item { id } }`,
    HOLDER,
  ],
  equipInventoryItem: [
    ({ itemId }) => `equipInventoryItem(input: { itemId: "${itemId}", slot: DRONE }) { item { id } }`,
    HOLDER,
  ],
  unequipInventorySlot: [() => 'unequipInventorySlot(input: { slot: DRONE }) { slot }', SIGNED_IN],
  shareInventoryItem: [
    ({ itemId, friendId }) =>
      `shareInventoryItem(input: { itemId: "${itemId}", userIds: ["${friendId}"] }) { item { id } }`,
    HOLDER,
  ],
  offerInventoryItem: [
    ({ itemId }) => `offerInventoryItem(input: { itemId: "${itemId}" }) { token }`,
    HOLDER_ELSEWHERE,
  ],
  spawnInventoryItem: [
    ({ itemId }) => `spawnInventoryItem(input: { itemId: "${itemId}" }) { token }`,
    HOLDER_ELSEWHERE,
  ],
  claimInventoryToken: [
    () => 'claimInventoryToken(input: { token: "none" }) { item { id } }',
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, BAD_INPUT, BAD_INPUT],
  ],
  consumeInventoryItem: [
    ({ consumableId }) => `consumeInventoryItem(input: { itemId: "${consumableId}" }) { item { id } }`,
    HOLDER,
  ],
  deleteInventoryItem: [
    ({ goneItemId }) => `deleteInventoryItem(input: { itemId: "${goneItemId}" }) { deletedItemId }`,
    HOLDER,
  ],
  createInventoryTemplate: [
    () => 'createInventoryTemplate(input: { itemType: BUNDLE, name: "b" }) { template { id } }',
    ADMIN,
  ],
  updateInventoryTemplate: [
    ({ templateId }) =>
      `updateInventoryTemplate(input: { templateId: "${templateId}", tags: ["t"] }) { template { id } }`,
    ADMIN,
  ],
  createInventoryDrop: [
    ({ templateId }) =>
      `createInventoryDrop(input: { name: "d", templateIds: ["${templateId}"], ${DATES} }) { drop { id } }`,
    ADMIN,
  ],
  updateInventoryDrop: [
    ({ dropId }) => `updateInventoryDrop(input: { dropId: "${dropId}", tags: ["t"] }) { drop { id } }`,
    ADMIN,
  ],
  grantInventoryItem: [
    ({ templateId, userId }) =>
      `grantInventoryItem(input: { templateId: "${templateId}", userId: "${userId}" }) { items { id } }`,
    ADMIN,
  ],
}

export const inventorySubscriptions: GraphAccessTable = {
  inventoryChanged: [() => 'inventoryChanged { kind }', SIGNED_IN],
}

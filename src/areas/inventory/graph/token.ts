import { z } from 'zod'
import { InventoryItemId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { userRef } from '../../users/graph/user.ts'
import { claimToken, type LivingToken, offerItem, readToken, spawnItem } from '../share/tokens.ts'
import { InventoryItem, itemRef } from './item.ts'

const InventoryTokenKind = enumOf('InventoryTokenKind', 'What a token is for.', {
  pedestal: 'It offers copies of an item.',
  spawn: 'Its holder shows an item.',
})

const InventoryToken = builder.objectRef<LivingToken>('InventoryToken').implement({
  description: 'A token that holds, with its item.',
  fields: (t) => ({
    kind: t.expose('kind', { type: InventoryTokenKind, description: 'What it is for.' }),
    item: t.field({ type: InventoryItem, description: 'The item.', resolve: ({ item }) => item }),
    holder: t.field(userRef('holderId', 'Who has made it.')),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Time when it is over.' }),
  }),
})

builder.queryFields((t) => ({
  inventoryToken: t.field({
    type: InventoryToken,
    nullable: true,
    description:
      'Checks a token of an item; null for one that is over, was not made here, or whose holder is not in the instance of the viewer.',
    args: { token: t.arg.string({ required: true, description: 'The token.' }) },
    resolve: (_root, { token }, { viewerScope }) => readToken(viewerScope, token),
  }),
}))

const itemId = InventoryItemId.describe("Id of an item of the viewer's.")

mutation('offerInventoryItem', {
  description: 'Makes a token by which people in the same instance can take copies of an item.',
  input: z.object({
    itemId,
    seconds: z
      .int()
      .min(30)
      .max(86_400)
      .optional()
      .describe('For how many seconds it holds, and after how many the copies are gone; 90 by default.'),
  }),
  run: async (scope, { itemId: id, seconds = 90 }) => ({ token: await offerItem(scope, id, seconds) }),
  payload: (t) => ({ token: t.exposeString('token', { description: 'The token, to be given to others.' }) }),
})

mutation('spawnInventoryItem', {
  description:
    'Makes a token by which people in the same instance can check an item that the viewer shows, for 90 seconds.',
  input: z.object({ itemId }),
  run: async (scope, { itemId: id }) => ({ token: await spawnItem(scope, id) }),
  payload: (t) => ({ token: t.exposeString('token', { description: 'The token, to be given to others.' }) }),
})

const MAX_TOKEN = 1_000

mutation('claimInventoryToken', {
  description:
    'Takes a copy of the item that a token offers; each person takes one of each token. At most 60 times a minute.',
  input: z.object({ token: z.string().min(1).max(MAX_TOKEN).describe('The token.') }),
  run: async (scope, { token }) => ({ itemId: await claimToken(scope, token) }),
  payload: (t) => ({
    item: t.field(
      itemRef('itemId', 'The copy; null without room, and for an item that the viewer has and nobody has twice.'),
    ),
  }),
})

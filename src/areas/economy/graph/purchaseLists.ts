import { builder } from '../../../edges/graphql/builder.ts'
import { parseId } from '../../../edges/graphql/resolvers/input.ts'
import { createCountLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { createPageLoader, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { followOwnEvents } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { purchasesChanged } from '../events.ts'
import { readPurchase } from '../purchases/purchaseLists.ts'
import {
  countPurchases,
  countStack,
  type PurchaseRole,
  type PurchaseRow,
  purchasePages,
  stackPage,
} from '../purchases/queries.ts'
import { BY_LATEST_PURCHASE, ProductPurchase, ProductPurchaseConnection, purchaseRef } from './purchase.ts'

/** Loaders of what people made, got or sold: the list belongs to the viewer. */
const listOf = (role: PurchaseRole) => ({
  page: createPageLoader<PurchaseRow>(
    (scope, userIds, page) => purchasePages(scope, { role, userIds }, page),
    (row) => row[role],
  ),
  count: createCountLoader((scope, userIds) => countPurchases(scope, { role, userIds })),
})

const LISTS = { purchases: listOf('buyerId'), receivedGifts: listOf('receiverId'), sales: listOf('sellerId') }

builder.prismaObjectFields(Viewer, (t) => {
  const purchases = (name: keyof typeof LISTS, description: string) =>
    t.connection(
      {
        type: ProductPurchase,
        description,
        resolve: ({ userId }, args, context) =>
          keysetConnection(args, {
            order: BY_LATEST_PURCHASE,
            totalCount: () => LISTS[name].count(context, userId),
            read: (page) => LISTS[name].page(context, userId, page),
          }),
      },
      ProductPurchaseConnection,
    )
  return {
    purchases: purchases('purchases', 'What the viewer has bought for tokens, also as gifts, newest first.'),
    receivedGifts: purchases('receivedGifts', 'What others have bought for the viewer, newest first.'),
    sales: purchases('sales', 'What the viewer has sold, newest first.'),
  }
})

builder.queryField('purchaseStack', (t) =>
  t.connection(
    {
      type: ProductPurchase,
      description:
        'What adds up with a purchase in which the viewer has a part: what its receiver has of its listing, newest first. Only purchases in which the viewer has a part are listed.',
      args: { purchaseId: t.arg.id({ required: true, description: 'Id of the purchase.' }) },
      resolve: async (_root, { purchaseId, ...args }, { viewerScope: scope }) => {
        const purchase = await readPurchase(scope, parseId('purchase', purchaseId, 'Purchase'))
        return keysetConnection(args, {
          order: BY_LATEST_PURCHASE,
          totalCount: () => countStack(scope, purchase),
          read: (page) => stackPage(scope, purchase, page),
        })
      },
    },
    ProductPurchaseConnection,
  ),
)

interface PurchaseEventData {
  readonly purchaseId: string
}

const PurchaseEvent = builder.objectRef<PurchaseEventData>('PurchaseEvent').implement({
  description: 'A purchase that was made or has changed.',
  fields: (t) => ({
    purchaseId: t.exposeID('purchaseId', { description: 'Id of the purchase.' }),
    purchase: t.field(purchaseRef('purchaseId', 'The purchase after the change.')),
    viewer: t.field(viewerRef('The person who is logged in.')),
  }),
})

builder.subscriptionField('purchasesChanged', (t) =>
  t.field({
    type: PurchaseEvent,
    description: 'Emits when a purchase that the viewer made, received or sold was made or has changed.',
    subscribe: (_root, _args, context) => followOwnEvents(context, [purchasesChanged]),
    resolve: ({ ids }): PurchaseEventData => ({ purchaseId: ids?.purchaseId ?? '' }),
  }),
)

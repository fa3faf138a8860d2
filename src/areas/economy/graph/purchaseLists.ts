import { forStaff } from '../../../edges/graphql/access.ts'
import { builder, queryField } from '../../../edges/graphql/builder.ts'
import { omitNullish, parseId } from '../../../edges/graphql/resolvers/input.ts'
import { keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { followOwnEvents, initialArgument } from '../../../edges/graphql/resolvers/subscriptions.ts'
import { siblingId } from '../../../kernel/ids.ts'
import { Viewer, viewerRef } from '../../accounts/graph/viewer.ts'
import { purchasesChanged } from '../events.ts'
import { readPurchase } from '../purchases/purchaseLists.ts'
import {
  anyPurchasePage,
  countAnyPurchases,
  countPurchases,
  countStack,
  purchasePages,
  stackPage,
} from '../purchases/queries.ts'
import { spanArguments } from './listedSpan.ts'
import {
  BY_LATEST_PURCHASE,
  ProductPurchase,
  ProductPurchaseConnection,
  PurchaseKind,
  PurchaseStatus,
  purchaseRef,
} from './purchase.ts'

const ROLES = { purchases: 'buyerId', receivedGifts: 'receiverId', sales: 'sellerId' } as const

builder.prismaObjectFields(Viewer, (t) => {
  const purchases = (name: keyof typeof ROLES, description: string) =>
    t.connection(
      {
        type: ProductPurchase,
        description,
        args: {
          status: t.arg({ type: PurchaseStatus, description: 'Only purchases in this state.' }),
          kind: t.arg({ type: PurchaseKind, description: 'Only what was bought in this way.' }),
          ...spanArguments(),
        },
        resolve: ({ userId }, { status, kind: purchaseType, since, until, ...args }, { viewerScope: scope }) => {
          const list = { role: ROLES[name], userIds: [userId], ...omitNullish({ status, purchaseType, since, until }) }
          return keysetConnection(args, {
            order: BY_LATEST_PURCHASE,
            totalCount: async () => (await countPurchases(scope, list))[0]?.[1] ?? 0,
            read: (page) => purchasePages(scope, list, page),
          })
        },
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

builder.queryField('productPurchases', (t) =>
  t.connection(
    {
      type: ProductPurchase,
      ...forStaff('economy'),
      description: 'What was bought for tokens, by everybody, newest first. Staff with `ECONOMY` only.',
      args: {
        buyerId: t.arg.id({ description: 'Only what this person has bought.' }),
        receiverId: t.arg.id({ description: 'Only what is for this person.' }),
        sellerId: t.arg.id({ description: 'Only what this person has sold.' }),
        status: t.arg({ type: PurchaseStatus, description: 'Only purchases in this state.' }),
        kind: t.arg({ type: PurchaseKind, description: 'Only what was bought in this way.' }),
        ...spanArguments(),
      },
      resolve: (_root, given, { viewerScope: scope }) => {
        const { buyerId, receiverId, sellerId, status, kind: purchaseType, since, until, ...args } = given
        const filter = omitNullish({ buyerId, receiverId, sellerId, status, purchaseType, since, until })
        return keysetConnection(args, {
          order: BY_LATEST_PURCHASE,
          totalCount: () => countAnyPurchases(scope, filter),
          read: (page) => anyPurchasePage(scope, filter, page),
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
    purchaseId: t.exposeID('purchaseId', {
      description: 'Id of the purchase; of the viewer for the first event of `initial`.',
    }),
    purchase: t.field(
      purchaseRef('purchaseId', 'The purchase after the change; null for the first event of `initial`.'),
    ),
    viewer: t.field(viewerRef('The person who is logged in.')),
    query: t.field(queryField),
  }),
})

builder.subscriptionField('purchasesChanged', (t) =>
  t.field({
    type: PurchaseEvent,
    description: 'Emits when a purchase that the viewer made, received or sold was made or has changed.',
    args: initialArgument(),
    subscribe: (_root, { initial }, context) => followOwnEvents(context, [purchasesChanged], initial),
    resolve: ({ ids }, _args, { viewerScope: { viewer } }): PurchaseEventData => ({
      purchaseId: ids?.purchaseId ?? siblingId('viewer', viewer.id),
    }),
  }),
)

import { builder } from '../../../edges/graphql/builder.ts'
import { byText, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { User, UserConnection, usersById } from '../../users/graph/user.ts'
import { type BulkGiftOrder, countBulkGifts, readBulkGiftPage, remainingOf } from '../subscriptions/gifts.ts'
import { paymentRef } from './payment.ts'
import { planOf } from './plan.ts'

const BulkGift = builder.objectRef<BulkGiftOrder>('BulkGift').implement({
  description: 'An order of several subscriptions that the viewer gives away one by one.',
  fields: (t) => ({
    transactionId: t.exposeID('id', { description: 'Id of the payment.' }),
    transaction: t.field(paymentRef('id', 'The payment.')),
    plan: t.field({
      ...planOf('What is given away.'),
      resolve: ({ itemId }, args, context) => planOf('').resolve({ planId: itemId }, args, context),
    }),
    quantity: t.exposeInt('quantity', { description: 'Number of subscriptions that were paid.' }),
    remaining: t.int({
      description: 'Number of those that can be given away yet: 0 if the money has gone back.',
      resolve: remainingOf,
    }),
    recipients: t.connection(
      {
        type: User,
        description: 'Who got one, apart from erased accounts, by id.',
        resolve: async ({ subscriptions }, args, context) => {
          const people = await Promise.all(subscriptions.map(({ userId }) => usersById(context).load(userId)))
          const known = people.filter((person) => person !== null)
          return listConnection(args, byText('id', 'ascending'), [...new Set(known)])
        },
      },
      UserConnection,
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the order.' }),
  }),
})

const BulkGiftEdge = builder.edgeObject({ type: BulkGift, name: 'BulkGiftEdge' })
const BulkGiftConnection = builder.connectionObject({ type: BulkGift, name: 'BulkGiftConnection' }, BulkGiftEdge)

builder.objectFields(Viewer, (t) => ({
  bulkGifts: t.connection(
    {
      type: BulkGift,
      description: 'Orders of several subscriptions to give away that the viewer has paid, newest first.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: byText('id', 'descending'),
          totalCount: () => countBulkGifts(scope),
          read: (page) => readBulkGiftPage(scope, page),
        }),
    },
    BulkGiftConnection,
  ),
}))

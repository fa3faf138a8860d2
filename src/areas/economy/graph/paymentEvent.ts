import { z } from 'zod'
import { PaymentEventId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { PaymentEvent as Row } from '../../../generated/prisma/client.ts'
import {
  countPaymentEvents,
  isEventState,
  isPaymentEventType,
  paymentEventsByIds,
  readPaymentEvents,
  resolvePaymentEvent,
} from '../payments/paymentEvents.ts'
import { PaymentEventType, paymentRef } from './payment.ts'

const PaymentEventState = enumOf('PaymentEventState', 'What has become of an event of a payment provider.', {
  waiting: 'It is applied soon, or tried again.',
  applied: 'It has changed the payment.',
  ignored: 'It has no effect; `error` tells why.',
  failed: 'It could not be applied; an admin decides about it.',
})

const PaymentEventResolution = enumOf(
  'PaymentEventResolution',
  'What an admin decides about an event of a payment provider.',
  {
    retry: 'It is applied again, as if it had just come.',
    ignore: 'It ends without effect.',
  },
)

const paymentEventsById = createLoader<Row>(paymentEventsByIds, ({ id }) => id)

export const PaymentEvent = builder.objectRef<Row>('PaymentEvent')
const paymentEventRef = referenceTo(PaymentEvent, paymentEventsById)

builder.node(PaymentEvent, {
  description: 'An event that a payment provider has sent. Admins see it.',
  ...nodeBy(paymentEventsById),
  fields: (t) => ({
    ...columns(t, 'PaymentEvent', {
      provider: 'Name of the payment provider.',
      eventId: 'Id of the event at the provider.',
      attempts: 'How often it could not be applied.',
      error: 'Why it was ignored, or could not be applied last; null for neither.',
      occurredAt: 'Time at which it happened, by the provider.',
      receivedAt: 'Time at which it was received.',
      settledAt: 'Time at which it was applied, ignored or given up; null while it waits.',
    }),
    type: t.field({
      type: PaymentEventType,
      nullable: true,
      description: 'What has happened; null for a type that this server does not know.',
      resolve: ({ type }) => (isPaymentEventType(type) ? type : null),
    }),
    transactionId: t.exposeID('transactionId', { description: 'Id of the payment.' }),
    transaction: t.field(paymentRef('transactionId', 'The payment; null if there is none with this id.')),
    state: t.field({
      type: PaymentEventState,
      description: 'What has become of it.',
      resolve: ({ state }) => (isEventState(state) ? state : 'failed'),
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which it is tried; null unless it waits.',
      resolve: ({ state, nextAttemptAt }) => (state === 'waiting' ? nextAttemptAt : null),
    }),
  }),
})
const PaymentEventConnection = builder.connectionObject({ type: PaymentEvent, name: 'PaymentEventConnection' })

builder.queryField('paymentEvents', (t) =>
  t.connection(
    {
      type: PaymentEvent,
      ...forStaff('economy'),
      description: 'Events of payment providers, those that were received last first. Staff with `ECONOMY` only.',
      args: {
        state: t.arg({ type: PaymentEventState, description: 'Only events in this state.' }),
        transactionId: t.arg.id({ description: 'Only events of this payment.' }),
      },
      resolve: (_root, { state, transactionId, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish({ state, transactionId })
        return keysetConnection(args, {
          order: byText('id', 'descending'),
          totalCount: () => countPaymentEvents(scope, filter),
          read: (page) => readPaymentEvents(scope, filter, page),
        })
      },
    },
    PaymentEventConnection,
  ),
)

mutation('resolvePaymentEvent', {
  description:
    'Lets an event of a payment provider be applied again, or ends it without effect. One that was applied stays so.',
  input: z.object({
    paymentEventId: PaymentEventId.describe('Id of the event.'),
    resolution: z.enum(['retry', 'ignore']).describe('What is to become of it.'),
  }),
  types: { resolution: PaymentEventResolution },
  run: async (scope, { paymentEventId, resolution }) => {
    await resolvePaymentEvent(scope, paymentEventId, resolution)
    return { paymentEventId }
  },
  payload: (t) => ({
    paymentEvent: t.field(paymentEventRef('paymentEventId', 'The event after the decision.')),
  }),
})

import { builder } from '../../../edges/graphql/builder.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { readSellerEligibility, type SellerEligibility } from '../sellers.ts'
import { type PayoutStatus, readPayoutStatus } from '../wallet/wallet.ts'

const Eligibility = builder.objectRef<SellerEligibility>('SellerEligibility').implement({
  description: 'Whether a person meets what sellers must. The permission to sell is given by admins.',
  fields: (t) => ({
    isEligible: t.exposeBoolean('isEligible', { description: 'Whether all is met.' }),
    hasConfirmedEmail: t.exposeBoolean('hasConfirmedEmail', {
      description: 'Whether the e-mail address was confirmed.',
    }),
    hasSecondFactor: t.exposeBoolean('hasSecondFactor', { description: 'Whether time-based codes are on.' }),
    hasAcceptedTerms: t.exposeBoolean('hasAcceptedTerms', {
      description: 'Whether the present terms of the payment provider are accepted.',
    }),
    isBlocked: t.exposeBoolean('isBlocked', { description: 'Whether the person cannot spend tokens.' }),
  }),
})

const PayoutIssue = builder.enumType('PayoutIssue', {
  description: 'Why earnings cannot be paid out in money.',
  values: {
    NO_PROVIDER: { value: 'no_provider', description: 'No payment provider pays out.' },
  } as const,
})

const Payout = builder.objectRef<PayoutStatus>('PayoutStatus').implement({
  description: 'Whether earnings can be paid out in money.',
  fields: (t) => ({
    canPayout: t.boolean({ description: 'Whether they can.', resolve: () => false }),
    issue: t.field({
      type: PayoutIssue,
      nullable: true,
      description: 'Why not; null if they can.',
      resolve: () => 'no_provider' as const,
    }),
    earnings: t.exposeFloat('earnings', {
      description: 'Tokens that sales brought; those that are held are among them.',
    }),
    hasEarnings: t.exposeBoolean('hasEarnings', { description: 'Whether there are any.' }),
    isInGoodStanding: t.exposeBoolean('isInGoodStanding', { description: 'Whether the person is not blocked.' }),
  }),
})

builder.objectFields(Viewer, (t) => ({
  sellerEligibility: t.field({
    type: Eligibility,
    description: 'Whether the viewer meets what sellers must.',
    resolve: (_viewer, _args, { viewerScope: scope }) => readSellerEligibility(scope),
  }),
  payoutStatus: t.field({
    type: Payout,
    description: 'Whether the earnings of the viewer can be paid out in money.',
    resolve: (_viewer, _args, { viewerScope: scope }) => readPayoutStatus(scope, scope.viewer.id),
  }),
}))

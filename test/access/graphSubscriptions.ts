import { ADMIN, GRANTED, type GraphAccessTable, RECEIVER, SIGNED_IN } from './graphOutcomes.ts'
import { ACCESS_PLAN } from './subscriptionFixtures.ts'

export const subscriptionQueries: GraphAccessTable = {
  subscriptions: [() => 'subscriptions { nodes { id } }', SIGNED_IN],
  tokenBundles: [() => 'tokenBundles { nodes { id } }', SIGNED_IN],
  licenseGroup: [({ licenseGroupId }) => `licenseGroup(id: "${licenseGroupId}") { id }`, SIGNED_IN],
  licenseGroups: [() => 'licenseGroups { nodes { id } }', ADMIN],
  userSubscriptions: [({ userId }) => `userSubscriptions(userId: "${userId}") { nodes { id } }`, ADMIN],
  subscriptionEligibility: [
    ({ targetId }) => `subscriptionEligibility(userId: "${targetId}") { canReceiveGift }`,
    SIGNED_IN,
  ],
  creditsEligibility: [() => `creditsEligibility(subscriptionId: "splan_${ACCESS_PLAN}") { isEligible }`, SIGNED_IN],
  'node of a subscription': [({ subscriptionId }) => `node(id: "${subscriptionId}") { id }`, GRANTED],
  'node of a plan': [() => `node(id: "splan_${ACCESS_PLAN}") { id }`, SIGNED_IN],
  'node of a bundle': [() => 'node(id: "tbdl_tokens-200") { id }', SIGNED_IN],
  'node of a license group': [({ licenseGroupId }) => `node(id: "${licenseGroupId}") { id }`, SIGNED_IN],
}

const PLAN = `slug: "access-other", description: "d", amount: 1, period: DAY, tier: 2`

export const subscriptionMutations: GraphAccessTable = {
  cancelSubscription: [
    ({ subscriptionId }) =>
      `cancelSubscription(input: { subscriptionId: "${subscriptionId}" }) { subscription { status } }`,
    RECEIVER,
  ],
  giveBulkGift: [
    ({ giftTransactionId, giftReceiverId }) =>
      `giveBulkGift(input: { transactionId: "${giftTransactionId}", receiverId: "${giftReceiverId}" }) { receiver { id } }`,
    RECEIVER,
  ],
  grantSubscription: [
    ({ strangerId }) =>
      `grantSubscription(input: { userId: "${strangerId}", planId: "splan_${ACCESS_PLAN}", reason: "Test" }) { subscription { id } }`,
    ADMIN,
  ],
  endSubscription: [
    ({ givenSubscriptionId }) =>
      `endSubscription(input: { subscriptionId: "${givenSubscriptionId}", reason: "Test" }) { subscription { id } }`,
    ADMIN,
  ],
  setSubscription: [
    ({ licenseGroupId }) => `setSubscription(input: { ${PLAN}, licenseGroupId: "${licenseGroupId}" }) { plan { id } }`,
    ADMIN,
  ],
  setTokenBundle: [
    () => 'setTokenBundle(input: { slug: "access", description: "d", tokens: 1, amount: 1 }) { bundle { id } }',
    ADMIN,
  ],
  setLicenseGroup: [
    ({ licenseGroupId }) =>
      `setLicenseGroup(input: { licenseGroupId: "${licenseGroupId}", name: "access", licenses: [] }) { licenseGroup { id } }`,
    ADMIN,
  ],
}

export const subscriptionSubscriptions: GraphAccessTable = {
  viewerSubscriptionChanged: [() => 'viewerSubscriptionChanged { subscriptionId }', SIGNED_IN],
}

import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId, nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { TokenBundle as BundleRow, SubscriptionPlan as PlanRow } from '../../../generated/prisma/client.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { listPlans, listTokenBundles } from '../catalogue/offers.ts'
import { isPeriodUnit } from '../period.ts'
import { DurationUnit } from './catalogueEnums.ts'
import { licenseGroupRef } from './license.ts'
import { slugOf } from './payment.ts'

const planIdOf = (slug: string) => `${ID_PREFIXES.subscriptionPlan}_${slug}`
const bundleIdOf = (slug: string) => `${ID_PREFIXES.tokenBundle}_${slug}`

/** Plans by their ids in the graph. */
const plansById = createLoader<PlanRow>(
  ({ db }, ids) => db.subscriptionPlan.findMany({ where: { id: { in: ids.map(slugOf) } } }),
  ({ id }) => planIdOf(id),
)
const bundlesById = createLoader<BundleRow>(
  ({ db }, ids) => db.tokenBundle.findMany({ where: { id: { in: ids.map(slugOf) } } }),
  ({ id }) => bundleIdOf(id),
)

export const SubscriptionPlan = builder.objectRef<PlanRow>('SubscriptionPlan')
export const TokenBundle = builder.objectRef<BundleRow>('TokenBundle')

/** A field with the plan of a row that has its slug; null for a row without one. */
export const planOf = (description: string) => ({
  type: SubscriptionPlan,
  nullable: true as const,
  description,
  resolve: (
    { planId }: { readonly planId: string | null },
    _args: unknown,
    context: Parameters<typeof plansById>[0],
  ) => (planId === null ? null : plansById(context).load(planIdOf(planId))),
})

/** Ids by which external stores know what they sell; null if a store does not sell it. */
const storeId = (store: string) => `What ${store} calls it; null if it is not sold there.`

builder.node(SubscriptionPlan, {
  description: 'What people can subscribe to.',
  ...nodeBy(plansById),
  id: derivedId(({ id }) => planIdOf(id)),
  fields: (t) => ({
    slug: t.exposeString('id', { description: 'Name for programs: the id without its prefix.' }),
    description: t.exposeString('description', { description: 'What it is, in one line.' }),
    amountCents: t.exposeInt('amount', { description: 'Price of a period in cents.' }),
    priceTokens: t.exposeInt('priceTokens', {
      nullable: true,
      description: 'Price of a period in tokens; null if it is not sold for tokens.',
    }),
    period: t.field({
      type: DurationUnit,
      description: 'Length of a period.',
      resolve: ({ period }) => (isPeriodUnit(period) ? period : 'month'),
    }),
    tier: t.exposeInt('tier', {
      description: 'Rank: of several subscriptions of a person that of the highest tier runs.',
    }),
    licenseGroup: t.field(licenseGroupRef('licenseGroupId', 'The licenses that it brings.')),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it is sold.' }),
    steamItemId: t.string({ nullable: true, description: storeId('Steam'), resolve: (row) => row.steamItemId || null }),
    oculusSku: t.string({ nullable: true, description: storeId('Oculus'), resolve: (row) => row.oculusSku || null }),
    picoSku: t.string({ nullable: true, description: storeId('Pico'), resolve: (row) => row.picoSku || null }),
    appleProductId: t.string({
      nullable: true,
      description: storeId('Apple'),
      resolve: (row) => row.appleProductId || null,
    }),
    googleProductId: t.string({
      nullable: true,
      description: storeId('Google'),
      resolve: (row) => row.googleProductId || null,
    }),
    googlePlanId: t.string({
      nullable: true,
      description: 'What Google calls its plan; null if it is not sold there.',
      resolve: (row) => row.googlePlanId || null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

builder.node(TokenBundle, {
  description: 'An amount of tokens that is sold for money.',
  ...nodeBy(bundlesById),
  id: derivedId(({ id }) => bundleIdOf(id)),
  fields: (t) => ({
    slug: t.exposeString('id', { description: 'Name for programs: the id without its prefix.' }),
    description: t.exposeString('description', { description: 'What it is, in one line.' }),
    tokens: t.exposeInt('tokens', { description: 'Tokens that it brings.' }),
    amountCents: t.exposeInt('amount', { description: 'Price in cents.' }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Address of an image; null for none.',
      resolve: ({ imageUrl }) => imageUrl || null,
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it is sold.' }),
    steamItemId: t.string({ nullable: true, description: storeId('Steam'), resolve: (row) => row.steamItemId || null }),
    oculusSku: t.string({ nullable: true, description: storeId('Oculus'), resolve: (row) => row.oculusSku || null }),
    appleProductId: t.string({
      nullable: true,
      description: storeId('Apple'),
      resolve: (row) => row.appleProductId || null,
    }),
    googleProductId: t.string({
      nullable: true,
      description: storeId('Google'),
      resolve: (row) => row.googleProductId || null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

const PlanEdge = builder.edgeObject({ type: SubscriptionPlan, name: 'SubscriptionPlanEdge' })
const PlanConnection = builder.connectionObject(
  { type: SubscriptionPlan, name: 'SubscriptionPlanConnection' },
  PlanEdge,
)
const BundleEdge = builder.edgeObject({ type: TokenBundle, name: 'TokenBundleEdge' })
const BundleConnection = builder.connectionObject({ type: TokenBundle, name: 'TokenBundleConnection' }, BundleEdge)

const BY_AMOUNT = byListKey<PlanRow>(({ amount, id }) => [amount, id])
const BY_TOKENS = byListKey<BundleRow>(({ tokens, id }) => [tokens, id])

builder.queryFields((t) => ({
  subscriptions: t.connection(
    {
      type: SubscriptionPlan,
      description: 'All subscriptions that exist, the cheapest first.',
      resolve: async (_root, args, { scope }) => listConnection(args, BY_AMOUNT, await listPlans(scope)),
    },
    PlanConnection,
  ),
  tokenBundles: t.connection(
    {
      type: TokenBundle,
      description: 'Bundles of tokens that are sold for money, the smallest first.',
      resolve: async (_root, args, { scope }) => listConnection(args, BY_TOKENS, await listTokenBundles(scope)),
    },
    BundleConnection,
  ),
}))

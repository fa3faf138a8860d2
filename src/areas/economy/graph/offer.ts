import { z } from 'zod'
import { LicenseGroupId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId, nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { TokenBundle as BundleRow, SubscriptionPlan as PlanRow } from '../../../generated/prisma/client.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import {
  listAllTokenBundles,
  listPlans,
  listTokenBundles,
  planRules,
  setSubscription,
  setTokenBundle,
  tokenBundleRules,
} from '../catalogue/offers.ts'
import { isPeriodUnit, PERIOD_UNITS } from '../period.ts'
import { planIdOf } from '../subscriptions/subscriptions.ts'
import { DurationUnit } from './catalogueEnums.ts'
import { licenseGroupRef } from './license.ts'
import { slugOf } from './payment.ts'

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
const TokenBundle = builder.objectRef<BundleRow>('TokenBundle')

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
    ...columns(t, 'SubscriptionPlan', {
      description: 'What it is, in one line.',
      priceTokens: 'Price of a period in tokens; null if it is not sold for tokens.',
      tier: 'Rank: of several subscriptions of a person that of the highest tier runs.',
      isActive: 'Whether it is sold.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    amountCents: t.exposeInt('amount', { description: 'Price of a period in cents.' }),
    period: t.field({
      type: DurationUnit,
      description: 'Length of a period.',
      resolve: ({ period }) => (isPeriodUnit(period) ? period : 'month'),
    }),
    licenseGroup: t.field(licenseGroupRef('licenseGroupId', 'The licenses that it brings.')),
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
  }),
})

builder.node(TokenBundle, {
  description: 'An amount of tokens that is sold for money.',
  ...nodeBy(bundlesById),
  id: derivedId(({ id }) => bundleIdOf(id)),
  fields: (t) => ({
    slug: t.exposeString('id', { description: 'Name for programs: the id without its prefix.' }),
    ...columns(t, 'TokenBundle', {
      description: 'What it is, in one line.',
      tokens: 'Tokens that it brings.',
      isActive: 'Whether it is sold.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    amountCents: t.exposeInt('amount', { description: 'Price in cents.' }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Address of an image; null for none.',
      resolve: ({ imageUrl }) => imageUrl || null,
    }),
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
  }),
})
const PlanConnection = builder.connectionObject({ type: SubscriptionPlan, name: 'SubscriptionPlanConnection' })
const BundleConnection = builder.connectionObject({ type: TokenBundle, name: 'TokenBundleConnection' })

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
      args: {
        includeInactive: t.arg.boolean({
          description: 'Whether those that are not sold are listed, too; for staff with `ECONOMY` only.',
        }),
      },
      resolve: async (_root, { includeInactive, ...args }, { scope }) =>
        listConnection(args, BY_TOKENS, await (includeInactive ? listAllTokenBundles : listTokenBundles)(scope)),
    },
    BundleConnection,
  ),
}))

const slug = z.string().describe('Slug: 1 to 100 lower case letters, digits, dots, dashes, underscores.')
const description = z.string().describe('What it is, in one line of at most 1,000 characters.')
const isActive = z.boolean().default(true).describe('Whether it is sold; true by default.')
const amount = z.int().describe('Price in cents.')
const storeIdInput = (store: string) =>
  z.string().default('').describe(`What ${store} calls it; omitted if not sold there.`)

mutation('setSubscription', {
  description:
    'Makes something to subscribe to, or replaces it; subscriptions of people stay as they were bought. Its license group stays.',
  input: z.object({
    slug,
    description,
    amount,
    priceTokens: z.int().optional().describe('Price in tokens; omitted if it is not sold for tokens.'),
    period: z.enum(PERIOD_UNITS).describe('Length of a period.'),
    tier: z.int().describe('Rank: of several subscriptions of a person that of the highest tier runs.'),
    licenseGroupId: LicenseGroupId.describe('Id of the license group that it brings.'),
    isActive,
    steamItemId: storeIdInput('Steam'),
    oculusSku: storeIdInput('Oculus'),
    picoSku: storeIdInput('Pico'),
    appleProductId: storeIdInput('Apple'),
    googleProductId: storeIdInput('Google'),
    googlePlanId: z.string().default('').describe('What Google calls its plan; omitted if not sold there.'),
  }),
  types: { period: DurationUnit },
  fieldNames: { id: 'slug' },
  rules: (_scope, { slug: id, ...plan }) => planRules({ ...plan, ...(id !== undefined && { id }) }),
  run: async (scope, { slug: id, priceTokens = null, ...plan }) => ({
    plan: await setSubscription(scope, { id, priceTokens, ...plan }),
  }),
  payload: (t) => ({
    plan: t.field({
      type: SubscriptionPlan,
      description: 'The subscription after the act.',
      resolve: ({ plan }) => plan,
    }),
  }),
})

mutation('setTokenBundle', {
  description: 'Makes a bundle of tokens, or replaces it; what was bought stays as it was.',
  input: z.object({
    slug,
    description,
    tokens: z.int().describe('Tokens that it brings.'),
    amount,
    imageUrl: z.url().optional().describe('Address of an image; omitted for none.'),
    isActive,
    steamItemId: storeIdInput('Steam'),
    oculusSku: storeIdInput('Oculus'),
    appleProductId: storeIdInput('Apple'),
    googleProductId: storeIdInput('Google'),
  }),
  fieldNames: { id: 'slug' },
  rules: (_scope, { slug: id, ...bundle }) => tokenBundleRules({ ...bundle, ...(id !== undefined && { id }) }),
  run: async (scope, { slug: id, imageUrl = '', ...bundle }) => ({
    bundle: await setTokenBundle(scope, { id, imageUrl, ...bundle }),
  }),
  payload: (t) => ({
    bundle: t.field({ type: TokenBundle, description: 'The bundle after the act.', resolve: ({ bundle }) => bundle }),
  }),
})

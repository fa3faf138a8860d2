import { z } from 'zod'
import { LicenseGroupId } from '../../../contract/ids.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import { planRules, setSubscription, setTokenBundle, tokenBundleRules } from '../catalogue/offers.ts'
import { licenseGroupRules, setLicenseGroup } from '../licenses/licenseGroups.ts'
import { PERIOD_UNITS } from '../period.ts'
import { DurationUnit } from './catalogueEnums.ts'
import { LicenseAction, LicenseGroup, LicenseType } from './license.ts'
import { SubscriptionPlan, TokenBundle } from './plan.ts'

const { authScopes } = FOR_ADMINS

const slug = z.string().describe('Slug: 1 to 100 lower case letters, digits, dots, dashes, underscores.')
const description = z.string().describe('What it is, in one line of at most 1,000 characters.')
const isActive = z.boolean().default(true).describe('Whether it is sold; true by default.')
const amount = z.int().describe('Price in cents.')
const storeId = (store: string) => z.string().default('').describe(`What ${store} calls it; omitted if not sold there.`)

mutation('setSubscription', {
  description:
    'Makes something to subscribe to, or replaces it; subscriptions of people stay as they were bought. Its license group stays. Admins only.',
  authScopes,
  input: z.object({
    slug,
    description,
    amount,
    priceTokens: z.int().optional().describe('Price in tokens; omitted if it is not sold for tokens.'),
    period: z.enum(PERIOD_UNITS).describe('Length of a period.'),
    tier: z.int().describe('Rank: of several subscriptions of a person that of the highest tier runs.'),
    licenseGroupId: LicenseGroupId.describe('Id of the license group that it brings.'),
    isActive,
    steamItemId: storeId('Steam'),
    oculusSku: storeId('Oculus'),
    picoSku: storeId('Pico'),
    appleProductId: storeId('Apple'),
    googleProductId: storeId('Google'),
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
  description: 'Makes a bundle of tokens, or replaces it; what was bought stays as it was. Admins only.',
  authScopes,
  input: z.object({
    slug,
    description,
    tokens: z.int().describe('Tokens that it brings.'),
    amount,
    imageUrl: z.url().optional().describe('Address of an image; omitted for none.'),
    isActive,
    steamItemId: storeId('Steam'),
    oculusSku: storeId('Oculus'),
    appleProductId: storeId('Apple'),
    googleProductId: storeId('Google'),
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

const LicenseInput = builder.inputType('LicenseInput', {
  description: 'The right to have or wear something.',
  fields: (t) => ({
    forType: t.field({ type: LicenseType, required: true, description: 'What it is for.' }),
    forId: t.id({ required: true, description: 'Id of what it is for.' }),
    forAction: t.field({ type: LicenseAction, description: 'What it allows; HAVE by default.' }),
  }),
})

const License = z.object({
  forType: z.enum(['avatar', 'licenseGroup', 'permission', 'product']),
  forId: z.string(),
  forAction: z.enum(['have', 'wear']).default('have'),
})

mutation('setLicenseGroup', {
  description:
    'Makes a license group, or replaces what one contains: within a minute all who hold it have what it contains then. Admins only.',
  authScopes,
  input: z.object({
    licenseGroupId: LicenseGroupId.optional().describe('Id of the group to change; omitted for a new one.'),
    name: z.string().describe('Unique name: 1 to 64 lower case letters, digits and dashes.'),
    description: z.string().optional().describe('What it is for, at most 1,000 characters.'),
    licenses: z.array(nestedInput(License)).describe('All licenses of the group, at most 500.'),
  }),
  types: { licenses: [LicenseInput] },
  rules: (_scope, input) => licenseGroupRules(input),
  run: async (scope, { licenseGroupId: id, ...group }) => ({ group: await setLicenseGroup(scope, { id, ...group }) }),
  payload: (t) => ({
    licenseGroup: t.field({
      type: LicenseGroup,
      description: 'The group after the act.',
      resolve: ({ group }) => group,
    }),
  }),
})

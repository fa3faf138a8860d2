import { z } from 'zod'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { about } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { type FrontendAssetInfo, frontendAssetRules, readFrontendAssets, setFrontendAsset } from '../frontendAssets.ts'

const FrontendAssetKind = enumOf('FrontendAssetKind', 'Stylesheet or script.', {
  css: 'Stylesheet.',
  js: 'Script.',
})

const FrontendAssetVariant = enumOf('FrontendAssetVariant', 'Audience of a build.', {
  public: 'Everybody.',
  internal: 'Admins.',
})

const FrontendAsset = builder.objectRef<FrontendAssetInfo>('FrontendAsset').implement({
  description: 'Stylesheet or script of one build of the web frontend.',
  fields: (t) => ({
    kind: t.field({
      type: FrontendAssetKind,
      description: 'Stylesheet or script.',
      resolve: ({ kind }) => (kind === 'css' ? 'css' : 'js'),
    }),
    variant: t.field({
      type: FrontendAssetVariant,
      description: 'Audience.',
      resolve: ({ variant }) => (variant === 'public' ? 'public' : 'internal'),
    }),
    branch: t.exposeString('branch', { description: 'Branch that was built.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
    characterCount: t.exposeInt('characterCount', { description: 'Number of characters of its text.' }),
  }),
})

builder.queryField('frontendAssets', (t) =>
  t.field({
    type: [FrontendAsset],
    ...FOR_ADMINS,
    ...about(10),
    description:
      'Stylesheets and scripts of the web frontend, by branch, at most 200. The operations `getCSS` and `getJavaScript` of REST have their texts. Admins only.',
    resolve: (_root, _args, { viewerScope }) => readFrontendAssets(viewerScope),
  }),
)

mutation('setFrontendAsset', {
  description: 'Replaces the stylesheet or script of a build.',
  input: z.object({
    kind: z.enum(['css', 'js']).describe('Stylesheet or script.'),
    variant: z.enum(['public', 'internal']).describe('Audience.'),
    branch: z.string().describe('Branch that was built: 1 to 100 letters, digits, dots, dashes and underscores.'),
    content: z.string().describe('Text of the stylesheet or script, at most 5,000,000 characters.'),
    ifUpdatedAt,
  }),
  types: { kind: FrontendAssetKind, variant: FrontendAssetVariant, ...IF_UPDATED_AT },
  rules: (_scope, asset) => frontendAssetRules(asset),
  run: async (scope, asset) => ({ frontendAsset: await setFrontendAsset(scope, asset) }),
  payload: (t) => ({
    frontendAsset: t.field({
      type: FrontendAsset,
      description: 'The stylesheet or script after the change.',
      resolve: ({ frontendAsset }) => frontendAsset,
    }),
  }),
})

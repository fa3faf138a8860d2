import { z } from 'zod'
import { APIConfig } from '../../../contract/shapes/clientConfig.ts'
import { FOR_ADMINS, FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { sizedScalar } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { jsonErrorBy } from '../../../edges/graphql/resolvers/zodFields.ts'
import { invalid } from '../../../kernel/failure.ts'
import { readClientConfig, setConfigEntry } from '../clientConfig.ts'
import { frontendAssetRules, setFrontendAsset } from '../frontendAssets.ts'

const { authScopes } = FOR_ADMINS

const ConfigEntry = builder.prismaObject('ConfigEntry', {
  description: 'One value of the client configuration.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the value.' }),
    value: t.expose('value', {
      type: 'JSON',
      description: 'The value; clients get it with the placeholders {publicUrl}, {webUrl} and {host} replaced.',
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

const FrontendAssetKind = enumOf('FrontendAssetKind', 'Stylesheet or script.', {
  css: 'Stylesheet.',
  js: 'Script.',
})

const FrontendAssetVariant = enumOf('FrontendAssetVariant', 'Audience of a build.', {
  public: 'Everybody.',
  internal: 'Admins.',
})

const FrontendAsset = builder.prismaObject('FrontendAsset', {
  description: 'Stylesheet or script of one build of the web frontend.',
  fields: (t) => ({
    kind: t.field({
      type: FrontendAssetKind,
      description: 'Stylesheet or script.',
      select: { kind: true },
      resolve: ({ kind }) => (kind === 'css' ? 'css' : 'js'),
    }),
    variant: t.field({
      type: FrontendAssetVariant,
      description: 'Audience.',
      select: { variant: true },
      resolve: ({ variant }) => (variant === 'public' ? 'public' : 'internal'),
    }),
    branch: t.exposeString('branch', { description: 'Branch that was built.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

builder.queryFields((t) => ({
  config: t.field({
    type: 'JSONObject',
    ...FOR_ANYONE,
    ...sizedScalar(10_240),
    description: `The client configuration of legacy clients as the REST API documents it: an object, as its keys are no GraphQL
names and change with clients. \`serverInfo\` has what web clients need.`,
    resolve: (_root, _args, context) => readClientConfig(context.publicScope),
  }),
  systemTime: t.field({
    type: 'DateTime',
    ...FOR_ANYONE,
    description: "The server's time.",
    resolve: (_root, _args, { scope }) => scope.now,
  }),
  onlineCount: t.int({
    ...FOR_ANYONE,
    description: 'Number of users who are online.',
    resolve: (_root, _args, { scope }) => scope.presence.countOnline(scope.now),
  }),
}))

const isConfigMember = (key: string): key is keyof typeof APIConfig.shape => Object.hasOwn(APIConfig.shape, key)

export const clientConfigError = (key: string, value: unknown) =>
  isConfigMember(key) ? jsonErrorBy(APIConfig.shape[key])(value) : `the client configuration has no member ${key}`

/** Throws `invalid` for a key that the client configuration does not have. */
function assertConfigMember(key: string): void {
  if (!isConfigMember(key)) throw invalid('key', 'key: the client configuration has no such member', 'unknown_value')
}

mutation('setConfigEntry', {
  description: 'Changes a value of the client configuration. Admins only.',
  authScopes,
  input: z.object({
    key: z.string().describe('Key of the value, one of those in `config`.'),
    value: z.json().describe('The value, of the type that the REST API documents for the key.'),
  }),
  types: { value: 'JSON' },
  rules: (_scope, { key }) => [() => key !== undefined && assertConfigMember(key)],
  run: async (scope, { key, value }) => {
    assertConfigMember(key)
    return { configEntry: await setConfigEntry(scope, { key, value, validate: clientConfigError }) }
  },
  payload: (t) => ({
    configEntry: t.field({
      type: ConfigEntry,
      description: 'The value after the change.',
      resolve: ({ configEntry }) => configEntry,
    }),
  }),
})

mutation('setFrontendAsset', {
  description: 'Replaces the stylesheet or script of a build. Admins only.',
  authScopes,
  input: z.object({
    kind: z.enum(['css', 'js']).describe('Stylesheet or script.'),
    variant: z.enum(['public', 'internal']).describe('Audience.'),
    branch: z.string().describe('Branch that was built: 1 to 100 letters, digits, dots, dashes and underscores.'),
    content: z.string().describe('Text of the stylesheet or script, at most 5,000,000 characters.'),
  }),
  types: { kind: FrontendAssetKind, variant: FrontendAssetVariant },
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

import { z } from 'zod'
import { APIConfig } from '../../../contract/shapes/clientConfig.ts'
import { FOR_ADMINS, FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { inputOf } from '../../../edges/graphql/resolvers/input.ts'
import { jsonErrorBy } from '../../../edges/graphql/resolvers/zodFields.ts'
import { readClientConfig, setConfigEntry } from '../clientConfig.ts'
import { setFrontendAsset } from '../frontendAssets.ts'

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

const FrontendAsset = builder.prismaObject('FrontendAsset', {
  description: 'Stylesheet or script of one build of the web frontend.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'css or js.' }),
    variant: t.exposeString('variant', { description: 'public or internal.' }),
    branch: t.exposeString('branch', { description: 'Branch that was built.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

builder.queryFields((t) => ({
  config: t.field({
    type: 'JSONObject',
    ...FOR_ANYONE,
    description: 'The client configuration.',
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

const ConfigEntryInput = inputOf(
  'ConfigEntryInput',
  'A new value in the client configuration.',
  z.object({
    key: z.string().describe('Key of the value.'),
    value: z.json().describe('The value, in the format of the REST API.'),
  }),
  { value: 'JSON' },
)

const AssetKind = builder.enumType('AssetKind', {
  description: 'Stylesheet or script.',
  values: { CSS: { value: 'css', description: 'Stylesheet.' }, JS: { value: 'js', description: 'Script.' } } as const,
})

const AssetVariant = builder.enumType('AssetVariant', {
  description: 'Audience of a build.',
  values: {
    PUBLIC: { value: 'public', description: 'Everybody.' },
    INTERNAL: { value: 'internal', description: 'Admins.' },
  } as const,
})

const FrontendAssetInput = inputOf(
  'FrontendAssetInput',
  'A stylesheet or script of a build of the web frontend.',
  z.object({
    kind: z.enum(['css', 'js']).describe('Stylesheet or script.'),
    variant: z.enum(['public', 'internal']).describe('Audience.'),
    branch: z.string().describe('Branch that was built.'),
    content: z.string().describe('Text of the stylesheet or script.'),
  }),
  { kind: AssetKind, variant: AssetVariant },
)

const isConfigMember = (key: string): key is keyof typeof APIConfig.shape => Object.hasOwn(APIConfig.shape, key)

export const clientConfigError = (key: string, value: unknown) =>
  isConfigMember(key) ? jsonErrorBy(APIConfig.shape[key])(value) : `the client configuration has no member ${key}`

builder.mutationFields((t) => ({
  setConfigEntry: t.field({
    type: ConfigEntry,
    ...FOR_ADMINS,
    description: 'Changes a value of the client configuration. Admins only.',
    ...act(ConfigEntryInput, (scope, { key, value }) =>
      setConfigEntry(scope, { key, value, validate: clientConfigError }),
    ),
  }),
  setFrontendAsset: t.field({
    type: FrontendAsset,
    ...FOR_ADMINS,
    description: 'Replaces the stylesheet or script of a build. Admins only.',
    ...act(FrontendAssetInput, setFrontendAsset),
  }),
}))

import { z } from 'zod'
import { APIConfig } from '../../../contract/shapes/clientConfig.ts'
import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { sizedScalar } from '../../../edges/graphql/limits.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { jsonErrorBy } from '../../../edges/graphql/resolvers/zodFields.ts'
import { invalid } from '../../../kernel/failure.ts'
import { type ClientConfig, readClientConfig, setConfigEntry } from '../clientConfig.ts'

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

/** Members that the server alone reads: how bad a reported reason is, by `reason` or `category.reason`. */
const OWN_MEMBERS = { reportWeights: z.record(z.string().max(100), z.int().min(1).max(100)) }

const withoutOwnMembers = (config: ClientConfig): ClientConfig =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !Object.hasOwn(OWN_MEMBERS, key)))

builder.queryFields((t) => ({
  config: t.field({
    type: 'JSONObject',
    ...FOR_ANYONE,
    ...sizedScalar(10_240),
    description: `The client configuration of legacy clients as the REST API documents it: an object, as its keys are no GraphQL
names and change with clients. \`serverInfo\` has what web clients need.`,
    resolve: async (_root, _args, context) => withoutOwnMembers(await readClientConfig(context.publicScope)),
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

export const MEMBERS = { ...APIConfig.shape, ...OWN_MEMBERS }

const isConfigMember = (key: string): key is keyof typeof MEMBERS => Object.hasOwn(MEMBERS, key)

export const clientConfigError = (key: string, value: unknown) =>
  isConfigMember(key) ? jsonErrorBy(MEMBERS[key])(value) : `the client configuration has no member ${key}`

/** Throws `invalid` for a key that the client configuration does not have. */
function assertConfigMember(key: string): void {
  if (!isConfigMember(key)) throw invalid('key', 'key: the client configuration has no such member', 'unknown_value')
}

mutation('setConfigEntry', {
  description: 'Changes a value of the client configuration.',
  input: z.object({
    key: z
      .string()
      .describe(
        'Key of the value, one of those in `config`, or `reportWeights`: by reason or `category.reason`, how bad it is, 1 to 100.',
      ),
    value: z.json().describe('The value, of the type that the REST API documents for the key.'),
    ifUpdatedAt,
  }),
  types: { value: 'JSON', ...IF_UPDATED_AT },
  rules: (_scope, { key }) => [() => key !== undefined && assertConfigMember(key)],
  run: async (scope, { key, value, ifUpdatedAt }) => {
    assertConfigMember(key)
    return { configEntry: await setConfigEntry(scope, { key, value, ifUpdatedAt, validate: clientConfigError }) }
  },
  payload: (t) => ({
    configEntry: t.field({
      type: ConfigEntry,
      description: 'The value after the change.',
      resolve: ({ configEntry }) => configEntry,
    }),
  }),
})

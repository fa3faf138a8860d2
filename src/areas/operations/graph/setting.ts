import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import type { SettingValue } from '../../../kernel/serverNode.ts'

const SettingSource = enumOf('SettingSource', 'Where the value of a setting comes from.', {
  environment: 'The environment variable of its name.',
  default: 'It is not set, so that its default holds.',
})

const Setting = builder.objectRef<SettingValue>('Setting').implement({
  description: 'A setting of the node that answers, which it has read at its start.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the environment variable.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'The value that holds; null for a secret, and without a value and a default.',
    }),
    isSecret: t.exposeBoolean('isSecret', { description: 'Whether nobody is shown the value.' }),
    source: t.field({
      type: SettingSource,
      description: 'Where the value comes from.',
      resolve: ({ isGiven }) => (isGiven ? ('environment' as const) : ('default' as const)),
    }),
    description: t.string({ description: 'What it is for, in English.', resolve: ({ help }) => help }),
    fallback: t.string({
      nullable: true,
      description: 'What holds without it, in English; null for nothing.',
      resolve: ({ fallback }) => fallback.replaceAll('`', '') || null,
    }),
  }),
})

builder.queryField('settings', (t) =>
  t.field({
    type: [Setting],
    ...forStaff('operations', 'configuration'),
    ...atMost(100),
    description:
      'Every setting of the node that answers. Secrets are not shown, only whether they are set. Staff with `OPERATIONS` or `CONFIGURATION` only.',
    resolve: (_root, _args, { scope }) => [...scope.node.settings],
  }),
)

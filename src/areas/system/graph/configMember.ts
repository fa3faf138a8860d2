import { z } from 'zod'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { about } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import type { ConfigEntry as Row } from '../../../generated/prisma/client.ts'
import { lookUp } from '../../../kernel/maps.ts'
import { REGISTRATION_KEY, readConfigEntries } from '../clientConfig.ts'
import { seedClientConfig } from '../seed/clientConfig.ts'
import { MEMBERS } from './clientConfig.ts'

/** A key of the client configuration. */
interface Member {
  readonly key: string
  /** What is stored; null for what was never set. */
  readonly row: Row | null
  readonly fallback: unknown
}

const KINDS = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  string: 'text',
} as const

type Kind = (typeof KINDS)[keyof typeof KINDS] | 'texts' | 'json'

const ConfigValueKind = enumOf('ConfigValueKind', 'What a value of the client configuration is.', {
  boolean: 'True or false.',
  integer: 'A whole number.',
  number: 'A number.',
  text: 'A text.',
  texts: 'A list of texts.',
  json: 'An object or another list.',
} satisfies Record<Kind, string>)

const Described = z.object({ type: z.string().optional(), items: z.object({ type: z.string().optional() }).optional() })

/** What the shape of a value says of its kind. */
function kindOf(schema: z.ZodType): Kind {
  const { type = '', items } = Described.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  if (type === 'array') return items?.type === 'string' ? 'texts' : 'json'
  return lookUp<Kind>(KINDS, type) ?? 'json'
}

const kinds: ReadonlyMap<string, Kind> = new Map(Object.entries(MEMBERS).map(([key, schema]) => [key, kindOf(schema)]))

const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

/** With members of objects in one order, as the database keeps another one. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b))
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]))
}

const ConfigMember = builder.objectRef<Member>('ConfigMember').implement({
  description: 'A key of the client configuration, with its value as it is stored and the one of a new server.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the value.' }),
    kind: t.field({
      type: ConfigValueKind,
      description: 'What the value is.',
      resolve: ({ key }) => kinds.get(key) ?? 'json',
    }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value, with the placeholders {publicUrl}, {webUrl} and {host}; null if it was never set.',
      resolve: ({ row }) => row?.value ?? null,
    }),
    defaultValue: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value of a new server; null for none.',
      resolve: ({ fallback }) => fallback,
    }),
    isDefault: t.boolean({
      description: 'Whether it is the value of a new server.',
      resolve: ({ row, fallback }) => isSame(row?.value ?? null, fallback),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last change; null if it was never set.',
      resolve: ({ row }) => row?.updatedAt,
    }),
  }),
})

builder.queryField('configMembers', (t) =>
  t.field({
    type: [ConfigMember],
    ...forStaff('configuration'),
    ...about(150),
    description:
      'Everything that `setConfigEntry` can set of the client configuration, by key. Staff with `CONFIGURATION` only.',
    resolve: async (_root, _args, { viewerScope }) => {
      const rows = new Map((await readConfigEntries(viewerScope)).map((row) => [row.key, row]))
      const keys = Object.keys(MEMBERS).filter((key) => key !== REGISTRATION_KEY)
      return keys
        .toSorted((a, b) => a.localeCompare(b))
        .map((key) => ({
          key,
          row: rows.get(key) ?? null,
          fallback: lookUp(seedClientConfig, key) ?? null,
        }))
    },
  }),
)

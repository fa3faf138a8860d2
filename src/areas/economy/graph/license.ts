import { z } from 'zod'
import { LicenseGroupId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createListLoader, createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import { byListKey, byText, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { LicenseGroup as GroupRow } from '../../../generated/prisma/client.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { countLicenseGroups, licenseGroupRules, readLicenseGroups, setLicenseGroup } from '../licenses/licenseGroups.ts'
import { type NamedLicense, readActiveLicenses, readLicensesOfGroups } from '../licenses/queries.ts'

const TYPES = ['avatar', 'licenseGroup', 'permission', 'product'] as const
const isType = (text: string) => TYPES.find((type) => type === text)

const LicenseType = enumOf('LicenseType', 'What a license is for.', {
  avatar: 'An avatar.',
  licenseGroup: 'All that another license group brings.',
  permission: 'A permission.',
  product: 'A product of a seller.',
})

const LicenseAction = enumOf('LicenseAction', 'What a license allows.', {
  have: 'To have it.',
  wear: 'To wear it.',
})

const License = builder.objectRef<NamedLicense>('License').implement({
  description: 'The right to have or wear something.',
  fields: (t) => ({
    forType: t.field({
      type: LicenseType,
      description: 'What it is for.',
      resolve: ({ forType }) => isType(forType) ?? 'product',
    }),
    forId: t.exposeID('forId', { description: 'Id of what it is for.' }),
    forName: t.exposeString('forName', { description: 'Name of what it is for; the id of something without a name.' }),
    avatar: t.field({
      type: Avatar,
      nullable: true,
      description: 'The avatar that it is for; null for something else, and if the viewer cannot see it.',
      resolve: ({ forType, forId }, _args, context) => (forType === 'avatar' ? avatarsById(context).load(forId) : null),
    }),
    forAction: t.field({
      type: LicenseAction,
      description: 'What it allows.',
      resolve: ({ forAction }) => (forAction === 'wear' ? 'wear' : 'have'),
    }),
  }),
})
const LicenseConnection = builder.connectionObject({ type: License, name: 'LicenseConnection' })

/** By what they are for; the ids of all types sort by time. */
const BY_TARGET = byListKey<NamedLicense>(({ forType, forName, forId, forAction }) => [
  TYPES.indexOf(isType(forType) ?? 'product'),
  `${forName} ${forId} ${forAction}`,
])

const groupsById = createLoader<GroupRow>(
  ({ db }, ids) => db.licenseGroup.findMany({ where: { id: { in: [...ids] } } }),
  ({ id }) => id,
)
const licensesByGroup = createListLoader(readLicensesOfGroups, ({ licenseGroupId }) => licenseGroupId)

const LicenseGroup = builder.objectRef<GroupRow>('LicenseGroup')
export const licenseGroupRef = referenceTo(LicenseGroup, groupsById)

builder.node(LicenseGroup, {
  description: 'A named set of licenses.',
  ...nodeBy(groupsById),
  fields: (t) => ({
    ...columns(t, 'LicenseGroup', {
      name: 'Unique name for programs.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'What it is for; null for none.',
      resolve: ({ description }) => description || null,
    }),
    licenses: t.connection(
      {
        type: License,
        description: 'What it brings, other license groups unopened, by type and name.',
        resolve: async ({ id }, args, context) =>
          listConnection(args, BY_TARGET, await licensesByGroup(context).load(id)),
      },
      LicenseConnection,
    ),
  }),
})

builder.queryField('licenseGroup', (t) =>
  t.field({
    type: LicenseGroup,
    nullable: true,
    description: 'A license group by id; null for an unknown one.',
    args: { id: t.arg.id({ required: true, description: 'Id of the license group.' }) },
    resolve: (_root, { id }, context) => groupsById(context).load(id),
  }),
)

const LicenseGroupConnection = builder.connectionObject({ type: LicenseGroup, name: 'LicenseGroupConnection' })

builder.queryField('licenseGroups', (t) =>
  t.connection(
    {
      type: LicenseGroup,
      ...forStaff('economy'),
      description: 'License groups by name. Staff with `ECONOMY` only.',
      resolve: (_root, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: byText('name', 'ascending'),
          totalCount: () => countLicenseGroups(scope),
          read: (page) => readLicenseGroups(scope, page),
        }),
    },
    LicenseGroupConnection,
  ),
)

builder.objectFields(Viewer, (t) => ({
  licenses: t.connection(
    {
      type: License,
      description: 'What the viewer has licenses for, license groups opened, each once, by type and name.',
      resolve: async (_viewer, args, { viewerScope: scope }) =>
        listConnection(args, BY_TARGET, await readActiveLicenses(scope)),
    },
    LicenseConnection,
  ),
}))

const LicenseInput = builder.inputType('LicenseInput', {
  description: 'The right to have or wear something.',
  fields: (t) => ({
    forType: t.field({ type: LicenseType, required: true, description: 'What it is for.' }),
    forId: t.id({ required: true, description: 'Id of what it is for.' }),
    forAction: t.field({ type: LicenseAction, description: 'What it allows; HAVE by default.' }),
  }),
})

const LicenseFields = z.object({
  forType: z.enum(['avatar', 'licenseGroup', 'permission', 'product']),
  forId: z.string(),
  forAction: z.enum(['have', 'wear']).default('have'),
})

mutation('setLicenseGroup', {
  description:
    'Makes a license group, or replaces what one contains: within a minute all who hold it have what it contains then.',
  input: z.object({
    licenseGroupId: LicenseGroupId.optional().describe('Id of the group to change; omitted for a new one.'),
    name: z.string().describe('Unique name: 1 to 64 lower case letters, digits and dashes.'),
    description: z.string().optional().describe('What it is for, at most 1,000 characters.'),
    licenses: z.array(nestedInput(LicenseFields)).describe('All licenses of the group, at most 500.'),
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

import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { EQUIVALENTS } from '../../src/tools/parity/parity.ts'

/** The committed schema; `npm run codegen -- --check` compares it with the code. */
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

function fieldOf(place: string) {
  const [typeName = '', fieldName = ''] = place.split('.')
  const type = schema.getType(typeName)
  return isObjectType(type) ? type.getFields()[fieldName] : undefined
}

describe('the GraphQL equivalents of REST operations', () => {
  test('are listed for every operation', () => {
    expect(Object.keys(EQUIVALENTS).sort()).toEqual(Object.keys(contract).sort())
  })

  test.each(Object.entries(EQUIVALENTS))('%s', (_operation, places) => {
    if ('hole' in places) return expect(places.hole.length).toBeGreaterThan(40)
    for (const place of places) expect(fieldOf(place), place).toBeDefined()
  })
})

const typesOf = () =>
  Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))

/** Lists of objects that are no connections: they are short, and bounded. */
const SMALL_LISTS = [
  'Account.loginLocks',
  'Account.loginPlaces',
  'Account.permissionGrants',
  'AdminAssetBundle.packages',
  'AssignReportsPayload.results',
  'Avatar.packages',
  'CalendarEvent.roles',
  'CloseReportsPayload.results',
  'ConsumeInventoryItemPayload.heldTemplates',
  'ConsumeInventoryItemPayload.items',
  'EarningsMetrics.parts',
  'Figure.points',
  'File.uses',
  'FileVersion.data',
  'GrantInventoryItemPayload.items',
  'Group.permissions',
  'GroupMember.roles',
  'GroupPost.roles',
  'GroupRoleTemplate.roles',
  'InventoryDrop.templates',
  'InventoryItem.colors',
  'InventoryTemplate.bundledTemplates',
  'InventoryTemplate.colors',
  'LedgerCheck.differences',
  'LiftNetworkLockPayload.locks',
  'Listing.products',
  'Listing.stores',
  'Listing.variants',
  'Notification.responses',
  'PermissionData.badges',
  'Product.avatars',
  'Product.templates',
  'ProductPurchase.products',
  'Prop.packages',
  'Query.cannedReasons',
  'Query.configMembers',
  'Query.figures',
  'Query.frontendAssets',
  'Query.groupRoleTemplates',
  'Query.inviteMessages',
  'Query.jobs',
  'Query.networkLocks',
  'Query.nodes',
  'Query.rateLimitRefusals',
  'Query.refusalReasons',
  'Query.reportOptions',
  'Query.reportStatusCounts',
  'Query.reportTypeCounts',
  'Query.settings',
  'Query.staff',
  'RedeemRewardPayload.badges',
  'RedeemRewardPayload.permissions',
  'RedeemRewardPayload.templates',
  'ReportCategory.reasons',
  'ReportOption.categories',
  'Reward.badges',
  'Reward.permissions',
  'Reward.templates',
  'ServerInfo.fieldRules',
  'ServerInfo.languages',
  'ServerNode.findings',
  'Setup.demoLogins',
  'Setup.steps',
  'Store.shelves',
  'Upload.headers',
  'Viewer.groupPermissions',
  'Viewer.inviteMessages',
  'Viewer.profileThemes',
  'Viewer.recoveryCodes',
  'World.packages',
  'WorldOccupancy.instances',
]

describe('the schema', () => {
  test('describes every type, field, argument and enum value', () => {
    const silent = typesOf().flatMap((type) => {
      const own = type.description ? [] : [type.name]
      if (isEnumType(type))
        return [
          ...own,
          ...type
            .getValues()
            .filter((value) => !value.description)
            .map(({ name }) => name),
        ]
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return own
      const members = Object.values(type.getFields()).flatMap((field) =>
        ['args' in field ? field.args : [], field].flat(),
      )
      return [...own, ...members.filter(({ description }) => !description).map(({ name }) => `${type.name}.${name}`)]
    })
    expect(silent).toEqual([])
  })

  test('has no private fields on the type User', () => {
    const user = schema.getType('User')
    const names = isObjectType(user) ? Object.keys(user.getFields()) : []
    const secret =
      /email|password|username|birthday|session|totp|twoFactor|recovery|deletion|lastLogin|lastActivity|admin/i
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => secret.test(name))).toEqual([])
  })

  test('has every list of objects as a connection, except nodes by id and small bounded lists', () => {
    const isList = (field: { type: unknown }) => String(field.type).includes('[')
    const objects = typesOf()
      .filter(isObjectType)
      .filter(({ name }) => !/(Connection|Edge)$/.test(name))
    const lists = objects.flatMap((type: GraphQLObjectType) =>
      Object.values(type.getFields())
        .filter((field) => isList(field) && isComposite(String(field.type)))
        .map(({ name }) => `${type.name}.${name}`),
    )
    expect(lists.sort()).toEqual(SMALL_LISTS)
  })

  test('has at most one argument, `input`, on mutations', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
    const others = mutations.filter(({ args }) => args.some(({ name }) => name !== 'input'))
    expect(mutations.length).toBeGreaterThan(20)
    expect(others.map(({ name }) => name)).toEqual([])
  })
})

function isComposite(type: string): boolean {
  const named = schema.getType(type.replaceAll(/[[\]!]/g, ''))
  return isObjectType(named) || isInterfaceType(named)
}

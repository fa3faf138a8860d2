import { describe, expect, test } from 'vitest'
import { graphql } from '../../generated/index.ts'
import { anApp } from '../../support/app.ts'
import { runConcurrently } from '../../support/concurrency.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aStaffMember } from '../../support/staff.ts'
import { aName, anAdmin, aUser } from '../../support/users.ts'

const Members = graphql(`
  query ConfigMembers { configMembers { key kind value defaultValue isDefault updatedAt } }
`)
const SetMember = graphql(`
  mutation SetConfigMember($input: SetConfigEntryInput!) { setConfigEntry(input: $input) { configEntry { value } } }
`)
const Assets = graphql(`
  query FrontendAssets { frontendAssets { kind variant branch updatedAt characterCount } }
`)
const SetAsset = graphql(`
  mutation SetAsset($input: SetFrontendAssetInput!) {
    setFrontendAsset(input: $input) { frontendAsset { updatedAt characterCount } }
  }
`)
const CreateBadge = graphql(`
  mutation CreateListedBadge($input: CreateBadgeInput!) { createBadge(input: $input) { badge { id updatedAt } } }
`)
const ChangeBadge = graphql(`
  mutation ChangeListedBadge($input: ChangeBadgeInput!) { changeBadge(input: $input) { badge { id description } } }
`)
const AwardBadge = graphql(`
  mutation AwardListedBadge($input: AwardBadgeInput!) { awardBadge(input: $input) { user { id } } }
`)
const HideBadge = graphql(`
  mutation HideBadge($input: UpdateBadgeInput!) { updateBadge(input: $input) { userBadge { id } } }
`)
const BadgeHolders = graphql(`
  query BadgeHolders($id: ID!) { node(id: $id) { ... on Badge { holders { totalCount nodes { id } } } } }
`)
const AccountOf = graphql(`
  query AccountBadges($id: ID!) {
    user(id: $id) {
      account {
        badges { nodes { isHidden badge { id } } }
        permissionGrants { isByStaff grantedAt permission { id } }
      }
    }
  }
`)
const CreatePermission = graphql(`
  mutation CreateListed($input: CreatePermissionInput!) {
    createPermission(input: $input) { permission { id updatedAt isNameProtected } }
  }
`)
const UpdatePermission = graphql(`
  mutation UpdateListed($input: UpdatePermissionInput!) { updatePermission(input: $input) { permission { id } } }
`)
const Grant = graphql(`
  mutation GrantListed($input: GrantPermissionInput!) { grantPermission(input: $input) { user { id } } }
`)
const PermissionHolders = graphql(`
  query PermissionHolders($id: ID!) { permission(id: $id) { holders { totalCount nodes { id } } } }
`)
const Notices = graphql(`
  query ListedNotices($isShown: Boolean) { allInfoPushes(isShown: $isShown, first: 100) { nodes { slug isShown updatedAt } } }
`)
const CreateNotice = graphql(`
  mutation CreateListedNotice($input: CreateInfoPushInput!) {
    createInfoPush(input: $input) { infoPush { id isShown updatedAt } }
  }
`)
const UpdateNotice = graphql(`
  mutation UpdateListedNotice($input: UpdateInfoPushInput!) { updateInfoPush(input: $input) { infoPush { id } } }
`)

const app = await anApp()
const admin = aGraphClient(app, (await anAdmin(app)).api)
const configuring = aGraphClient(app, (await aStaffMember(app, 'configuration')).api)
const helping = aGraphClient(app, (await aStaffMember(app, 'people')).api)

const DAY = 86_400_000
const inDays = (days: number) => new Date(app.scope().now.getTime() + days * DAY).toISOString()

describe('configMembers', () => {
  const memberOf = async (key: string) =>
    (await configuring.run(Members)).configMembers.find((member) => member.key === key)

  test('tells the kind, the default and the stored value of each key that can be set', async () => {
    const { configMembers } = await configuring.run(Members)
    expect(configMembers.map(({ key }) => key)).not.toContain('disableRegistration')
    expect(await memberOf('maxUserEmoji')).toMatchObject({ kind: 'INTEGER', value: 18, isDefault: true })
    expect(await memberOf('timekeeping')).toMatchObject({ kind: 'BOOLEAN', defaultValue: true })
    expect(await memberOf('supportEmail')).toMatchObject({ kind: 'TEXT' })
    expect(await memberOf('availableLanguageCodes')).toMatchObject({ kind: 'TEXTS', value: ['en'] })
    expect(await memberOf('constants')).toMatchObject({ kind: 'JSON', isDefault: true })
    expect(await memberOf('reportWeights')).toMatchObject({
      kind: 'JSON',
      value: null,
      updatedAt: null,
      isDefault: true,
    })
    expect(await helping.refusalCodes(Members)).toEqual(['FORBIDDEN'])
  })

  test('of two changes of one state the second is refused', async () => {
    const key = 'maxUserStickers'
    const ifUpdatedAt = (await memberOf(key))?.updatedAt ?? null
    const set = async (at: number) => {
      const { errors } = await configuring.send(SetMember.toString(), { input: { key, value: 20 + at, ifUpdatedAt } })
      return errors?.[0]?.extensions.reason ?? 20 + at
    }
    const outcomes = await runConcurrently(app, 2, set)
    expect(outcomes).toContain('CHANGED_SINCE')
    expect(outcomes).toContain((await memberOf(key))?.value)
    expect((await memberOf(key))?.isDefault).toBe(false)
    expect(await configuring.refusalCodes(SetMember, { input: { key, value: 'many' } })).toEqual(['BAD_INPUT'])
  })
})

test('frontendAssets lists the builds for admins, and what was changed since is not replaced', async () => {
  const asset = { kind: 'CSS', variant: 'PUBLIC', branch: 'main' } as const
  const { frontendAssets } = await admin.run(Assets)
  const known = frontendAssets.find(
    ({ kind, variant, branch }) => kind === 'CSS' && variant === 'PUBLIC' && branch === 'main',
  )
  expect(known?.characterCount).toBeGreaterThan(10)
  const input = { ...asset, content: 'main {}', ifUpdatedAt: known?.updatedAt ?? null }
  expect((await admin.run(SetAsset, { input })).setFrontendAsset.frontendAsset.characterCount).toBe(7)
  expect(await admin.refusalCodes(SetAsset, { input: { ...input, ifUpdatedAt: inDays(-1) } })).toEqual(['CONFLICT'])
  const added = { ...input, branch: 'new' }
  expect(await admin.refusalCodes(SetAsset, { input: added })).toEqual(['CONFLICT'])
  expect(await configuring.refusalCodes(Assets)).toEqual(['FORBIDDEN'])
})

describe('badges', () => {
  const aBadge = async () =>
    (await configuring.run(CreateBadge, { input: { name: aName('b'), description: '' } })).createBadge.badge

  test('tell the staff who has them, and staff for people also who hides them', async () => {
    const { id: badgeId } = await aBadge()
    const [shows, hides] = [await aUser(app), await aUser(app)]
    for (const { id: userId } of [shows, hides]) await helping.run(AwardBadge, { input: { userId, badgeId } })
    await aGraphClient(app, hides.api).run(HideBadge, { input: { badgeId, isHidden: true } })
    const holders = async (client: typeof admin) => (await client.run(BadgeHolders, { id: badgeId })).node
    expect(await holders(helping)).toEqual({ holders: { totalCount: 2, nodes: [{ id: shows.id }, { id: hides.id }] } })
    expect(await holders(configuring)).toEqual({ holders: { totalCount: 1, nodes: [{ id: shows.id }] } })
    expect(await holders(aGraphClient(app, hides.api))).toEqual({ holders: { totalCount: 0, nodes: [] } })
    const { user } = await helping.run(AccountOf, { id: hides.id })
    expect(user?.account?.badges.nodes).toEqual([{ isHidden: true, badge: { id: badgeId } }])
  })

  test('that were changed since are not changed', async () => {
    const { id: badgeId, updatedAt: ifUpdatedAt } = await aBadge()
    const change = { badgeId, description: 'One', ifUpdatedAt }
    expect(await configuring.refusalCodes(ChangeBadge, { input: { ...change, ifUpdatedAt: inDays(-1) } })).toEqual([
      'CONFLICT',
    ])
    expect((await configuring.run(ChangeBadge, { input: change })).changeBadge.badge.description).toBe('One')
  })
})

test('permissions tell who has them, and what has given them', async () => {
  const input = { name: aName('p-').toLowerCase(), displayName: 'Listed' }
  const { permission } = (await configuring.run(CreatePermission, { input })).createPermission
  const { id: userId } = await aUser(app)
  await helping.run(Grant, { input: { userId, permissionId: permission.id } })
  const bought = { userId, permissionId: permission.id, source: 'usub_1', grantedAt: app.scope().now }
  await app.scope().db.permissionGrant.create({ data: bought })
  expect(permission.isNameProtected).toBe(false)
  const held = { permission: { holders: { totalCount: 1, nodes: [{ id: userId }] } } }
  expect(await configuring.run(PermissionHolders, { id: permission.id })).toEqual(held)
  const { user } = await helping.run(AccountOf, { id: userId })
  expect(user?.account?.permissionGrants.map(({ isByStaff }) => isByStaff).sort()).toEqual([false, true])
  const change = { permissionId: permission.id, description: 'x' }
  expect(await configuring.refusalCodes(UpdatePermission, { input: { ...change, ifUpdatedAt: inDays(-1) } })).toEqual([
    'CONFLICT',
  ])
  await configuring.run(UpdatePermission, { input: { ...change, ifUpdatedAt: permission.updatedAt } })
})

test('notices are listed by whether people see them now, and not changed once somebody else has', async () => {
  const [shown, planned] = [aName('n-').toLowerCase(), aName('n-').toLowerCase()]
  const { createInfoPush } = await admin.run(CreateNotice, { input: { slug: shown, data: { name: 'Now' } } })
  await admin.run(CreateNotice, { input: { slug: planned, data: { name: 'Soon' }, startsAt: inDays(1) } })
  const slugs = async (isShown: boolean | null) =>
    (await admin.run(Notices, { isShown })).allInfoPushes.nodes.map(({ slug }) => slug)
  expect(await slugs(true)).toEqual([shown])
  expect(await slugs(false)).toEqual([planned])
  expect((await slugs(null)).sort()).toEqual([shown, planned].sort())
  const { id: infoPushId, isShown, updatedAt } = createInfoPush.infoPush
  expect(isShown).toBe(true)
  const change = { infoPushId, priority: 2 }
  expect(await admin.refusalCodes(UpdateNotice, { input: { ...change, ifUpdatedAt: inDays(-1) } })).toEqual([
    'CONFLICT',
  ])
  await admin.run(UpdateNotice, { input: { ...change, ifUpdatedAt: updatedAt } })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { permissionsChanged } from '../../../../src/areas/economy/events.ts'
import {
  endLicenses,
  expireLicenses,
  giveLicenses,
  syncChangedGroups,
} from '../../../../src/areas/economy/licenses/grants.ts'
import { PLUS_GROUP_ID } from '../../../../src/areas/economy/licenses/queries.ts'
import { grantPermission, revokePermission } from '../../../../src/areas/system/permissionGrants.ts'
import { lockUser } from '../../../../src/areas/users/locks.ts'
import { addMilliseconds, DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId, trusted } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedClockApp, type TestApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { mutate, query } from '../../../support/jams.ts'
import { scopeSourceOf } from '../../../support/scopes.ts'
import { aSubscription, NO_PLUS, PLUS, permissionsOf, plusOf } from '../../../support/subscriptions.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

let app: TestApp
let boss: TestUser
beforeAll(async () => {
  app = await sharedClockApp()
  boss = await anAdmin(app)
})

const licenseOf = (forType: 'licenseGroup' | 'permission', forId: string) =>
  ({ forType, forId, forAction: 'have' }) as const

const give = (person: TestUser, source: string, license: ReturnType<typeof licenseOf>, until: Date | null = null) =>
  transact(app.scope(), async (tx) => {
    await lockUser(tx, person.id)
    await giveLicenses(tx, { userId: person.id, source, licenses: [license], until })
  })
const end = (person: TestUser, source: string) =>
  transact(app.scope(), async (tx) => {
    await lockUser(tx, person.id)
    await endLicenses(tx, { userId: person.id, source })
  })

const permissionId = async (name: string) =>
  trusted<'permission'>((await app.scope().db.permission.findFirstOrThrow({ where: { name } })).id)

interface License {
  readonly forType: string
  readonly forId: string
}
let groups = 0
const setGroup = (licenses: readonly License[], given: object = {}, admin = boss) =>
  mutate(
    app,
    admin,
    'setLicenseGroup { licenseGroup { id name licenses { nodes { forType forId forName forAction } } } }',
    {
      name: `group-${++groups}`,
      licenses,
      ...given,
    },
  )
const groupIdOf = async (answer: ReturnType<typeof setGroup>) => {
  const { payload, error } = await answer
  if (error) throw new Error(JSON.stringify(error))
  return String(Object(payload?.licenseGroup).id)
}
const inGroup = (forId: string) => ({ forType: 'LICENSE_GROUP', forId })
const ofPermission = async (name: string) => ({ forType: 'PERMISSION', forId: await permissionId(name) })
const reasonOf = async (answer: ReturnType<typeof setGroup>) => (await answer).error?.extensions?.reason

describe('what two sources give', () => {
  it('ends with the last of them, with the tag', async () => {
    const person = await aUser(app)
    await give(person, 'admin:one', licenseOf('licenseGroup', PLUS_GROUP_ID))
    await give(person, 'admin:two', licenseOf('licenseGroup', PLUS_GROUP_ID))
    await end(person, 'admin:one')
    expect(await plusOf(person)).toEqual(PLUS)
    await end(person, 'admin:two')
    expect(await plusOf(person)).toEqual(NO_PLUS)
  })

  it('is announced when a person gets or loses it, not in between', async () => {
    const person = await aUser(app)
    const told: string[] = []
    const stop = app.platform.events.listen(permissionsChanged, ({ subject }) => void told.push(subject))
    for (const source of ['admin:one', 'admin:two'])
      await give(person, source, licenseOf('licenseGroup', PLUS_GROUP_ID))
    expect(told).toHaveLength(1)
    await end(person, 'admin:one')
    expect(told).toHaveLength(1)
    await end(person, 'admin:two')
    stop()
    expect(told).toHaveLength(2)
  })

  it('stays when an admin revokes a permission that a subscription brings, and the other way round', async () => {
    const person = await aUser(app)
    const grant = { permissionId: await permissionId('permission-supporter-tags'), userId: person.id }
    const admin = scopeSourceOf(app, boss, { admin: true })
    await aSubscription(app, person)
    await expect(revokePermission(admin(), grant)).rejects.toMatchObject({ kind: 'missing' })
    await grantPermission(admin(), grant)
    await revokePermission(admin(), grant)
    expect(await plusOf(person)).toEqual(PLUS)
    await grantPermission(admin(), grant)
    await app
      .scope()
      .db.userSubscription.updateMany({ where: { userId: person.id }, data: { expiresAt: app.clock.now() } })
    await give(person, 'admin:one', licenseOf('licenseGroup', PLUS_GROUP_ID))
    await end(person, 'admin:one')
    expect(await plusOf(person)).toMatchObject({ supports: true })
  })
})

describe('a permission that an admin grants', () => {
  it('brings its tags, and takes them when it is revoked', async () => {
    const person = await aUser(app)
    const grant = { permissionId: await permissionId('permission-supporter-tags'), userId: person.id }
    await grantPermission(scopeSourceOf(app, boss, { admin: true })(), grant)
    expect(await plusOf(person)).toMatchObject({ supports: true })
    await revokePermission(scopeSourceOf(app, boss, { admin: true })(), grant)
    expect(await plusOf(person)).toMatchObject({ supports: false })
  })
})

describe('a license with an end', () => {
  it('is ended by the job, but not that of a purchase, which has its own', async () => {
    const person = await aUser(app)
    const until = addMilliseconds(app.clock.now(), MINUTE)
    const purchase = newId('purchase', app.clock.now())
    const early = licenseOf('permission', await permissionId('permission-early-adopter-tags'))
    await give(person, 'admin:trial', licenseOf('licenseGroup', PLUS_GROUP_ID), until)
    await give(person, purchase, early, until)
    await expireLicenses(app.scope())
    expect(await plusOf(person)).toEqual(PLUS)
    app.clock.advance(MINUTE)
    await expireLicenses(app.scope())
    expect(await plusOf(person)).toEqual(NO_PLUS)
    const left = await app.scope().db.licenseGrant.findMany({ where: { userId: person.id } })
    expect(left).toMatchObject([{ source: purchase }])
  })
})

describe('getActiveLicenses', () => {
  it('opens nested groups, and names each license once', async () => {
    const person = await aUser(app)
    expect(await person.api.call('getActiveLicenses')).toEqual([])
    const icons = await ofPermission('permission-user-icons')
    const avatar = { forType: 'AVATAR', forId: newId('avatar', app.clock.now()) }
    const inner = await groupIdOf(setGroup([icons, avatar]))
    const outer = await groupIdOf(setGroup([icons, inGroup(inner)]))
    await give(person, 'admin:one', licenseOf('licenseGroup', outer))
    await give(person, 'admin:two', licenseOf('licenseGroup', inner))
    const licenses = [
      { forType: 'avatar', forId: avatar.forId, forName: avatar.forId, forAction: 'have' },
      { forType: 'permission', forId: icons.forId, forName: 'permission-user-icons', forAction: 'have' },
    ]
    expect(await person.api.call('getActiveLicenses')).toEqual(licenses)
    expect(await query(app, person, '{ viewer { licenses { totalCount nodes { forType forName } } } }')).toEqual({
      viewer: {
        licenses: {
          totalCount: 2,
          nodes: [
            { forType: 'AVATAR', forName: avatar.forId },
            { forType: 'PERMISSION', forName: 'permission-user-icons' },
          ],
        },
      },
    })
  })
})

describe('the innermost of five groups in one another', () => {
  it('gives its permissions and avatars, until the outermost ends', async () => {
    const [person, author] = [await aUser(app), await aUser(app)]
    const avatarId = await anAvatar(app, author, { releaseStatus: 'private' })
    const innermost = [await ofPermission('permission-user-icons'), { forType: 'AVATAR', forId: avatarId }]
    let group = await groupIdOf(setGroup(innermost))
    for (let depth = 2; depth <= 5; depth++) group = await groupIdOf(setGroup([inGroup(group)]))
    expect(await reasonOf(setGroup([inGroup(group)]))).toBe('TOO_LARGE')
    await give(person, 'admin:one', licenseOf('licenseGroup', group))
    expect(await permissionsOf(person)).toEqual(['permission-user-icons'])
    const licenses = await person.api.call('getActiveLicenses')
    expect(licenses.map(({ forId }) => forId)).toEqual([avatarId, innermost[0]?.forId])
    await person.api.call('selectAvatar', { avatarId })
    await end(person, 'admin:one')
    expect(await permissionsOf(person)).toEqual([])
    expect(await app.scope().db.avatar.findUnique({ where: { id: avatarId } })).toMatchObject({
      wearersDueAt: expect.any(Date),
    })
    expect((await person.api.try('selectAvatar', { avatarId })).status).toBe(404)
  })
})

describe('getLicenseGroup', () => {
  it('is for any session, and 404 for an unknown one', async () => {
    const person = await aUser(app)
    const plus = await person.api.call('getLicenseGroup', { licenseGroupId: PLUS_GROUP_ID })
    expect(plus).toMatchObject({ id: PLUS_GROUP_ID, name: 'plus' })
    // Other tests add avatars to the group.
    expect(plus.licenses.filter(({ forType }) => forType === 'permission')).toHaveLength(8)
    const licenseGroupId = newId('licenseGroup', app.clock.now())
    expect(await person.api.try('getLicenseGroup', { licenseGroupId })).toMatchObject({
      status: 404,
      body: { error: { message: 'License group not found' } },
    })
  })
})

describe('setLicenseGroup', () => {
  it('reaches all who hold it, also by a group that contains it', async () => {
    const [direct, nested] = [await aUser(app), await aUser(app)]
    const icons = await ofPermission('permission-user-icons')
    const gallery = await ofPermission('permission-user-gallery')
    const inner = await groupIdOf(setGroup([icons]))
    const outer = await groupIdOf(setGroup([inGroup(inner)]))
    await give(direct, 'admin:one', licenseOf('licenseGroup', inner))
    await give(nested, 'admin:one', licenseOf('licenseGroup', outer))
    expect(await permissionsOf(nested)).toEqual(['permission-user-icons'])
    await setGroup([gallery], { licenseGroupId: inner })
    await syncChangedGroups(app.scope())
    for (const person of [direct, nested]) expect(await permissionsOf(person)).toEqual(['permission-user-gallery'])
    app.clock.advance(2 * MINUTE)
    await syncChangedGroups(app.scope())
    expect(await app.scope().db.licenseGroup.count({ where: { changedAt: { not: null } } })).toBe(0)
  })

  it('refuses cycles, and more than five groups in one another', async () => {
    const first = await groupIdOf(setGroup([]))
    const ids = [first]
    for (let depth = 2; depth <= 5; depth++) ids.push(await groupIdOf(setGroup([inGroup(ids.at(-1) ?? '')])))
    expect(await reasonOf(setGroup([inGroup(ids.at(-1) ?? '')]))).toBe('TOO_LARGE')
    expect(await reasonOf(setGroup([inGroup(ids.at(-1) ?? '')], { licenseGroupId: first }))).toBe('WRONG_COMBINATION')
    expect(await reasonOf(setGroup([inGroup(first)], { licenseGroupId: first }))).toBe('WRONG_COMBINATION')
  })

  it('lets two changes at once make no cycle', async () => {
    const [one, other] = [await groupIdOf(setGroup([])), await groupIdOf(setGroup([]))]
    const answers = await Promise.all([
      setGroup([inGroup(other)], { licenseGroupId: one }),
      setGroup([inGroup(one)], { licenseGroupId: other }),
    ])
    expect(answers.filter(({ payload }) => payload)).toHaveLength(1)
  })

  it('refuses what does not exist, a taken name, doubles, and all but admins', async () => {
    const icons = await ofPermission('permission-user-icons')
    const unknown = newId('permission', app.clock.now())
    expect(await reasonOf(setGroup([{ forType: 'PERMISSION', forId: unknown }]))).toBe('UNKNOWN_REFERENCE')
    expect(await reasonOf(setGroup([{ forType: 'AVATAR', forId: 'hat' }]))).toBe('UNKNOWN_REFERENCE')
    expect(await reasonOf(setGroup([], { name: 'plus' }))).toBe('ALREADY_EXISTS')
    expect(await reasonOf(setGroup([], { name: 'Not a name' }))).toBe('INVALID_CHARACTERS')
    expect(await reasonOf(setGroup([icons, icons]))).toBe('DUPLICATE_ENTRIES')
    const licenseGroupId = newId('licenseGroup', app.clock.now())
    expect(await reasonOf(setGroup([], { licenseGroupId }))).toBe('LICENSE_GROUP_NOT_FOUND')
    expect(await reasonOf(setGroup([], {}, await aUser(app)))).toBe('ADMIN_ONLY')
  })

  it('leaves an entry in the audit log', async () => {
    const id = await groupIdOf(setGroup([]))
    const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId: id } })
    expect(entries).toMatchObject([{ act: 'setLicenseGroup', actorId: boss.id, details: { licenses: 0 } }])
  })
})

describe('acts of admins', () => {
  const GRANT = 'grantSubscription { subscription { id status expiresAt } }'
  const grant = (person: TestUser, given: object = {}) =>
    mutate(app, boss, GRANT, { userId: person.id, planId: 'splan_plus-monthly', reason: 'thanks', ...given })

  it('grant and end subscriptions, with a reason', async () => {
    const person = await aUser(app)
    const until = addMilliseconds(app.clock.now(), DAY)
    const { payload } = await grant(person, { until })
    const { id } = Object(payload?.subscription)
    expect(payload?.subscription).toMatchObject({ status: 'ACTIVE', expiresAt: until.toISOString() })
    expect(await plusOf(person)).toEqual(PLUS)
    const ended = await mutate(app, boss, 'endSubscription { subscription { status } }', {
      subscriptionId: id,
      reason: 'no',
    })
    expect(ended.payload).toEqual({ subscription: { status: 'EXPIRED' } })
    expect(await plusOf(person)).toEqual(NO_PLUS)
    const entries = await app
      .scope()
      .db.auditEntry.findMany({ where: { subjectId: person.id }, orderBy: { at: 'asc' } })
    expect(entries).toMatchObject([
      { act: 'grantSubscription', details: { subscription: 'plus-monthly', reason: 'thanks' } },
      { act: 'endSubscription', details: { subscription: 'plus-monthly', reason: 'no' } },
    ])
  })

  it('are done once for a key', async () => {
    const person = await aUser(app)
    const given = { idempotencyKey: `key-${person.id}` }
    const answers = await Promise.all([grant(person, given), grant(person, given)])
    expect(answers[0]?.payload).toEqual(answers[1]?.payload)
    const other = await grant(await aUser(app), given)
    expect(other.error?.extensions).toMatchObject({ reason: 'KEY_REUSED' })
  })

  it('are refused without a reason, for the past, and for what does not exist', async () => {
    const person = await aUser(app)
    const reason = async (given: object) => (await grant(person, given)).error?.extensions?.reason
    expect(await reason({ reason: ' ' })).toBe('TOO_SHORT')
    expect(await reason({ until: addMilliseconds(app.clock.now(), -1) })).toBe('IN_PAST')
    expect(await reason({ planId: 'splan_nothing' })).toBe('SUBSCRIPTION_NOT_FOUND')
    expect(await reason({ userId: newId('user', app.clock.now()) })).toBe('USER_NOT_FOUND')
    const subscriptionId = newId('userSubscription', app.clock.now())
    const ended = await mutate(app, boss, 'endSubscription', { subscriptionId, reason: 'no' })
    expect(ended.error?.extensions).toMatchObject({ reason: 'SUBSCRIPTION_NOT_FOUND' })
  })

  it('set what is sold', async () => {
    const plan = {
      slug: 'gold',
      description: 'Gold',
      amount: 1_500,
      period: 'MONTH',
      tier: 7,
      licenseGroupId: PLUS_GROUP_ID,
    }
    const set = (given: object = {}) =>
      mutate(app, boss, 'setSubscription { plan { id slug amountCents priceTokens isActive } }', { ...plan, ...given })
    expect((await set({ priceTokens: 900 })).payload).toEqual({
      plan: { id: 'splan_gold', slug: 'gold', amountCents: 1_500, priceTokens: 900, isActive: true },
    })
    const another = await groupIdOf(setGroup([]))
    expect((await set({ licenseGroupId: another })).error?.extensions).toMatchObject({ reason: 'WRONG_COMBINATION' })
    expect((await set({ slug: 'Not a slug' })).error?.extensions).toMatchObject({ reason: 'INVALID_CHARACTERS' })
    const bundle = { slug: 'tokens-1', description: '1 token', tokens: 1, amount: 1 }
    expect((await mutate(app, boss, 'setTokenBundle { bundle { id tokens } }', bundle)).payload).toEqual({
      bundle: { id: 'tbdl_tokens-1', tokens: 1 },
    })
    expect(await boss.api.call('getTokenBundles')).toMatchObject([{ id: 'tokens-1' }, {}, {}, {}, {}, {}])
    expect((await boss.api.call('getSubscriptions')).map(({ id }) => id)).toEqual([
      'plus-monthly',
      'gold',
      'plus-yearly',
    ])
  })
})

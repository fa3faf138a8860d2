import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { siblingId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { aGroup, subscribe } from '../support/groups.ts'
import { aJam } from '../support/jams.ts'
import { anAdmin, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const fields = buildSchema(readFileSync('schema.graphql', 'utf8')).getSubscriptionType()?.getFields() ?? {}
const hasInitial = (name: string) => fields[name]?.args.some((argument) => argument.name === 'initial') === true

/** Why a subscription begins with no event of its own. */
const WITHOUT = { notificationFeed: 'its entries are numbered, so it begins after the cursor of a query' }

let app: TestApp
let admin: TestUser
/** What each subscription is about, and what it selects and answers beside the viewer. */
let cases: Readonly<Record<string, readonly [args: string, selection: string, expected: object]>>
beforeAll(async () => {
  app = await anApp()
  admin = await anAdmin(app)
  await subscribe(app, admin)
  const own = siblingId('viewer', admin.id)
  const { id: groupId } = await aGroup(app, {}, admin)
  const [worldId, avatarId, jamId] = [await aWorld(app, admin), await anAvatar(app, admin), await aJam(app)]
  const group = [`groupId: "${groupId}"`, 'group { id }', { group: { id: groupId } }] as const
  const kind = { kind: 'INITIAL' }
  cases = {
    avatarChanged: [`avatarId: "${avatarId}"`, 'avatar { id }', { avatar: { id: avatarId } }],
    calendarChanged: [`groupId: "${groupId}"`, 'kind eventId group { id }', { ...kind, eventId: groupId }],
    contentChanged: ['', 'action contentType deletedId', { action: 'INITIAL', contentType: 'ANY', deletedId: null }],
    followedEventsChanged: ['', 'kind eventId calendarEvent { id }', { ...kind, eventId: own, calendarEvent: null }],
    friendActivity: ['', 'kind userId user { id }', { ...kind, userId: admin.id, user: null }],
    groupChanged: [`groupId: "${groupId}"`, 'kind group { id }', { ...kind, group: { id: groupId } }],
    groupInstancesChanged: group,
    groupModeration: group,
    impostorJobChanged: [`avatarId: "${avatarId}"`, 'avatarId impostorJob { id }', { avatarId, impostorJob: null }],
    instanceChanged: [`location: "${worldId}:1"`, 'location isInitial', { location: `${worldId}:1`, isInitial: true }],
    instanceQueue: ['', 'kind location queuePlace { position }', { ...kind, location: own, queuePlace: null }],
    inventoryChanged: ['', 'kind itemId item { id }', { ...kind, itemId: own, item: null }],
    jamChanged: [`jamId: "${jamId}"`, 'kind jam { id } submissionId', { ...kind, jam: { id: jamId } }],
    ledgerActivity: ['', 'transferId transfer { id }', { transferId: own, transfer: null }],
    moderationQueue: ['', 'kind report { id } deletedReportId', { ...kind, report: null, deletedReportId: null }],
    paymentChanged: ['', 'transactionId transaction { id }', { transactionId: own, transaction: null }],
    purchasesChanged: ['', 'purchaseId purchase { id }', { purchaseId: own, purchase: null }],
    serverActivity: ['', 'onlineCount', {}],
    staffNotesChanged: [`userId: "${admin.id}"`, 'user { id }', { user: { id: admin.id } }],
    userChanged: [`userId: "${admin.id}"`, 'user { id }', { user: { id: admin.id } }],
    viewerChanged: ['', 'id', { id: own }],
    viewerGroupsChanged: ['', 'kind groupId group { id }', { ...kind, groupId: own, group: null }],
    viewerListsChanged: ['', 'kind targetId', { ...kind, targetId: null }],
    viewerSubscriptionChanged: ['', 'subscriptionId subscription { id }', { subscriptionId: own, subscription: null }],
    walletChanged: ['', 'viewer { id }', { viewer: { id: own } }],
    worldChanged: [`worldId: "${worldId}"`, 'kind world { id }', { ...kind, world: { id: worldId } }],
    worldOccupancy: [`worldId: "${worldId}"`, 'world { id }', { world: { id: worldId } }],
  }
})

describe('with `initial`', () => {
  test('all subscriptions begin but those that have a reason', () => {
    expect(Object.keys(fields).filter((name) => !hasInitial(name))).toEqual(Object.keys(WITHOUT))
    expect(Object.keys(cases).sort()).toEqual(Object.keys(fields).filter(hasInitial).sort())
  })

  test.each(Object.keys(fields).filter(hasInitial))('%s shows the present state first', async (name) => {
    const [args, selection, expected] = cases[name] ?? ['', '', {}]
    const given = [...(args ? [args] : []), 'initial: true'].join(', ')
    const connection = await aSubscription(app, admin, `subscription { ${name}(${given}) { ${selection} } }`)
    await connection.until((messages) => payloadsOf(messages, name).length > 0)
    // The admin has just come online, which some tell next.
    const [first] = payloadsOf(connection.messages, name)
    expect(first).toMatchObject(expected)
    connection.socket.close()
  })

  test('is left out by default', async () => {
    const connection = await aSubscription(app, admin, 'subscription { paymentChanged { transactionId } }')
    const other = await aSubscription(app, admin, 'subscription { paymentChanged(initial: true) { transactionId } }')
    await other.until((messages) => payloadsOf(messages, 'paymentChanged').length > 0)
    expect(payloadsOf(connection.messages, 'paymentChanged')).toEqual([])
  })
})

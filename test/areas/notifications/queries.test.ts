import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { hiddenFriendRequests, visibleNotifications } from '../../../src/areas/notifications/policy.ts'
import {
  listNotifications,
  listNotificationVersions,
  type NotificationListQuery,
  type NotificationRow,
  type VersionWithSenderName,
} from '../../../src/areas/notifications/queries.ts'
import { LEGACY_TYPES, V2_TYPES } from '../../../src/areas/notifications/types.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { TimeKey } from '../../../src/kernel/page.ts'
import { sharedApp } from '../../support/app.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
const NOW = new Date('2026-03-01T12:00:00.123Z')
const TYPES = ['boop', 'friendRequest', 'invite', 'message', 'group.announcement', 'moderation.notice'] as const
const ROWS = 400

/** A fixed seed makes the rows equal in every run. */
let seed = 20_261_121
function random(): number {
  seed = (seed * 16_807) % 2_147_483_647
  return seed / 2_147_483_647
}
const chance = (of: number) => random() < of
const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]
/** One of 40 times, so that several rows share each. */
const momentFrom = (ticks: number) => new Date(NOW.getTime() + (ticks - 20) * 61_007)
const aMoment = () => momentFrom(Math.floor(random() * 40))
const maybe = <T>(value: T, of = 0.5) => (chance(of) ? value : null)
const TEXTS = ['', 'Ünïcode ✓', `it's "quoted" \\ and $1 ?`, 'two\nlines']

const aRow = (receiverId: string, senders: readonly string[]): Prisma.NotificationCreateManyInput => {
  const text = () => pick(TEXTS) ?? ''
  return {
    id: newId(pick(['notification', 'friendRequest'] as const) ?? 'notification', aMoment()),
    type: pick(TYPES) ?? 'boop',
    receiverId,
    senderId: maybe(pick(senders) ?? null, 0.8),
    title: text(),
    titleKey: maybe(text()),
    message: text(),
    messageKey: maybe(text()),
    details: chance(0.5) ? {} : { emojiId: text(), list: [1, 'two', null, { three: 3.5 }] },
    data: chance(0.5) ? {} : { text: text(), large: 12_345_678_901 },
    category: text(),
    imageUrl: maybe(text()),
    link: text(),
    linkText: text(),
    linkTextKey: maybe(text()),
    responses: chance(0.5) ? [] : [{ type: 'a', data: text(), icon: '', text: text(), textKey: null }],
    canReply: chance(0.5),
    canDelete: chance(0.5),
    requireSeen: chance(0.5),
    ignoreDND: chance(0.5),
    relatedNotificationsId: maybe(newId('notification', NOW)),
    createdAt: aMoment(),
    updatedAt: aMoment(),
    expiryAfterSeen: maybe(900),
    expiresAt: chance(0.1) ? new Date('9999-12-31T23:59:59.999Z') : maybe(aMoment()),
    seenAt: maybe(aMoment()),
    hiddenAt: maybe(aMoment(), 0.3),
    respondedAt: maybe(aMoment()),
  }
}

let ada: TestUser
let rows: readonly { readonly id: string; readonly createdAt: Date }[]
beforeAll(async () => {
  ada = await aUser(app)
  const others = [await aUser(app), await aUser(app)]
  const ids = others.map(({ id }) => id)
  const mine = Array.from({ length: ROWS }, () => aRow(ada.id, ids))
  const theirs = ids.flatMap((id) => Array.from({ length: 50 }, () => aRow(id, [ada.id])))
  const { db } = app.scope()
  await db.notification.createMany({ data: [...mine, ...theirs] })
  rows = await db.notification.findMany({ where: { receiverId: ada.id }, select: { id: true, createdAt: true } })
})

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const aKey = fc.nat(ROWS - 1).map((at): TimeKey | undefined => {
  const row = rows[at]
  return row && [row.createdAt, row.id]
})
const listings: fc.Arbitrary<Omit<NotificationListQuery, 'receiverId' | 'now'>> = fc.record({
  visibility: fc.constantFrom('shown', 'hidden'),
  generation: fc.constantFrom('legacy', 'v2', 'both'),
  types: optional(fc.subarray([...TYPES])),
  unseen: optional(fc.boolean()),
  since: optional(fc.record({ at: fc.nat(40).map(momentFrom), orFriendRequest: fc.boolean() })),
  below: optional(aKey),
  above: optional(aKey),
  descending: fc.boolean(),
  limit: fc.integer({ min: 1, max: 120 }),
  offset: fc.nat(30),
})

const GENERATIONS = { legacy: LEGACY_TYPES, v2: V2_TYPES, both: [...LEGACY_TYPES, ...V2_TYPES] }
const beyond = (side: 'lt' | 'gt', [createdAt, id]: TimeKey) => ({
  OR: [{ createdAt: { [side]: createdAt } }, { createdAt, id: { [side]: id } }],
})

/** Reads a list by Prisma. */
const byPrisma = ({ receiverId, now, descending, limit, offset, ...listing }: NotificationListQuery) => {
  const person = ada.id
  const direction = descending ? ('desc' as const) : ('asc' as const)
  const { visibility, generation = 'both', types, unseen, since, below, above } = listing
  const later = since ? { createdAt: { gt: since.at } } : {}
  return app.scope().db.notification.findMany({
    where: {
      AND: [
        { receiverId },
        visibility === 'hidden' ? hiddenFriendRequests(person) : visibleNotifications(person, now),
        { type: { in: [...GENERATIONS[generation]] } },
        types ? { type: { in: [...types] } } : {},
        unseen ? { seenAt: null } : {},
        since?.orFriendRequest ? { OR: [later, { type: 'friendRequest' }] } : later,
        below ? beyond('lt', below) : {},
        above ? beyond('gt', above) : {},
      ],
    },
    include: { sender: { select: { displayName: true } } },
    orderBy: [{ createdAt: direction }, { id: direction }],
    take: limit,
    ...(offset !== undefined && { skip: offset }),
  })
}

const withSender = ({ revision: _, ...row }: NotificationRow, version: VersionWithSenderName | undefined) => ({
  ...row,
  id: version?.id,
  sender: version?.senderName ? { displayName: version.senderName } : null,
})

describe('lists of notifications', () => {
  it('equal what Prisma reads, for all combinations of filters', async () => {
    const sizes: number[] = []
    await fc.assert(
      fc.asyncProperty(listings, async (page) => {
        const listing = { ...page, receiverId: ada.id, now: NOW }
        const expected = await byPrisma(listing)
        const versions = await listNotificationVersions(app.scope(), listing)
        const found = await listNotifications(app.scope(), listing)
        expect(found.map((row, at) => withSender(row, versions[at]))).toEqual(expected)
        sizes.push(expected.length)
      }),
      { numRuns: 300 },
    )
    expect(Math.max(...sizes)).toBeGreaterThan(20)
  })
})

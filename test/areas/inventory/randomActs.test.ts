import { describe, expect, it } from 'vitest'
import { giveOnArrival } from '../../../src/areas/inventory/drop/drops.ts'
import { endItemsOfSource, grantItems } from '../../../src/areas/inventory/grant/grants.ts'
import { EQUIP_SLOTS } from '../../../src/areas/inventory/item/kinds.ts'
import {
  consumeItem,
  deleteExpiredItems,
  deleteItem,
  equipItem,
  unequipSlot,
  updateItem,
} from '../../../src/areas/inventory/item/manageItems.ts'
import { lockHolders } from '../../../src/areas/inventory/queries.ts'
import { shareItem } from '../../../src/areas/inventory/share/clones.ts'
import { addMilliseconds } from '../../../src/kernel/clock.ts'
import { Failure } from '../../../src/kernel/failure.ts'
import { trusted } from '../../../src/kernel/ids.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aBundle, aTemplate } from '../../support/inventory.ts'
import { rounds } from '../../support/rounds.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

/** `npm run campaign -- inventory` sets higher numbers. */
const SEEDS = Number(process.env.INVENTORY_SEEDS ?? rounds(20))
const ACTS = Number(process.env.INVENTORY_ACTS ?? 100)
/** Acts that run at once. */
const AT_ONCE = 4
const LIMIT_WINDOW = 61_000

const app = await anApp()

/** Pseudo-random numbers from 0 to 1, the same for each seed. */
function numbersOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return state / 2 ** 32
  }
}

const FLAGS = ['archivable', 'cloneable', 'consumable', 'equippable', 'trashable']

async function templatesOf() {
  const plain = await aTemplate(app, { flags: FLAGS })
  const portal = await aTemplate(app, { itemType: 'portalskin', flags: FLAGS })
  const stack = await aTemplate(app, { itemType: 'prop', flags: FLAGS, quantifiable: true })
  const unique = await aTemplate(app, { itemType: 'warpeffect', flags: [...FLAGS, 'unique'] })
  return { ids: [plain, portal, stack, unique, await aBundle(app, [plain, stack, stack, unique])], unique }
}

type Templates = Awaited<ReturnType<typeof templatesOf>>

interface Round {
  readonly random: () => number
  readonly people: readonly [TestUser, TestUser]
  readonly templates: Templates
  readonly seed: number
}

const pick = <T>(random: () => number, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

/** One random act of one of two people. Refusals are as good as anything. */
async function act({ random, people, templates, seed }: Round): Promise<void> {
  const person = random() < 0.5 ? people[0] : people[1]
  const other = person === people[0] ? people[1] : people[0]
  const scope = viewerScopeOf(app, person)
  const items = await scope.db.inventoryItem.findMany({ where: { holderId: person.id }, orderBy: { id: 'asc' } })
  const id = trusted<'inventoryItem'>(pick(random, items)?.id ?? 'none')
  const source = `seed:${seed}:${Math.floor(random() * 30)}`
  const expiryDate = random() < 0.3 ? addMilliseconds(scope.now, Math.floor(random() * 500)) : null
  const acts: readonly (() => Promise<unknown>)[] = [
    () => grant(person, { source, expiryDate, templateIds: [pick(random, templates.ids) ?? ''] }),
    () => grant(person, { source, expiryDate, templateIds: templates.ids }),
    () => endSource(source),
    () => consumeItem(scope, id),
    () => equipItem(scope, id, pick(random, EQUIP_SLOTS) ?? ''),
    () => unequipSlot(scope, pick(random, EQUIP_SLOTS) ?? ''),
    () => updateItem(scope, id, { isArchived: random() < 0.5 }),
    () => deleteItem(scope, id),
    () => shareItem(scope, id, { users: [other.id], duration: 30 }),
    () => deleteExpiredItems(app.scope()),
    () => giveOnArrival(app.scope(), person.id),
  ]
  await pick(random, acts)?.().catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })
}

const grant = (
  { id: userId }: TestUser,
  given: { readonly source: string; readonly expiryDate: Date | null; readonly templateIds: readonly string[] },
) =>
  transact(app.scope(), async (tx) => {
    await lockHolders(tx, [userId])
    return grantItems(tx, { userId, quantity: 2, ...given })
  })

const endSource = (source: string) =>
  transact(app.scope(), async (tx) => {
    const grants = await tx.db.inventoryGrant.findMany({ where: { source }, select: { userId: true } })
    await lockHolders(
      tx,
      grants.map(({ userId }) => userId),
    )
    return endItemsOfSource(tx, source)
  })

/** What holds after any acts. */
async function assertSound(people: readonly TestUser[], { unique }: Templates): Promise<void> {
  const { db, now } = app.scope()
  const holderId = { in: people.map(({ id }) => id) }
  const items = await db.inventoryItem.findMany({ where: { holderId }, include: { shares: true } })
  const slots = items.flatMap((item) => (item.equipSlot ? [`${item.holderId} ${item.equipSlot}`] : []))
  expect(new Set(slots).size).toBe(slots.length)
  const live = items.filter(({ expiryDate }) => expiryDate === null || expiryDate > now)
  for (const { id } of people) {
    const held = live.filter((item) => item.holderId === id && item.templateId === unique)
    expect(held.length).toBeLessThanOrEqual(1)
  }
  for (const { quantity, stackKey, isArchived, equipSlot, shares } of items) {
    expect(quantity).toBeGreaterThanOrEqual(1)
    expect(stackKey !== null || quantity === 1).toBe(true)
    expect(isArchived && equipSlot !== null).toBe(false)
    expect(shares.reduce((sum, share) => sum + share.quantity, 0)).toBeLessThanOrEqual(quantity)
  }
  const grants = await db.inventoryGrant.findMany({ where: { userId: holderId } })
  expect(new Set(grants.map(({ source, userId }) => `${source} ${userId}`)).size).toBe(grants.length)
}

describe('random acts on items', () => {
  it(`of ${SEEDS} seeds with ${ACTS} acts, ${AT_ONCE} at once, leave an inventory sound`, {
    timeout: 1_800_000,
  }, async () => {
    const templates = await templatesOf()
    const people = [await aUser(app), await aUser(app)] as const
    await befriend(people[0], people[1])
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = numbersOf(seed)
      for (let done = 0; done < ACTS; done += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => act({ random, people, templates, seed })))
      await assertSound(people, templates)
      await app.scope().db.inventoryItem.deleteMany({ where: { holderId: { in: people.map(({ id }) => id) } } })
      app.clock.advance(LIMIT_WINDOW)
    }
  })
})

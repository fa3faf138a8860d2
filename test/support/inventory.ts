import { grantItems, type ItemGrant } from '../../src/areas/inventory/grant/grants.ts'
import type { ItemType } from '../../src/areas/inventory/item/kinds.ts'
import { lockHolders } from '../../src/areas/inventory/queries.ts'
import type { Prisma } from '../../src/generated/prisma/client.ts'
import { addMilliseconds, HOUR } from '../../src/kernel/clock.ts'
import { newId } from '../../src/kernel/ids.ts'
import { transact } from '../../src/kernel/transaction.ts'
import type { TestApp } from './app.ts'
import { createInstanceAs, enterAs } from './instances.ts'
import type { TestUser } from './users.ts'
import { aWorld } from './worlds.ts'

type Sized = Pick<TestApp, 'scope'>

/** A live template of a kind, to which anything can be done that fits unless other flags are given. */
export async function aTemplate(
  app: Sized,
  given: Partial<Prisma.InventoryTemplateUncheckedCreateInput> & { readonly itemType?: ItemType } = {},
): Promise<string> {
  const { db, now } = app.scope()
  const id = newId('inventoryTemplate', now)
  const texts = { name: 'Thing', description: 'A thing.', imageUrl: 'https://pictures.test/thing.png' }
  const flags = ['archivable', 'cloneable', 'equippable', 'instantiatable', 'trashable']
  const colors = { primaryColor: { defaultValue: '#ffffff', validator: { type: 'color' } } }
  await db.inventoryTemplate.create({
    data: {
      ...{ id, status: 'live', itemType: 'droneskin', flags, ...texts, defaultAttributes: colors },
      ...{ createdAt: now, updatedAt: now, ...given },
    },
  })
  return id
}

/** A bundle of these templates. */
export const aBundle = (app: Sized, inventoryItemsToInstantiate: readonly string[]) =>
  aTemplate(app, {
    itemType: 'bundle',
    flags: ['consumable'],
    metadata: { inventoryItemsToInstantiate: [...inventoryItemsToInstantiate] },
  })

let sources = 0

/** Gives a person items; each time by another source unless one is given. Answers their ids. */
export const give = (
  app: Sized,
  { id: userId }: Pick<TestUser, 'id'>,
  templateId: string,
  given: Partial<ItemGrant> = {},
): Promise<readonly string[]> =>
  transact(app.scope(), async (tx) => {
    await lockHolders(tx, [userId])
    sources += 1
    return grantItems(tx, { userId, templateIds: [templateId], expiryDate: null, source: `test:${sources}`, ...given })
  })

/** Gives a person one item, and answers its id. */
export async function anItem(
  app: Sized,
  person: Pick<TestUser, 'id'>,
  given: Parameters<typeof aTemplate>[1] = {},
  grant: Partial<ItemGrant> = {},
): Promise<string> {
  const [id] = await give(app, person, await aTemplate(app, given), grant)
  if (id === undefined) throw new Error('nothing was given')
  return id
}

/** Inserts so many items of a template for a person, past the rules of grants. */
export async function insertItems(
  { scope }: Sized,
  { id: holderId }: Pick<TestUser, 'id'>,
  templateId: string,
  count: number,
): Promise<void> {
  const { client, now } = scope()
  await client.$executeRaw`
    INSERT INTO "InventoryItem" (id, "holderId", "templateId", source, "createdAt", "updatedAt")
    SELECT 'inv_' || gen_random_uuid(), ${holderId}, ${templateId}, 'test', ${now}, ${now}
    FROM generate_series(1, ${count}::int)`
}

/** A drop that is active for everybody, for an hour. */
export async function aDrop(
  app: Sized,
  author: Pick<TestUser, 'id'>,
  given: Partial<Prisma.InventoryDropUncheckedCreateInput> & { readonly templateIds: string[] },
): Promise<string> {
  const { db, now } = app.scope()
  const id = newId('inventoryDrop', now)
  const dates = { startDropDate: addMilliseconds(now, -HOUR), endDropDate: addMilliseconds(now, HOUR) }
  await db.inventoryDrop.create({
    data: {
      ...{ id, authorId: author.id, name: 'Drop', targetGroup: 'everyone', ...dates },
      ...{ createdAt: now, updatedAt: now, ...given },
    },
  })
  return id
}

/** Brings people together in an instance, and answers its location. */
export async function together(app: TestApp, ...people: readonly TestUser[]): Promise<string> {
  const [host] = people
  if (!host) throw new Error('nobody comes')
  const worldId = await aWorld(app, host)
  const { location } = await createInstanceAs(host, worldId)
  for (const person of people) await enterAs(app, person, location)
  return location
}

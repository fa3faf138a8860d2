import { expect, it } from 'vitest'
import { openApp, type TestApp } from '../../support/app.ts'
import { aDatabase } from '../../support/database.ts'

/** Keys of the rows that every installation needs, by table. */
async function seedRows(app: TestApp) {
  const { db } = app.scope()
  return {
    config: new Set((await db.configEntry.findMany()).map(({ key }) => key)),
    permissions: new Set((await db.permission.findMany()).map(({ name }) => name)),
    assets: new Set((await db.frontendAsset.findMany()).map((row) => `${row.kind} ${row.variant} ${row.branch}`)),
    bundles: new Set((await db.tokenBundle.findMany()).map(({ id }) => id)),
    plans: new Set((await db.subscriptionPlan.findMany()).map(({ id }) => id)),
    stores: new Set((await db.store.findMany()).map(({ id }) => id)),
  }
}

/** Deletes a row of each of the tables. */
async function loseRows(app: TestApp) {
  const { db } = app.scope()
  await db.configEntry.delete({ where: { key: 'address' } })
  await db.permission.delete({ where: { id: (await db.permission.findFirstOrThrow()).id } })
  const { kind, variant, branch } = await db.frontendAsset.findFirstOrThrow()
  await db.frontendAsset.delete({ where: { kind_variant_branch: { kind, variant, branch } } })
  await db.tokenBundle.delete({ where: { id: (await db.tokenBundle.findFirstOrThrow()).id } })
  await db.subscriptionPlan.delete({ where: { id: (await db.subscriptionPlan.findFirstOrThrow()).id } })
  await db.store.delete({ where: { id: (await db.store.findFirstOrThrow()).id } })
}

it('a start inserts the rows that are missing, and keeps those that an admin has changed', async () => {
  const { url } = await aDatabase()
  const first = await openApp({ DATABASE_URL: url })
  const seeded = await seedRows(first)
  const key = 'jobsEmail'
  await first.scope().db.configEntry.update({ where: { key }, data: { value: 'changed' } })
  await loseRows(first)
  const left = await seedRows(first)
  await first.close()
  for (const [kind, rows] of Object.entries(left)) expect(rows.size, kind).toBeLessThan(Object(seeded)[kind].size)

  const second = await openApp({ DATABASE_URL: url })
  expect(await seedRows(second)).toEqual(seeded)
  expect((await second.scope().db.configEntry.findUniqueOrThrow({ where: { key } })).value).toBe('changed')
  await second.close()
})

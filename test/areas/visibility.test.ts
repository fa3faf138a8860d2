import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forSale, isForSale, isListed, listedListings, listedListingsSql } from '../../src/areas/economy/policy.ts'
import { canSeeJam, ofVisibleJamsSql, visibleJams } from '../../src/areas/jams/policy.ts'
import { canSeeProp, visibleProps, visiblePropsSql } from '../../src/areas/props/policy.ts'
import { VISIBLE_USERS, visibleUsers } from '../../src/areas/users/policy.ts'
import { canReadWorld, visibleWorlds } from '../../src/areas/worlds/policy.ts'
import { deterministicId, newId } from '../../src/kernel/ids.ts'
import type { BindParameter } from '../../src/kernel/page.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { sharedApp } from '../support/app.ts'
import { aListing } from '../support/economy.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import { rounds } from '../support/rounds.ts'
import { aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()
const { db, read } = app.scope()
const people = [await aUser(app), await aUser(app)] as const
const [author, stranger] = people

const viewerOf = (id: typeof author.id, admin: boolean) => ({
  viewer: { id, admin, sessionId: deterministicId('session', id), pendingFactors: [] },
})
/** One viewer for each relation to `author`. */
const viewers = people.flatMap(({ id }) => [viewerOf(id, false), viewerOf(id, true)])
const scopes: readonly Scope[] = [null, ...viewers].map((viewer) => ({ ...app.scope(), ...viewer }))

const releaseStatus = fc.constantFrom('public', 'private', 'hidden')
const maybeDate = fc.option(fc.constant(new Date('2026-01-01')))

it('a viewer can read a world exactly when the condition of lists finds it', async () => {
  const ids = [await aWorld(app, author), await aWorld(app, stranger)]
  const states = fc.record({ releaseStatus, deletedAt: maybeDate })
  await fc.assert(
    fc.asyncProperty(states, states, fc.constantFrom(...scopes), async (one, other, scope) => {
      for (const [at, data] of [one, other].entries()) await db.world.update({ where: { id: ids[at] ?? '' }, data })
      const rows = await db.world.findMany({ where: { id: { in: ids } } })
      const found = await db.world.findMany({ where: { id: { in: ids }, ...visibleWorlds(scope) } })
      expect(idsOf(found)).toEqual(idsOf(rows.filter((row) => canReadWorld(scope, row))))
    }),
    { numRuns: rounds(60) },
  )
})

it('a viewer can see a prop exactly when the conditions of lists find it', async () => {
  const ids = [await aStoredProp(author.id), await aStoredProp(stranger.id)]
  const states = fc.record({ releaseStatus, deletedAt: maybeDate })
  await fc.assert(
    fc.asyncProperty(states, states, fc.constantFrom(...viewers), async (one, other, { viewer }) => {
      for (const [at, data] of [one, other].entries()) await db.prop.update({ where: { id: ids[at] ?? '' }, data })
      const scope = { ...app.scope(), viewer }
      const rows = await db.prop.findMany({ where: { id: { in: ids } } })
      const wanted = idsOf(rows.filter((row) => canSeeProp(scope, row)))
      expect(idsOf(await db.prop.findMany({ where: { id: { in: ids }, ...visibleProps(scope) } }))).toEqual(wanted)
      expect(await idsWhere('Prop', ids, (bind) => visiblePropsSql(scope, bind))).toEqual(wanted)
      expect(rows.filter((row) => canSeeProp({ ...scope, viewer: null }, row))).toEqual([])
    }),
    { numRuns: rounds(60) },
  )
})

it('a person can see a jam and its submissions exactly when the conditions of lists find them', async () => {
  const id = await aJam(app)
  const submission = await aSubmission(app, id, author)
  for (const isVisible of [true, false]) {
    const row = await db.jam.update({ where: { id }, data: { isVisible } })
    for (const { viewer } of viewers) {
      const scope = { ...app.scope(), viewer }
      const wanted = canSeeJam(scope, row)
      expect(idsOf(await db.jam.findMany({ where: { id, ...visibleJams(scope) } }))).toEqual(wanted ? [id] : [])
      const found = await idsWhere('JamSubmission', [submission.id], (bind) => ofVisibleJamsSql(scope, bind))
      expect(found).toEqual(wanted ? [submission.id] : [])
    }
    expect(canSeeJam({ ...app.scope(), viewer: null }, row)).toBe(false)
  }
})

it('a listing is found in lists, and is for sale, exactly when the conditions of lists say so', async () => {
  const id = await aListing(app, author)
  const state = fc.constantFrom('draft', 'active', 'archived')
  const expiresAt = fc.option(fc.constantFrom(new Date('2020-01-01'), new Date('2100-01-01')))
  await fc.assert(
    fc.asyncProperty(fc.record({ state, expiresAt }), fc.constantFrom(...viewers), async (data, { viewer }) => {
      const scope = { ...app.scope(), viewer }
      const row = await db.listing.update({ where: { id }, data })
      const wanted = isListed(scope, row) ? [id] : []
      expect(idsOf(await db.listing.findMany({ where: { id, ...listedListings(scope) } }))).toEqual(wanted)
      expect(await idsWhere('Listing', [id], (bind) => listedListingsSql(scope, bind))).toEqual(wanted)
      const sold = isForSale(scope, row) ? [id] : []
      expect(idsOf(await db.listing.findMany({ where: { id, ...forSale(scope) } }))).toEqual(sold)
    }),
    { numRuns: rounds(60) },
  )
})

it('a person can be seen exactly when the conditions of lists find them', async () => {
  const { id } = await aUser(app)
  for (const erasedAt of [null, new Date()]) {
    const row = await db.user.update({ where: { id }, data: { erasedAt } })
    const wanted = row.erasedAt === null ? [id] : []
    expect(idsOf(await db.user.findMany({ where: { id, ...visibleUsers } }))).toEqual(wanted)
    expect(await idsWhere('User', [id], () => VISIBLE_USERS.sql)).toEqual(wanted)
  }
})

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort()

async function idsWhere(table: string, ids: readonly string[], condition: (bind: BindParameter) => string) {
  const values: unknown[] = [ids]
  const where = condition((value) => `$${values.push(value)}`)
  return idsOf(await read<{ id: string }>(null, `SELECT id FROM "${table}" WHERE id = ANY($1) AND ${where}`, values))
}

async function aStoredProp(authorId: string): Promise<string> {
  const now = new Date()
  const about = { name: 'A prop', description: '', imageUrl: '', releaseStatus: 'private', spawnType: 0 }
  const id = newId('prop', now)
  await db.prop.create({ data: { id, authorId, ...about, worldPlacementMask: 0, createdAt: now, updatedAt: now } })
  return id
}

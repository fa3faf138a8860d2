import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canSeeProp, visibleProps, visiblePropsSql } from '../../src/areas/props/policy.ts'
import { VISIBLE_USERS_SQL, visibleUsers } from '../../src/areas/users/policy.ts'
import { canReadWorld, visibleWorlds } from '../../src/areas/worlds/policy.ts'
import { deterministicId, newId } from '../../src/kernel/ids.ts'
import type { BindParameter } from '../../src/kernel/page.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { sharedApp } from '../support/app.ts'
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
    { numRuns: 60 },
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
    { numRuns: 60 },
  )
})

it('a person can be seen exactly when the conditions of lists find them', async () => {
  const { id } = await aUser(app)
  for (const erasedAt of [null, new Date()]) {
    const row = await db.user.update({ where: { id }, data: { erasedAt } })
    const wanted = row.erasedAt === null ? [id] : []
    expect(idsOf(await db.user.findMany({ where: { id, ...visibleUsers } }))).toEqual(wanted)
    expect(await idsWhere('User', [id], () => VISIBLE_USERS_SQL)).toEqual(wanted)
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

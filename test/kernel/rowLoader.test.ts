import { describe, expect, it } from 'vitest'
import { worldRowsByIds } from '../../src/areas/worlds/queries.ts'
import { newId } from '../../src/kernel/ids.ts'
import { createRowLoader } from '../../src/kernel/records.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { sharedApp } from '../support/app.ts'
import { aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()

/** A loader of worlds that records the ids of each statement. */
function aCountedLoader() {
  const statements: (readonly string[])[] = []
  const load = createRowLoader((source, ids) => {
    statements.push(ids)
    return worldRowsByIds(source, ids)
  })
  return { load, statements }
}

describe('a row loader', () => {
  it('batches the loads of several requests in one tick into one statement with distinct ids', async () => {
    const author = await aUser(app)
    const [one, other] = [await aWorld(app, author), await aWorld(app, author)]
    const nobodys = newId('world', new Date())
    const { load, statements } = aCountedLoader()
    const found = await Promise.all([one, other, one, nobodys].map((id) => load(app.scope(), id)))
    expect(found.map((world) => world?.id ?? null)).toEqual([one, other, one, null])
    expect(statements).toEqual([[one, other, nobodys]])
  })

  it('does not cache: it sees writes since the last read', async () => {
    const id = await aWorld(app, await aUser(app))
    const { load, statements } = aCountedLoader()
    await load(app.scope(), id)
    await app.scope().db.world.update({ where: { id }, data: { name: 'Another name' } })
    expect(await load(app.scope(), id)).toMatchObject({ name: 'Another name' })
    expect(statements).toHaveLength(2)
  })

  it('reads uncommitted writes only within their transaction', async () => {
    const scope = app.scope()
    const id = await aWorld(app, await aUser(app), { name: 'Before' })
    const { load } = aCountedLoader()
    const names = await transact(scope, async (tx) => {
      await tx.db.world.update({ where: { id }, data: { name: 'After' } })
      const [inside, outside] = await Promise.all([load(tx, id), load(scope, id)])
      return [inside?.name, outside?.name]
    })
    expect(names).toEqual(['After', 'Before'])
  })

  it('reads equal values inside and outside a transaction', async () => {
    const id = await aWorld(app, await aUser(app), { tags: ['author_tag_avatar'] })
    const { load } = aCountedLoader()
    expect(await transact(app.scope(), (tx) => load(tx, id))).toEqual(await load(app.scope(), id))
  })

  it('returns null for texts that are no ids, even with a null character', async () => {
    const id = await aWorld(app, await aUser(app))
    const { load, statements } = aCountedLoader()
    const found = await Promise.all([id, 'wrld_\0', 'usr_x', ''].map((text) => load(app.scope(), text)))
    expect(found.map((world) => world?.id ?? null)).toEqual([id, null, null, null])
    expect(statements).toEqual([[id, 'usr_x', '']])
  })

  it('rejects all loads of a failed statement, and recovers with the next', async () => {
    let fails = true
    const load = createRowLoader((source, ids) => {
      if (fails) throw new Error('the database is away')
      return worldRowsByIds(source, ids)
    })
    const id = await aWorld(app, await aUser(app))
    const outcomes = await Promise.allSettled([load(app.scope(), id), load(app.scope(), id)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await load(app.scope(), id)).toMatchObject({ id })
  })
})

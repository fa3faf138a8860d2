import { expect, it } from 'vitest'
import { worldRowsByIds } from '../../src/areas/worlds/queries.ts'
import { createRecordCache, defineRowKind, listRecords, type RowVersion } from '../../src/kernel/records.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { sharedApp } from '../support/app.ts'
import { aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()

interface Note extends RowVersion {
  readonly text: string
}

/** A kind over rows in memory, which counts its reads. */
function aKind(rows: Map<string, Note>) {
  const reads: (readonly string[])[] = []
  const kind = defineRowKind<Note>({
    name: 'note',
    async readRows(_source, ids) {
      reads.push(ids)
      return ids.flatMap((id) => rows.get(id) ?? [])
    },
  })
  return { kind, reads }
}

const aSource = () => ({ ...app.scope(), records: createRecordCache(100_000) })

it('reads only rows that it has not read in their revision', async () => {
  const rows = new Map([
    ['a', { id: 'a', revision: 1, text: 'one' }],
    ['b', { id: 'b', revision: 1, text: 'two' }],
  ])
  const [source, { kind, reads }] = [aSource(), aKind(rows)]
  const list = async () =>
    (await listRecords(source, kind, async () => [...rows.values()])).map(({ record }) => record.text)
  expect(await list()).toEqual(['one', 'two'])
  rows.set('b', { id: 'b', revision: 2, text: 'changed' })
  expect(await list()).toEqual(['one', 'changed'])
  expect(await list()).toEqual(['one', 'changed'])
  expect(reads).toEqual([['a', 'b'], ['b']])
})

it('lists again when a row changes before it is read, and leaves out one that is deleted', async () => {
  const rows = new Map([['a', { id: 'a', revision: 2, text: 'hidden now' }]])
  const { kind } = aKind(rows)
  const lists = [[{ id: 'a', revision: 1 }], []]
  expect(await listRecords(aSource(), kind, async () => lists.shift() ?? [])).toEqual([])
  expect(lists).toEqual([])
  const deleted = { id: 'deleted', revision: 1 }
  expect(await listRecords(aSource(), kind, async () => [deleted, { id: 'a', revision: 2 }])).toEqual([
    { row: { id: 'a', revision: 2 }, record: { id: 'a', revision: 2, text: 'hidden now' } },
  ])
})

it('never leaves out a row that changes each time before it is read', async () => {
  const rows = new Map([['a', { id: 'a', revision: 1, text: 'version 1' }]])
  const { kind, reads } = aKind(rows)
  let revision = 0
  const list = async () => {
    const listed = [{ id: 'a', revision: ++revision }]
    rows.set('a', { id: 'a', revision: revision + 1, text: `version ${++revision}` })
    return listed
  }
  expect(await listRecords(aSource(), kind, list)).toEqual([
    { row: { id: 'a', revision: 3 }, record: { id: 'a', revision: 2, text: 'version 2' } },
  ])
  expect(reads).toEqual([['a']])
})

it('keeps nothing that a transaction reads, which may be rolled back', async () => {
  const source = aSource()
  const id = await aWorld(app, await aUser(app))
  const rename = (name: string) => ({ where: { id }, data: { name } })
  const rolledBack = transact(source, async (tx) => {
    await tx.db.world.update(rename('Never committed'))
    expect(await worldRowsByIds(tx, [id])).toMatchObject([{ name: 'Never committed' }])
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await source.db.world.update(rename('Committed'))
  expect(await worldRowsByIds(source, [id])).toMatchObject([{ name: 'Committed' }])
})

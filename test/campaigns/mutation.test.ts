import { expect, it } from 'vitest'
import { mutantsOf } from './mutation/mutants.ts'

const changesOf = (text: string) => mutantsOf('a.ts', text).map(({ before, after }) => `${before} -> ${after}`)

it('changes operators, negations, conditions of rows, and SQL, one place at a time', () => {
  expect(changesOf('const a = !b && c <= 1')).toEqual(['&& -> ||', '!b -> b', '<= -> <'])
  expect(changesOf('const where = { hidden: false, expiresAt: { gt: now } }')).toEqual(['false -> true', 'gt -> gte'])
  expect(changesOf('const rows = sql`SELECT FROM a WHERE id = 1 AND a.end IS NULL ORDER BY id DESC`')).toEqual([
    'IS NULL -> IS NOT NULL',
    ' AND a.end IS NULL -> ',
    'DESC -> ASC',
  ])
})

it('leaves out locks, assertions and announcements', () => {
  const text =
    'async function act() {\n  await lockUser(tx, id)\n  assertOwner(a)\n  tx.emit(changed(id))\n  read(id)\n}'
  expect(changesOf(text)).toEqual(['await lockUser(tx, id) -> ;', 'assertOwner(a) -> ;', 'tx.emit(changed(id)) -> ;'])
  expect(changesOf(`sql\`SELECT \${rowLock(tx, 1)}\``)).toEqual(["rowLock(tx, 1) -> ''"])
})

it('tells the line, and the text of the changed file', () => {
  expect(mutantsOf('a.ts', 'const a = 1\nconst b = a > 1')).toEqual([
    { path: 'a.ts', line: 2, before: '>', after: '>=', text: 'const a = 1\nconst b = a >= 1' },
  ])
})

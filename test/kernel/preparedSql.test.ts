import { expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { prepareSql } from '../../src/kernel/preparedSql.ts'

interface Range {
  readonly from: number
  readonly to: number
}

test('a statement is made once, and has each value of a call once', () => {
  let made = 0
  const inRange = ({ from, to }: Range) => Prisma.sql`x BETWEEN ${from} AND ${to}`
  const statement = prepareSql<Range & { readonly name: string | null }>((values) => {
    made += 1
    return Prisma.sql`SELECT ${values.name} WHERE ${inRange(values)} OR x = ${values.from}`
  })
  const text = 'SELECT $1 WHERE x BETWEEN $2 AND $3 OR x = $2'
  expect(statement({ from: 1, to: 2, name: 'first' })).toEqual({ text, values: ['first', 1, 2] })
  expect(statement({ name: null, to: 4, from: 3 })).toEqual({ text, values: [null, 3, 4] })
  expect(made).toBe(1)
})

test('a value that is no placeholder is refused, as it would be the same for all calls', () => {
  const statement = prepareSql<Range>(({ from }) => Prisma.sql`SELECT ${from}, ${7}`)
  expect(() => statement({ from: 1, to: 2 })).toThrow('a value that is not one of its placeholders: 7')
})

test('values come from several objects', () => {
  const statement = prepareSql<Range>(({ from, to }) => Prisma.sql`x BETWEEN ${from} AND ${to}`)
  expect(statement({ to: 2 }, { from: 1 })).toEqual({ text: 'x BETWEEN $1 AND $2', values: [1, 2] })
  expect(statement({ to: 4 }, { from: 3 }).values).toEqual([3, 4])
})

test('a value that no object has is refused', () => {
  const statement = prepareSql<Range>(({ from, to }) => Prisma.sql`x BETWEEN ${from} AND ${to}`)
  expect(() => statement({ to: 2 })).toThrow('a prepared statement has no value for from')
})

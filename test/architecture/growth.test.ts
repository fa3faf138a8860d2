import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tableBounds } from './growth.ts'
import { listBounds, storeBounds } from './growthLists.ts'

const MODEL = /^model (\w+) \{\n(.*?)^\}/gms
const LIST_COLUMN = /^ +(\w+) +(?:Json\b|(?:String|Int|BigInt|Float|Boolean|DateTime|Bytes)\[\])/gm

const schema = readdirSync('prisma/schema')
  .filter((file) => file.endsWith('.prisma'))
  .map((file) => readFileSync(`prisma/schema/${file}`, 'utf8'))
const models = schema.flatMap((text) => [...text.matchAll(MODEL)].map(([, name = '', body = '']) => ({ name, body })))
const lists = models.flatMap(({ name, body }) =>
  [...body.matchAll(LIST_COLUMN)].map(([, column]) => `${name}.${column}`),
)

describe('what people do', () => {
  it('grows each table only up to a written bound', () => {
    expect(models.length).toBeGreaterThan(50)
    expect(Object.keys(tableBounds).sort()).toEqual(models.map(({ name }) => name).sort())
  })

  it('grows each list and JSON column only up to a written bound', () => {
    expect(lists.length).toBeGreaterThan(30)
    expect(Object.keys(listBounds).sort()).toEqual(lists.sort())
  })

  it.each(Object.entries({ ...tableBounds, ...listBounds, ...storeBounds }))(
    'is bounded where the list says: %s',
    (_, { what, where, named }) => {
      expect(readFileSync(where, 'utf8')).toContain(named)
      expect(what).not.toBe('')
    },
  )
})

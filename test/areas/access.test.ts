import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { OperationName } from '../support/api.ts'
import { anApp } from '../support/app.ts'
import { table } from './accessTable.ts'
import { aHouse, CALLERS } from './callers.ts'

const app = await anApp()
const house = await aHouse(app)

describe('who may call an operation', () => {
  it('is decided for every operation of the contract, and for no other', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(contract).sort())
  })

  const rows = Object.keys(contract)
    .filter(isNamed)
    .sort((a, b) => Number(a === 'logout') - Number(b === 'logout'))
  it.each(rows)('%s', async (name) => {
    const { call, answers } = table[name]
    const statuses: number[] = []
    for (const caller of CALLERS) statuses.push((await house.as(caller).try(name, call?.(house.things))).status)
    expect(statuses).toEqual([...answers])
  })
})

function isNamed(name: string): name is OperationName {
  return name in table
}

import { describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { anApp } from '../support/app.ts'
import type { OperationName } from '../support/restClient.ts'
import { anAccessFixture, CALLERS } from './fixtures.ts'
import { restAccessTable } from './restTable.ts'

const app = await anApp()
const fixture = await anAccessFixture(app)

describe('access to REST operations', () => {
  it('is listed for every operation of the contract', () => {
    expect(Object.keys(restAccessTable).sort()).toEqual(Object.keys(contract).sort())
  })

  const rows = Object.keys(contract)
    .filter(isNamed)
    .sort((a, b) => Number(a === 'logout') - Number(b === 'logout'))
  it.each(rows)('%s', async (name) => {
    const { call, answers } = restAccessTable[name]
    const statuses: number[] = []
    for (const caller of CALLERS)
      statuses.push((await fixture.clientOf(caller).try(name, call?.(fixture.things))).status)
    expect(statuses).toEqual([...answers])
  })
})

function isNamed(name: string): name is OperationName {
  return name in restAccessTable
}

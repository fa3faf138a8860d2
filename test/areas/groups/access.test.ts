import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/areas/index.ts'
import { sharedApp } from '../../support/app.ts'
import { aRestClient, type OperationName } from '../../support/restClient.ts'
import { accessPeople, accessTargets, groupContent } from './accessFixture.ts'
import { ACCESS_ROWS, type AccessCaller, type AccessRow, callersOf } from './accessTable.ts'

const app = await sharedApp()
const people = await accessPeople(app)
const anonymous = aRestClient(app)

const isOperation = (name: string): name is OperationName => name in contract

/** The client of a caller. */
const apiOf = ({ name }: AccessCaller) =>
  name === 'anonymous' ? anonymous : (people.callers.get(name)?.api ?? anonymous)

/** The status that a caller is to be answered. */
const wantedOf = ({ expected }: AccessRow, caller: AccessCaller) =>
  caller.name === 'anonymous' ? 401 : expected(caller)

/** Inserts groups for those whose calls change something, and one for those who only read or are refused. */
async function targetsOf(name: OperationName, row: AccessRow) {
  const callers = callersOf((caller) => wantedOf(row, caller))
  const isChange = (caller: AccessCaller) => contract[name].method !== 'get' && wantedOf(row, caller) === 200
  const shared = callers.filter((caller) => !isChange(caller))
  const targets = await accessTargets(app, people, [shared, ...callers.filter(isChange).map((caller) => [caller])])
  const sharedId = targets[0]?.target.groupId ?? ''
  return { targets, sharedContent: () => groupContent(app, sharedId) }
}

/** The answers that differ from those of the table, as `caller: status (status of the table)`. */
async function mismatches(name: OperationName, row: AccessRow): Promise<string[]> {
  const { targets, sharedContent } = await targetsOf(name, row)
  const before = await sharedContent()
  const found = await Promise.all(
    targets.map(async ({ caller, target }) => {
      const { status } = await apiOf(caller).try(name, row.call(target))
      const wanted = wantedOf(row, caller)
      return status === wanted ? [] : [`${caller.name}: ${status} (${wanted})`]
    }),
  )
  expect(await sharedContent(), 'what is read, or what was refused').toEqual(before)
  return found.flat()
}

describe('access to operations of groups', () => {
  it('is decided for each of them', () => {
    const paths = /^\/(groups|users\/\{userId\}\/(groups|instances\/groups|mutuals\/groups))/
    const names = Object.entries(contract).filter(([, { path }]) => paths.test(path))
    expect(Object.keys(ACCESS_ROWS).sort()).toEqual(names.map(([name]) => name).sort())
    expect(names.length).toBeGreaterThanOrEqual(60)
  })

  it.each(Object.keys(ACCESS_ROWS).filter(isOperation))('%s', async (name) => {
    for (const row of [ACCESS_ROWS[name] ?? []].flat()) expect(await mismatches(name, row)).toEqual([])
  })
})

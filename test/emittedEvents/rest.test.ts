import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { type AccessFixture, anAccessFixture } from '../access/fixtures.ts'
import { restAccessTable } from '../access/restTable.ts'
import { anApp } from '../support/app.ts'
import type { OperationName } from '../support/restClient.ts'
import { eventsDuring, namesOf } from './recorder.ts'
import { type PrepareAct, restActs } from './restActs.ts'
import { restEvents } from './restTable.ts'

const app = await anApp()
let accessFixture: AccessFixture
let names: Map<string, string>
const name = (id: string, word: string) => void names.set(id, word)
beforeAll(async () => {
  accessFixture = await anAccessFixture(app)
  names = namesOf(accessFixture.things)
  const { roleId, memberId } = accessFixture.things
  // The operation that gives it must find it not held.
  await app.scope().db.groupMemberRole.deleteMany({ where: { roleId, userId: memberId } })
})

const rows = new Map<string, Operation>(Object.entries(contract))
const operationOf = (act: string) => act.split(',')[0] ?? act
const isOperation = (word: string): word is OperationName => rows.has(word)

/** Calls the operation with the input of the access table, as the owner, or as an admin if the owner is refused. */
function accessTableAct(operation: string): PrepareAct {
  return async () => {
    if (!isOperation(operation)) throw new Error(`${operation} is not an operation`)
    const { call, answers } = restAccessTable[operation]
    const api = accessFixture.clientOf(answers[3] < 400 ? 'owner' : 'admin')
    return () => api.try(operation, call?.(accessFixture.things))
  }
}

/** Runs last, because it ends the session. */
const LAST = 'logout'
const isLast = (act: string) => Number(act === LAST)

describe('events of operations', () => {
  it('are listed for every operation that writes', () => {
    const writing = [...rows].filter(([, { method }]) => method !== 'get').map(([operation]) => operation)
    expect(writing.filter((operation) => !(operation in restEvents))).toEqual([])
    expect(Object.keys(restEvents).filter((act) => !rows.has(operationOf(act)))).toEqual([])
    expect(Object.keys(restActs).filter((act) => !(act in restEvents))).toEqual([])
  })

  const acts = [...new Set([...Object.keys(restAccessTable), ...Object.keys(restEvents)])].sort(
    (a, b) => isLast(a) - isLast(b),
  )
  it.each(acts)('%s', async (act) => {
    const perform = await (restActs[act] ?? accessTableAct(act))({ app, things: accessFixture.things, name })
    const { answer, events } = await eventsDuring(app, names, perform)
    expect(events).toEqual([...(restEvents[act] ?? [])])
    if (act in restEvents) expect(answer.status).toBeLessThan(400)
  })
})

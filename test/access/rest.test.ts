import { describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { restActs } from '../emittedEvents/restActs.ts'
import { restEvents } from '../emittedEvents/restTable.ts'
import { anApp } from '../support/app.ts'
import type { OperationName } from '../support/restClient.ts'
import { actOfOperation } from './auditedActs.ts'
import { aCallerSweep } from './callerSweep.ts'
import type { Caller } from './fixtures.ts'
import { restAccessTable } from './restTable.ts'

const app = await anApp()
const { fixture, outcomeOf } = await aCallerSweep(app)
const { roleId, memberId } = fixture.things
// The operation that gives it must find it not held.
await app.scope().db.groupMemberRole.deleteMany({ where: { roleId, userId: memberId } })

/** The position of the owner among the callers. */
const OWNER = 3

const isNamed = (name: string): name is OperationName => name in restAccessTable

/** The owner, or an admin if the owner is refused. Null for operations whose events a test of their own records. */
function actorOf(name: OperationName): Caller | null {
  if (name in restActs) return null
  return restAccessTable[name].answers[OWNER] < 400 ? 'owner' : 'admin'
}

/** What an admin's call of this writes to the audit log. */
const actOf = (name: OperationName) => (contract[name].method === 'get' ? null : actOfOperation(name))

describe('an operation', () => {
  it('is listed if it is in the contract', () => {
    expect(Object.keys(restAccessTable).sort()).toEqual(Object.keys(contract).sort())
  })

  it('has events of a call that succeeds', () => {
    const inVain = Object.keys(restEvents)
      .filter(isNamed)
      .filter((name) => !(name in restActs) && Math.min(...restAccessTable[name].answers.slice(3)) >= 400)
    expect(inVain).toEqual([])
  })

  const rows = Object.keys(contract)
    .filter(isNamed)
    .sort((a, b) => Number(a === 'logout') - Number(b === 'logout'))
  it.each(rows)('answers each caller, emits events and is audited: %s', async (name) => {
    const { call, answers } = restAccessTable[name]
    const [actor, act] = [actorOf(name), actOf(name)]
    const outcome = await outcomeOf({
      perform: async (api, things) => (await api.try(name, call?.(things))).status,
      actor,
      isAudited: act !== null,
    })
    // Any request of the owner cancels the deletion, which emits events.
    if (name === 'deleteUser') await fixture.clientOf('owner').call('verifyAuthToken')
    expect(outcome).toEqual({
      answers,
      events: actor && (restEvents[name] ?? []),
      auditedOfOthers: [],
      auditedOfAdmin: act === null ? [] : [act],
    })
  })
})

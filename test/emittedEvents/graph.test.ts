import { beforeAll, describe, expect, it } from 'vitest'
import { type AccessFixture, anAccessFixture, CALLERS } from '../access/fixtures.ts'
import { INFO_PUSH_ID, mutationAccess } from '../access/graphTable.ts'
import { anApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { graphActs } from './graphActs.ts'
import { graphEvents } from './graphTable.ts'
import { eventsDuring, namesOf } from './recorder.ts'
import { restEvents } from './restTable.ts'

const app = await anApp()
let accessFixture: AccessFixture
let names: Map<string, string>
beforeAll(async () => {
  accessFixture = await anAccessFixture(app)
  names = namesOf(accessFixture.things)
  const { db, now } = app.scope()
  await db.infoPush.create({ data: { id: INFO_PUSH_ID, tags: [], data: {}, hash: '', createdAt: now, updatedAt: now } })
  const { userId, permissionId, roleId, memberId, galleryImageId } = accessFixture.things
  // The mutations that give them must find them not held.
  await db.permissionGrant.deleteMany({ where: { userId, permissionId } })
  await db.groupMemberRole.deleteMany({ where: { roleId, userId: memberId } })
  // The mutation that approves it must find it not approved.
  const waiting = { approvedAt: null, approvedById: null }
  await db.groupGalleryImage.update({ where: { id: galleryImageId }, data: waiting })
})

/** The owner, or else the first caller whom the access table allows. */
const callerOf = (answers: readonly string[]) =>
  answers[CALLERS.indexOf('owner')] === 'ok' ? 'owner' : CALLERS.find((_, at) => answers[at] === 'ok')

/** Mutations that the access table refuses to every caller are tested by REST, which runs the same code. */
const mutations = Object.entries(mutationAccess).flatMap(([mutation, [field, answers]]) => {
  const caller = callerOf(answers)
  return caller && !(mutation in graphActs) ? [{ mutation, field, caller }] : []
})

/** The mutation of an act, whose name has the case after a comma. */
const mutationOf = (act: string) => act.split(',')[0] ?? act

describe('events of mutations', () => {
  it('are listed for every mutation, by its own name or by the REST operation of the same name', () => {
    const known = new Set([graphEvents, restEvents].flatMap((table) => Object.keys(table)))
    expect(Object.keys(mutationAccess).filter((mutation) => !known.has(mutation))).toEqual([])
    const unknown = Object.keys(graphEvents).filter((act) => !(mutationOf(act) in mutationAccess))
    expect(unknown).toEqual([])
    expect(Object.keys(graphActs).filter((act) => !(act in graphEvents))).toEqual([])
    const cases = Object.keys(graphEvents).filter((act) => act !== mutationOf(act))
    expect(cases.filter((act) => !(act in graphActs))).toEqual([])
  })

  it.each(mutations)('$mutation', async ({ mutation, field, caller }) => {
    const client = aGraphClient(app, accessFixture.clientOf(caller))
    const send = () => client.send(`mutation { ${field(accessFixture.things)} }`)
    const { answer, events } = await eventsDuring(app, names, send)
    expect(answer.errors).toBeUndefined()
    expect(events).toEqual([...(graphEvents[mutation] ?? restEvents[mutation] ?? [])])
  })

  it.each(Object.entries(graphActs))('%s', async (act, prepare) => {
    const name = (id: string, word: string) => void names.set(id, word)
    const perform = await prepare({ app, things: accessFixture.things, name })
    const { answer, events } = await eventsDuring(app, names, perform)
    expect(answer.errors).toBeUndefined()
    expect(events).toEqual([...(graphEvents[act] ?? [])])
  })
})

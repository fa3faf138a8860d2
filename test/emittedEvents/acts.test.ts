import { describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { mutationAccess } from '../access/graphTable.ts'
import { anApp } from '../support/app.ts'
import { columnsWithOwnUrls } from '../support/ownUrls.ts'
import { graphActs } from './graphActs.ts'
import { graphEvents } from './graphTable.ts'
import { eventsDuring } from './recorder.ts'
import { restActs } from './restActs.ts'
import { restEvents } from './restTable.ts'

const app = await anApp()
const names = new Map<string, string>()
const stage = { app, name: (id: string, word: string) => void names.set(id, word) }

/** The operation or mutation of an act, whose name has the case after a comma. */
const nameOf = (act: string) => act.split(',')[0] ?? act
const rows = Object.entries(contract)

describe('events of operations', () => {
  it('are listed for every operation that writes', () => {
    const writing = rows.filter(([, { method }]) => method !== 'get').map(([operation]) => operation)
    expect(writing.filter((operation) => !(operation in restEvents))).toEqual([])
    expect(Object.keys(restEvents).filter((act) => !Object.hasOwn(contract, nameOf(act)))).toEqual([])
    expect(Object.keys(restActs).filter((act) => !(act in restEvents))).toEqual([])
    const cases = Object.keys(restEvents).filter((act) => act !== nameOf(act))
    expect(cases.filter((act) => !(act in restActs))).toEqual([])
  })

  it.each(Object.entries(restActs))('%s', async (act, prepare) => {
    const perform = await prepare(stage)
    const { answer, events } = await eventsDuring(app, names, perform)
    expect(events).toEqual(restEvents[act])
    expect(answer.status).toBeLessThan(400)
  })
})

describe('events of mutations', () => {
  it('are listed for every mutation, by its own name or by the REST operation of the same name', () => {
    const known = new Set([graphEvents, restEvents].flatMap((table) => Object.keys(table)))
    expect(Object.keys(mutationAccess).filter((mutation) => !known.has(mutation))).toEqual([])
    expect(Object.keys(graphEvents).filter((act) => !(nameOf(act) in mutationAccess))).toEqual([])
    expect(Object.keys(graphActs).filter((act) => !(act in graphEvents))).toEqual([])
    const cases = Object.keys(graphEvents).filter((act) => act !== nameOf(act))
    expect(cases.filter((act) => !(act in graphActs))).toEqual([])
  })

  it.each(Object.entries(graphActs))('%s', async (act, prepare) => {
    const perform = await prepare(stage)
    const { answer, events } = await eventsDuring(app, names, perform)
    expect(answer.errors).toBeUndefined()
    expect(events).toEqual(graphEvents[act])
  })
})

describe('all acts together', () => {
  it('store no URL of the server with its host, which may change', async () => {
    expect(await columnsWithOwnUrls(app)).toEqual([])
  })
})

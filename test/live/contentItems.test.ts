import { beforeEach, describe, expect, test } from 'vitest'
import { anApp } from '../support/app.ts'
import { aPicture } from '../support/files.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aPrint, aProp } from '../support/props.ts'
import { tokenOf } from '../support/socket.ts'
import { aFollower, told } from './followers.ts'
import { openPipeline } from './pipeline.ts'

const app = await anApp()
const CONTENT = 'subscription { contentChanged { contentType actionType itemId fileId file { id } } }'
let ada: Person
beforeEach(async () => {
  ada = await aUser(app)
})

/** What the owner hears on both channels of so many changes. */
async function heardOf(changes: number, work: () => Promise<unknown>) {
  const line = await aFollower(app, ada, CONTENT)
  const legacy = await openPipeline(app, `/?authToken=${tokenOf(ada)}`)
  await work()
  await line.until((messages) => told(messages, 'contentChanged').length >= changes)
  await legacy.next('content-refresh', changes)
  const heard = {
    graph: told(line.messages, 'contentChanged'),
    legacy: legacy.of('content-refresh').map(({ content }) => content),
  }
  line.socket.close()
  await legacy.close()
  return heard
}

describe('a change of content by its item', () => {
  test('is told of a prop as it is made, changed, published and deleted, but not of what changes nothing', async () => {
    let itemId = ''
    const { graph, legacy } = await heardOf(4, async () => {
      itemId = await aProp(app, ada)
      const key = { propId: itemId }
      await ada.api.call('updateProp', { ...key, body: { description: 'Changed.' } })
      for (const operation of ['publishProp', 'publishProp', 'deleteProp'] as const) await ada.api.call(operation, key)
      await ada.api.try('deleteProp', key)
    })
    const actions = ['created', 'updated', 'updated', 'deleted']
    expect(graph).toEqual(
      actions.map((actionType) => ({ contentType: 'prop', actionType, itemId, fileId: null, file: null })),
    )
    expect(legacy).toMatchObject(
      ['created', 'created', 'created', 'deleted'].map((actionType) => ({ contentType: 'prop', actionType, itemId })),
    )
  })

  test('is told of a print to its owner, also when an admin has deleted it', async () => {
    const admin = await anAdmin(app)
    const image = await aPicture()
    let itemId = ''
    let fileId = ''
    const { graph, legacy } = await heardOf(3, async () => {
      const print = await aPrint(ada)
      itemId = print.id
      fileId = print.files.fileId ?? ''
      await ada.api.call('editPrint', { printId: itemId, form: { image } })
      await admin.api.call('deletePrint', { printId: itemId })
    })
    expect(graph.map((change) => Object(change).actionType)).toEqual(['created', 'updated', 'deleted'])
    for (const change of graph) expect(change).toMatchObject({ contentType: 'print', itemId, fileId })
    for (const change of legacy)
      expect(change).toMatchObject({ contentType: 'print', itemId, itemType: 'print', fileId })
  })
})

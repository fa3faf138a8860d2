import { beforeEach, describe, expect, test } from 'vitest'
import type { WorldId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { anImage } from '../support/files.ts'
import { sessionTokenOf } from '../support/graphSocket.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { openPipelineSocket } from '../support/pipelineSocket.ts'
import { aPrint, aProp } from '../support/props.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

const app = await sharedApp()
const CONTENT = `subscription {
  contentChanged { contentType action deletedId file { id } prop { id } print { id } world { id } viewer { id } }
}`
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

/** The given numbers of changes that the owner receives over each transport. */
async function receivedDuring(changes: number, frames: number, work: () => Promise<unknown>) {
  const connection = await aSubscription(app, ada, CONTENT)
  const legacy = await openPipelineSocket(app, `/?authToken=${sessionTokenOf(ada)}`)
  await work()
  await connection.until((messages) => payloadsOf(messages, 'contentChanged').length >= changes)
  if (frames > 0) await legacy.nextContent('content-refresh', frames)
  const received = {
    graph: payloadsOf(connection.messages, 'contentChanged'),
    legacy: legacy.framesOfType('content-refresh').map(({ content }) => content),
  }
  connection.socket.close()
  await legacy.close()
  return received
}

describe('a content change of an item', () => {
  test('is sent when a prop is created, changed, published or deleted, but not when nothing changes', async () => {
    let itemId = ''
    const { graph, legacy } = await receivedDuring(4, 0, async () => {
      itemId = await aProp(app, ada)
      const key = { propId: itemId }
      await ada.api.call('updateProp', { ...key, body: { description: 'Changed.' } })
      for (const operation of ['publishProp', 'publishProp', 'deleteProp'] as const) await ada.api.call(operation, key)
      await ada.api.try('deleteProp', key)
    })
    const none = { file: null, print: null, world: null }
    expect(graph).toMatchObject(
      ['CREATED', 'UPDATED', 'UPDATED', 'DELETED'].map((action) => ({
        ...{ contentType: 'PROP', action, ...none },
        ...{ deletedId: action === 'DELETED' ? itemId : null, viewer: { id: expect.any(String) } },
      })),
    )
    expect(graph[3]).toMatchObject({ prop: null })
    // Legacy clients do not know this kind of content.
    expect(legacy).toEqual([])
  })

  test('of a print is sent to its owner, also when an admin deletes it', async () => {
    const admin = await anAdmin(app)
    const image = await anImage()
    let itemId = ''
    let fileId = ''
    const { graph, legacy } = await receivedDuring(3, 3, async () => {
      const print = await aPrint(ada)
      itemId = print.id
      fileId = print.files.fileId ?? ''
      await ada.api.call('editPrint', { printId: itemId, form: { image } })
      await admin.api.call('deletePrint', { printId: itemId })
    })
    expect(graph.map((change) => Object(change).action)).toEqual(['CREATED', 'UPDATED', 'DELETED'])
    for (const change of graph) expect(change).toMatchObject({ contentType: 'PRINT', prop: null, world: null })
    expect(graph[2]).toMatchObject({ deletedId: itemId, print: null, file: null })
    for (const change of legacy)
      expect(change).toMatchObject({ contentType: 'print', itemId, itemType: 'print', fileId })
  })

  test('of a world carries the world', async () => {
    let worldId: WorldId | undefined
    const { graph } = await receivedDuring(1, 0, async () => {
      worldId = await aWorld(app, ada, { name: 'Before' })
      await ada.api.call('updateWorld', { worldId, body: { name: 'After' } })
    })
    expect(graph.at(-1)).toMatchObject({
      contentType: 'WORLD',
      action: 'UPDATED',
      deletedId: null,
      world: { id: worldId },
    })
  })
})

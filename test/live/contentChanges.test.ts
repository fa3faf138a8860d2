import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { anImage, BINARY_FILE } from '../support/files.ts'
import { sessionTokenOf } from '../support/graphSocket.ts'
import { aSubscription, payloadsOf } from '../support/graphSubscriptions.ts'
import { openPipelineSocket } from '../support/pipelineSocket.ts'
import { aUser } from '../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

const CONTENT = 'subscription { contentChanged { contentType action deletedId viewer { id } file { id tags } } }'

describe('a content change', () => {
  test('is sent to its owner over every transport, and to nobody else', async () => {
    const [ada, eve] = [await aUser(app), await aUser(app)]
    const connections = [await aSubscription(app, ada, CONTENT), await aSubscription(app, eve, CONTENT)] as const
    const legacy = await openPipelineSocket(app, `/?authToken=${sessionTokenOf(ada)}`)
    const others = await openPipelineSocket(app, `/?authToken=${sessionTokenOf(eve)}`)

    const { id: plainId } = await ada.api.call('createFile', { body: BINARY_FILE })
    const { id: fileId } = await ada.api.call('uploadIcon', { form: { file: await anImage() } })
    await ada.api.call('deleteFile', { fileId })
    const { id: hers } = await eve.api.call('uploadIcon', { form: { file: await anImage() } })

    for (const connection of connections)
      await connection.until((messages) => payloadsOf(messages, 'contentChanged').length > 0)
    await connections[0].until((messages) => payloadsOf(messages, 'contentChanged').length > 2)
    expect(payloadsOf(connections[0].messages, 'contentChanged')).toMatchObject([
      { contentType: 'FILE', action: 'CREATED', deletedId: null, file: { id: plainId } },
      { contentType: 'ICON', action: 'CREATED', deletedId: null },
      { contentType: 'ICON', action: 'DELETED', deletedId: fileId, file: null },
    ])
    expect(payloadsOf(connections[1].messages, 'contentChanged')).toMatchObject([
      { action: 'CREATED', file: { id: hers } },
    ])

    await legacy.nextContent('content-refresh', 2)
    await others.nextContent('content-refresh')
    // Legacy clients do not know the kind of content of the plain file.
    expect(legacy.framesOfType('content-refresh').map(({ content }) => content)).toEqual([
      { contentType: 'icon', actionType: 'created', fileId },
      { contentType: 'icon', actionType: 'deleted', fileId },
    ])
    expect(others.framesOfType('content-refresh').map(({ content }) => content)).toMatchObject([{ fileId: hers }])
    for (const connection of connections) connection.socket.close()
    await legacy.close()
    await others.close()
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { aPicture } from '../support/files.ts'
import { aUser } from '../support/people.ts'
import { tokenOf } from '../support/socket.ts'
import { aFollower, told } from './followers.ts'
import { openPipeline } from './pipeline.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})

const CONTENT = 'subscription { contentChanged { contentType actionType fileId itemId file { id tags } } }'

describe('a change of content', () => {
  test('is told to its owner on every channel, and to nobody else', async () => {
    const [ada, eve] = [await aUser(app), await aUser(app)]
    const lines = [await aFollower(app, ada, CONTENT), await aFollower(app, eve, CONTENT)] as const
    const legacy = await openPipeline(app, `/?authToken=${tokenOf(ada)}`)
    const others = await openPipeline(app, `/?authToken=${tokenOf(eve)}`)

    const { id: fileId } = await ada.api.call('uploadIcon', { form: { file: await aPicture() } })
    await ada.api.call('deleteFile', { fileId })
    const { id: hers } = await eve.api.call('uploadIcon', { form: { file: await aPicture() } })

    for (const line of lines) await line.until((messages) => told(messages, 'contentChanged').length > 0)
    await lines[0].until((messages) => told(messages, 'contentChanged').length > 1)
    expect(told(lines[0].messages, 'contentChanged')).toMatchObject([
      { contentType: 'icon', actionType: 'created', fileId },
      { contentType: 'icon', actionType: 'deleted', fileId, file: null },
    ])
    expect(told(lines[1].messages, 'contentChanged')).toMatchObject([{ actionType: 'created', fileId: hers }])

    await legacy.next('content-refresh', 2)
    await others.next('content-refresh')
    expect(legacy.of('content-refresh').map(({ content }) => content)).toEqual([
      { contentType: 'icon', actionType: 'created', fileId },
      { contentType: 'icon', actionType: 'deleted', fileId },
    ])
    expect(others.of('content-refresh').map(({ content }) => content)).toMatchObject([{ fileId: hers }])
    for (const line of lines) line.socket.close()
    await legacy.close()
    await others.close()
  })
})

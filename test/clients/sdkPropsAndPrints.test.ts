import { beforeAll, describe, expect, it } from 'vitest'
import { prints } from '../../src/contract/prints.ts'
import { props } from '../../src/contract/props.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anImage } from '../support/files.ts'
import { aPropRequest, PRINT_TIMESTAMP } from '../support/props.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

describe('props and prints by the public SDK', () => {
  it('creates a prop, publishes it, and deletes it', async () => {
    const { client, id } = await anSdkUser(app, sdk)
    const body = await aPropRequest(app, { id })
    const path = { propId: body.id }
    expect(await dataOf(client.createProp({ body }))).toMatchObject({ id: body.id, authorId: id })
    expect(await dataOf(client.listProps({ query: { authorId: id } }))).toMatchObject([{ id: body.id }])
    expect(await dataOf(client.getPropPublishStatus({ path }))).toEqual({ canPublish: true })
    expect(await dataOf(client.publishProp({ path }))).toEqual({ canPublish: false })
    expect(await dataOf(client.unpublishProp({ path }))).toEqual({ canPublish: true })
    expect(await dataOf(client.updateProp({ path, body: { name: 'A chair' } }))).toMatchObject({ name: 'A chair' })
    await client.deleteProp({ path, throwOnError: true })
    expect(await sdkRefusal(client.getProp({ path }))).toEqual({ status: 404, message: 'That prop does not exist.' })
  })

  it('prints a photo, edits it, and deletes it', async () => {
    const { client, id: userId } = await anSdkUser(app, sdk)
    const image = blobOf(await anImage(640, 360))
    const made = await dataOf(
      client.uploadPrint({ body: { image, timestamp: new Date(PRINT_TIMESTAMP), note: 'first' } }),
    )
    const path = { printId: made.id }
    expect(await dataOf(client.getPrint({ path }))).toMatchObject({ note: 'first' })
    expect(await dataOf(client.editPrint({ path, body: { image, note: 'second' } }))).toMatchObject({ note: 'second' })
    expect(await dataOf(client.getUserPrints({ path: { userId } }))).toMatchObject([{ id: made.id, note: 'second' }])
    await client.deletePrint({ path, throwOnError: true })
    expect(await dataOf(client.getUserPrints({ path: { userId } }))).toEqual([])
  })

  it('calls every SDK method whose operation is implemented', () => {
    expect(methodsOf({ ...props, ...prints }).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})

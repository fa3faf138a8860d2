import { beforeAll, describe, expect, it } from 'vitest'
import { prints, props } from '../../src/contract/index.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aPicture } from '../support/files.ts'
import { aPropRequest, TAKEN_AT } from '../support/props.ts'
import { aMember } from './members.ts'
import { methodsOf, ok, refusal, sdkFor } from './sdk.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

const blobOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

describe('props and prints by the public SDK', () => {
  it('makes a prop, publishes it, and deletes it', async () => {
    const { client, id } = await aMember(app, sdk)
    const body = await aPropRequest(app, { id })
    const path = { propId: body.id }
    expect(await ok(client.createProp({ body }))).toMatchObject({ id: body.id, authorId: id })
    expect(await ok(client.listProps({ query: { authorId: id } }))).toMatchObject([{ id: body.id }])
    expect(await ok(client.getPropPublishStatus({ path }))).toEqual({ canPublish: true })
    expect(await ok(client.publishProp({ path }))).toEqual({ canPublish: false })
    expect(await ok(client.unpublishProp({ path }))).toEqual({ canPublish: true })
    expect(await ok(client.updateProp({ path, body: { name: 'A chair' } }))).toMatchObject({ name: 'A chair' })
    await client.deleteProp({ path, throwOnError: true })
    expect(await refusal(client.getProp({ path }))).toEqual({ status: 404, message: 'That prop does not exist.' })
  })

  it('prints a photo, edits it, and deletes it', async () => {
    const { client, id: userId } = await aMember(app, sdk)
    const image = blobOf(await aPicture(640, 360))
    const made = await ok(client.uploadPrint({ body: { image, timestamp: new Date(TAKEN_AT), note: 'first' } }))
    const path = { printId: made.id }
    expect(await ok(client.getPrint({ path }))).toMatchObject({ note: 'first' })
    expect(await ok(client.editPrint({ path, body: { image, note: 'second' } }))).toMatchObject({ note: 'second' })
    expect(await ok(client.getUserPrints({ path: { userId } }))).toMatchObject([{ id: made.id, note: 'second' }])
    await client.deletePrint({ path, throwOnError: true })
    expect(await ok(client.getUserPrints({ path: { userId } }))).toEqual([])
  })

  it('called every method of the operations that are served', () => {
    expect(methodsOf({ ...props, ...prints }).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})

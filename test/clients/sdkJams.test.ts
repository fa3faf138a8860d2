import { beforeAll, describe, expect, it } from 'vitest'
import { jams } from '../../src/contract/jams.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

describe('jams by the public SDK', () => {
  it('lists jams, reads one, and lists its submissions', async () => {
    const { client, id } = await anSdkUser(app, sdk)
    const jamId = await aJam(app)
    const submission = await aSubmission(app, jamId, { id })
    const record = { id: jamId, state: 'submissions_open', isVisible: true }
    expect(await dataOf(client.getJams({ query: { type: 'world' } }))).toMatchObject([record])
    expect(await dataOf(client.getJams({ query: { type: 'avatar' } }))).toEqual([])
    expect(await dataOf(client.getJam({ path: { jamId } }))).toMatchObject(record)
    const listed = [{ id: submission.id, jamId, contentId: submission.contentId, submitterId: id }]
    expect(await dataOf(client.getJamSubmissions({ path: { jamId } }))).toMatchObject(listed)
    expect(await sdkRefusal(client.getJam({ path: { jamId: 'invalid_id_here' } }))).toEqual({
      status: 404,
      message: "404 id must be an ID: 'invalid_id_here'",
    })
  })

  it('calls every SDK method whose operation is implemented', () => {
    expect(methodsOf(jams)).toHaveLength(3)
    expect(methodsOf(jams).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})

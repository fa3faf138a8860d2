import { beforeAll, describe, expect, it } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import { PARTS, wrapperFor } from './wrapperClient.ts'

let app: TestApp
let wrapper: ReturnType<typeof wrapperFor>
beforeAll(async () => {
  app = await anApp()
  wrapper = wrapperFor(app)
})

describe('jams by the wrapper', () => {
  it('are listed and read with their submissions', async () => {
    const { call, refused, person } = await wrapper.aMember()
    const jamId = await aJam(app)
    const { id } = await aSubmission(app, jamId, person)
    const record = { id: jamId, state: 'submissions_open', isActive: true }
    expect(await call('jamApi', 'getJamsList', { isActive: true, type: 'world' })).toMatchObject([record])
    expect(await call('jamApi', 'getJamInfo', { jamId })).toMatchObject(record)
    expect(await call('jamApi', 'getJamSubmissions', { jamId })).toMatchObject([{ id, submitterId: person.id }])
    expect(await refused('jamApi', 'getJamInfo', { jamId: 'jam_none' })).toMatchObject({ status: 404 })
  })

  it('were called by each method for an operation of the server', async () => {
    const { api } = await wrapper.aMember()
    expect(wrapper.uncalled(api, PARTS.jams)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { anApp } from '../../support/app.ts'
import { aJam, aSubmission, type JamPhase } from '../../support/jams.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient, type Exchange, type RestClient } from '../../support/restClient.ts'
import { anAdmin, aUser } from '../../support/users.ts'

const app = await anApp()
const [person, submitter, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
const CALLERS: Readonly<Record<Caller, RestClient>> = {
  anonymous: aRestClient(app),
  person: person.api,
  submitter: submitter.api,
  admin: admin.api,
}
type Caller = 'anonymous' | 'person' | 'submitter' | 'admin'
const PHASES = ['draft', 'upcoming', 'open', 'closed'] as const satisfies readonly JamPhase[]
const jams = { draft: '', upcoming: '', open: '', closed: '' }
for (const phase of PHASES) {
  jams[phase] = await aJam(app, phase)
  await aSubmission(app, jams[phase], submitter)
}

/** What a caller gets of a jam: its record or its list of one submission, whether the list of jams has it, or a status. */
type Outcome = 'shown' | 'missing' | 'listed' | 'not listed' | 401

const OPERATIONS: Readonly<Record<string, (api: RestClient, jamId: string) => Promise<Outcome>>> = {
  getJams: async (api, jamId) => {
    const { status, body } = await api.try('getJams')
    if (!Array.isArray(body)) return status === 401 ? 401 : 'missing'
    return body.some(({ id }) => id === jamId) ? 'listed' : 'not listed'
  },
  getJam: async (api, jamId) => outcomeOf(await api.try('getJam', { jamId }), (body) => Object(body).id === jamId),
  getJamSubmissions: async (api, jamId) =>
    outcomeOf(await api.try('getJamSubmissions', { jamId }), (body) => Array.isArray(body) && body.length === 1),
}

function outcomeOf(exchange: Exchange, isRight: (body: unknown) => boolean): Outcome {
  if (exchange.status === 401) return 401
  if (exchange.status === 200 && isRight(exchange.body)) return 'shown'
  expect(exchange).toMatchObject(refusal(404, 'Jam not found'))
  return 'missing'
}

type Row = readonly [draft: Outcome, upcoming: Outcome, open: Outcome, closed: Outcome]
const NOBODY: Row = [401, 401, 401, 401]
const RECORD: Row = ['missing', 'shown', 'shown', 'shown']
const ALL: Row = ['shown', 'shown', 'shown', 'shown']
const BEGUN: Row = ['not listed', 'not listed', 'listed', 'listed']
const VISIBLE: Row = ['not listed', 'listed', 'listed', 'listed']

const TABLE: Readonly<Record<string, Readonly<Record<Caller, Row>>>> = {
  getJams: { anonymous: NOBODY, person: BEGUN, submitter: BEGUN, admin: VISIBLE },
  getJam: { anonymous: NOBODY, person: RECORD, submitter: RECORD, admin: ALL },
  getJamSubmissions: { anonymous: NOBODY, person: RECORD, submitter: RECORD, admin: ALL },
}

describe('a jam that is a draft, upcoming, open or closed', () => {
  it.each(Object.keys(TABLE))('%s shows it to those who may see it', async (operation) => {
    for (const caller of ['anonymous', 'person', 'submitter', 'admin'] as const) {
      const found = await Promise.all(PHASES.map((phase) => OPERATIONS[operation]?.(CALLERS[caller], jams[phase])))
      expect(found, caller).toEqual(TABLE[operation]?.[caller])
    }
  })

  it('is missing by an unknown id, and told apart by an id of another form', async () => {
    for (const operation of ['getJam', 'getJamSubmissions'] as const) {
      const unknown = newId('jam', new Date())
      expect(await person.api.try(operation, { jamId: unknown })).toMatchObject(refusal(404, 'Jam not found'))
      for (const jamId of ['jam_1', 'invalid_id_here', person.id])
        expect(await person.api.try(operation, { jamId })).toMatchObject(
          refusal(404, `404 id must be an ID: '${jamId}'`),
        )
    }
  })

  it('is listed by its type, and refused by another', async () => {
    const avatars = await aJam(app, 'open', { type: 'avatar' })
    const idsOf = async (type: string) => (await person.api.call('getJams', { query: { type } })).map(({ id }) => id)
    expect(await idsOf('avatar')).toContain(avatars)
    expect(await idsOf('avatar')).not.toContain(jams.open)
    expect(await idsOf('world')).toContain(jams.open)
    for (const type of ['', 'prop', 'World'])
      expect(await person.api.try('getJams', { query: { type } })).toMatchObject(refusal(400, /^type must be/))
  })
})

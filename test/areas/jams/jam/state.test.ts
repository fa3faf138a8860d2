import { describe, expect, it } from 'vitest'
import { type JamState, jamStateAt } from '../../../../src/areas/jams/policy.ts'
import { addMilliseconds, HOUR } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { aJam, query } from '../../../support/jams.ts'
import { aUser } from '../../../support/users.ts'

const START = new Date()
let now = START
const app = await anApp({}, { clock: { now: () => now } })

const at = (hours: number) => addMilliseconds(START, hours * HOUR)
const DATES = {
  submissionsOpened: at(1),
  submissionsClosed: at(2),
  winnersSelected: at(3),
  closed: at(4),
}

/** Each date, the state before it and the state from it on. */
const BOUNDARIES: readonly (readonly [date: keyof typeof DATES, before: JamState, from: JamState])[] = [
  ['submissionsOpened', 'upcoming', 'submissions_open'],
  ['submissionsClosed', 'submissions_open', 'submissions_closed'],
  ['winnersSelected', 'submissions_closed', 'winners_selected'],
  ['closed', 'winners_selected', 'closed'],
]
const ACTIVE: readonly JamState[] = ['submissions_open', 'submissions_closed', 'winners_selected']

/** The state that both doors show at a time. */
async function shownAt(time: Date, jamId: string) {
  now = START
  const { api } = await aUser(app)
  now = time
  const record = await api.call('getJam', { jamId })
  const { jam } = await query(app, { api }, 'query($id: ID!) { jam(id: $id) { state isActive } }', { id: jamId })
  return { rest: [record.state, record.isActive], graph: [jam.state, jam.isActive] }
}

const shown = (state: JamState) => ({
  rest: [state, ACTIVE.includes(state)],
  graph: [state.toUpperCase(), ACTIVE.includes(state)],
})

describe('the state of a jam', () => {
  it.each(BOUNDARIES)('changes at %s, to the millisecond', async (date, before, from) => {
    now = START
    const jamId = await aJam(app, 'upcoming', DATES)
    const boundary = DATES[date]
    expect(await shownAt(addMilliseconds(boundary, -1), jamId)).toEqual(shown(before))
    expect(await shownAt(boundary, jamId)).toEqual(shown(from))
    expect(await shownAt(addMilliseconds(boundary, 1), jamId)).toEqual(shown(from))
  })

  it('skips what is not planned, and is closed at once when an admin closes it', () => {
    const none = {
      submissionsOpened: null,
      submissionsClosed: null,
      winnersSelected: null,
      closed: null,
      closedAt: null,
    }
    expect(jamStateAt(none, START)).toBe('upcoming')
    expect(jamStateAt({ ...none, submissionsOpened: START }, START)).toBe('submissions_open')
    expect(jamStateAt({ ...none, closed: START }, START)).toBe('closed')
    expect(jamStateAt({ ...none, ...DATES, closedAt: at(1.5) }, at(1.5))).toBe('closed')
  })
})

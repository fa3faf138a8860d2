import { describe, expect, it } from 'vitest'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { aJam, aSubmission, mutate, query, refusedMutation } from '../../../support/jams.ts'
import { anAdmin, aUser } from '../../../support/users.ts'

const app = await sharedApp()
const admin = await anAdmin(app)
const NOW = new Date()
const day = (days: number) => addMilliseconds(NOW, days * DAY).toISOString()
const TEXTS = { type: 'WORLD', title: ' Jam ', description: 'Make a world.', moreInfo: 'Prizes.' }
const rowOf = (id: string) => app.scope().db.jam.findUniqueOrThrow({ where: { id } })
const entriesAbout = (subjectId: string) =>
  app.scope().db.auditEntry.findMany({ where: { subjectId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })

describe('createJam', () => {
  it('makes a draft, or a planned jam, with its entry in the list', async () => {
    const draft = await mutate(app, admin, 'createJam { jam { id title state isVisible submissionsOpenedAt } }', TEXTS)
    expect(draft.payload).toMatchObject({
      jam: { title: 'Jam', state: 'UPCOMING', isVisible: false, submissionsOpenedAt: null },
    })
    const dates = {
      ...{ submissionsOpenedAt: day(-1), submissionsClosedAt: day(1), winnersSelectedAt: day(1), closedAt: day(1) },
      ...{ isVisible: true, isContentGated: true, contentGateDate: day(-9) },
    }
    const selection = Object.keys(dates).join(' ')
    const planned = await mutate(
      app,
      admin,
      `createJam { jam { id type state isActive ${selection} } jamEdge { cursor node { id } } }`,
      { ...TEXTS, type: 'AVATAR', ...dates },
    )
    const id = Object(planned.payload?.jam).id
    expect(planned.payload).toEqual({
      jam: { id: expect.stringMatching(/^jam_/), type: 'AVATAR', state: 'SUBMISSIONS_OPEN', isActive: true, ...dates },
      jamEdge: { cursor: expect.any(String), node: { id } },
    })
    expect(await entriesAbout(id)).toMatchObject([{ act: 'createJam', actorId: admin.id, details: { type: 'avatar' } }])
    const log =
      'query($id: ID!) { auditLog(filter: { subjectId: $id }) { nodes { act subject { ... on Jam { id } } } } }'
    expect(await query(app, admin, log, { id })).toEqual({
      auditLog: { nodes: [{ act: 'CREATE_JAM', subject: { id } }] },
    })
  })

  it('tells all faults of its dates and texts together', async () => {
    const refused = (given: object) => refusedMutation(app, admin, 'createJam', { ...TEXTS, ...given })
    const order = { code: 'BAD_INPUT', reason: 'WRONG_ORDER' }
    expect(await refused({ submissionsOpenedAt: day(1), submissionsClosedAt: day(1) })).toEqual({
      ...order,
      fields: ['submissionsClosedAt'],
    })
    expect(await refused({ submissionsOpenedAt: day(1), closedAt: day(1) })).toEqual({ ...order, fields: ['closedAt'] })
    expect(await refused({ submissionsClosedAt: day(2), winnersSelectedAt: day(1), closedAt: day(0) })).toEqual({
      ...order,
      fields: ['winnersSelectedAt', 'closedAt'],
    })
    expect(await refused({ isVisible: true, isContentGated: true })).toEqual({
      code: 'BAD_INPUT',
      reason: 'REQUIRED',
      fields: ['submissionsOpenedAt', 'submissionsClosedAt', 'contentGateDate'],
    })
    expect(
      await refused({ title: '  ', description: 'x'.repeat(10_001), moreInfo: '', isVisible: true }),
    ).toMatchObject({
      fields: ['title', 'description', 'moreInfo', 'submissionsOpenedAt', 'submissionsClosedAt'],
    })
  })
})

describe('updateJam', () => {
  it('changes what is given, clears times by null, and leaves the rest', async () => {
    const id = await aJam(app, 'won')
    const before = await rowOf(id)
    const given = { jamId: id, title: 'New', winnersSelectedAt: null, closedAt: day(3) }
    const { payload } = await mutate(app, admin, 'updateJam { jam { title state winnersSelectedAt closedAt } }', given)
    expect(payload).toEqual({
      jam: { title: 'New', state: 'SUBMISSIONS_CLOSED', winnersSelectedAt: null, closedAt: day(3) },
    })
    const { title: _, winnersSelected: _w, closed: _c, updatedAt: _u, ...rest } = before
    expect(await rowOf(id)).toMatchObject(rest)
    expect(await entriesAbout(id)).toMatchObject([
      { act: 'updateJam', details: { winnersSelected: null, closed: day(3) } },
    ])
  })

  it('holds to the order with dates that stay, and hides a jam before it loses its dates', async () => {
    const id = await aJam(app)
    const refused = (given: object) => refusedMutation(app, admin, 'updateJam', { jamId: id, ...given })
    expect(await refused({ submissionsClosedAt: day(-2) })).toMatchObject({ fields: ['submissionsClosedAt'] })
    expect(await refused({ winnersSelectedAt: day(0) })).toMatchObject({ fields: ['winnersSelectedAt'] })
    expect(await refused({ submissionsOpenedAt: null })).toMatchObject({ reason: 'REQUIRED' })
    expect(await refused({ title: null })).toMatchObject({ code: 'BAD_INPUT', reason: 'NULL_NOT_ALLOWED' })
    const hidden = await mutate(app, admin, 'updateJam', { jamId: id, isVisible: false, submissionsOpenedAt: null })
    expect(hidden.error).toBeUndefined()
  })
})

describe('closeJam', () => {
  it('closes a jam for good, once', async () => {
    const id = await aJam(app)
    const { payload } = await mutate(app, admin, 'closeJam { jam { state isActive closedAt } }', { jamId: id })
    const { closedAt } = await rowOf(id)
    expect(payload).toEqual({ jam: { state: 'CLOSED', isActive: false, closedAt: closedAt?.toISOString() } })
    expect(await refusedMutation(app, admin, 'closeJam', { jamId: id })).toMatchObject({
      code: 'CONFLICT',
      reason: 'JAM_CLOSED',
    })
    const { api } = await aUser(app)
    expect(await api.call('getJam', { jamId: id })).toMatchObject({
      state: 'closed',
      stateChangeDates: { closed: closedAt?.toISOString() },
    })
    expect((await entriesAbout(id)).map(({ act }) => act)).toEqual(['closeJam'])
  })
})

describe('deleteJam', () => {
  it('deletes a jam without submissions only', async () => {
    const [empty, full] = [await aJam(app), await aJam(app)]
    await aSubmission(app, full, await aUser(app))
    expect((await mutate(app, admin, 'deleteJam { deletedJamId }', { jamId: empty })).payload).toEqual({
      deletedJamId: empty,
    })
    expect(await query(app, admin, 'query($id: ID!) { jam(id: $id) { id } }', { id: empty })).toEqual({ jam: null })
    expect(await refusedMutation(app, admin, 'deleteJam', { jamId: full })).toMatchObject({
      code: 'CONFLICT',
      reason: 'JAM_HAS_SUBMISSIONS',
    })
  })
})

describe('acts of admins', () => {
  const jamId = newId('jam', NOW)
  const submissionId = newId('jamSubmission', NOW)
  const ACTS = [
    ['createJam', TEXTS],
    ['updateJam', { jamId, title: 'New' }],
    ['closeJam', { jamId }],
    ['deleteJam', { jamId }],
    ['setJamWinners', { jamId, submissionIds: [] }],
    ['rateJamSubmission', { submissionId, rating: 1 }],
  ] as const

  it.each(ACTS)('%s is refused to others, and finds nothing unknown', async (name, input) => {
    expect(await refusedMutation(app, await aUser(app), name, input)).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'ADMIN_ONLY',
    })
    if (name !== 'createJam')
      expect(await refusedMutation(app, admin, name, input)).toMatchObject({
        code: 'NOT_FOUND',
        reason: name === 'rateJamSubmission' ? 'JAM_SUBMISSION_NOT_FOUND' : 'JAM_NOT_FOUND',
      })
  })
})

describe('the database', () => {
  const jam = {
    id: newId('jam', NOW),
    type: 'world',
    title: 'x',
    description: 'x',
    moreInfo: 'x',
    createdAt: NOW,
    updatedAt: NOW,
  }
  const [early, late] = [addMilliseconds(NOW, -DAY), addMilliseconds(NOW, DAY)]
  it.each([
    [{ type: 'prop' }],
    [{ title: '' }],
    [{ submissionsOpened: NOW, submissionsClosed: NOW }],
    [{ submissionsOpened: NOW, closed: early }],
    [{ submissionsClosed: late, winnersSelected: NOW }],
    [{ winnersSelected: late, closed: NOW }],
    [{ isVisible: true, submissionsOpened: NOW }],
    [{ submissionContentGated: true }],
  ])('refuses a jam with %j', async (given) => {
    await expect(app.scope().db.jam.create({ data: { ...jam, ...given } })).rejects.toThrow(/check/i)
  })
})

import type { Jam, Prisma } from '../../../generated/prisma/client.ts'
import { assertUnchanged, type ConditionalChange } from '../../../kernel/changedSince.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type JamId, newId } from '../../../kernel/ids.ts'
import { assertAll, type InputRule, tellingAllFaults } from '../../../kernel/inputFaults.ts'
import { createRowLoader } from '../../../kernel/records.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { jamChanged, jamDeleted } from '../events.ts'
import { lockJam } from '../locks.ts'
import { canSeeJam, jamNotFound, jamStateAt, listedJams, visibleJams } from '../policy.ts'
import { EMPTY_JAM, type JamUpdate, jamRules, type NewJam, updatedJam } from './input.ts'

export type JamType = 'avatar' | 'world'

/** A jam by id, regardless of whether the viewer can see it. */
export const loadJam = createRowLoader<Jam>(({ db }, ids) => db.jam.findMany({ where: { id: { in: [...ids] } } }))

/** Throws `missing` for a jam that the viewer can't see. */
export async function readJam(scope: ViewerScope, id: JamId): Promise<Jam> {
  const jam = await loadJam(scope, id)
  if (!jam || !canSeeJam(scope, jam)) throw jamNotFound()
  return jam
}

/** Those that opened last first; those without a date before all others. */
const LATEST_FIRST = [{ submissionsOpened: { sort: 'desc', nulls: 'first' } }, { id: 'asc' }] as const

/** Visible jams that have begun; for admins also those that have not. Latest first. */
export const listJams = (scope: ViewerScope, type?: JamType): Promise<Jam[]> =>
  scope.db.jam.findMany({ where: { AND: [listedJams(scope), type ? { type } : {}] }, orderBy: [...LATEST_FIRST] })

/** All jams that the viewer can see, also upcoming ones, and for admins those that are not visible. Latest first. */
export const listVisibleJams = (scope: ViewerScope, type?: JamType): Promise<Jam[]> =>
  scope.db.jam.findMany({ where: { AND: [visibleJams(scope), type ? { type } : {}] }, orderBy: [...LATEST_FIRST] })

/** Creates a jam. Throws `forbidden` unless an admin acts, `invalid`. */
export const createJam = (scope: ViewerScope, { type, ...given }: NewJam): Promise<JamId> =>
  staffAct(scope, 'createJam', async (tx) => {
    const fields = updatedJam(EMPTY_JAM, given)
    await assertAll(jamRules(fields))
    const id = newId('jam', tx.now)
    await tx.db.jam.create({ data: { id, type, ...fields, createdAt: tx.now, updatedAt: tx.now } })
    tx.emit(jamChanged(id))
    return { subjectId: id, details: { type }, result: id }
  })

/** The rules for what is given of a new jam. */
export const newJamRules = (given: JamUpdate): InputRule[] => jamRules(updatedJam(EMPTY_JAM, given))

/** Changes a jam. Throws `forbidden` unless an admin acts, `missing`, `invalid`. */
export const updateJam = (scope: ViewerScope, id: JamId, update: JamUpdate & ConditionalChange): Promise<void> =>
  tellingAllFaults(
    () => jamUpdateRules(scope, id, update),
    () => applyUpdate(scope, id, update),
  )

const applyUpdate = (
  scope: ViewerScope,
  id: JamId,
  { ifUpdatedAt, ...update }: JamUpdate & ConditionalChange,
): Promise<void> =>
  staffAct(scope, 'updateJam', async (tx) => {
    const jam = await lockJam(tx, id, 'NO KEY UPDATE')
    assertUnchanged(jam, { ifUpdatedAt })
    const fields = updatedJam(jam, update)
    await assertAll(jamRules(fields))
    await tx.db.jam.update({ where: { id }, data: { ...fields, updatedAt: tx.now } })
    tx.emit(jamChanged(id))
    return { subjectId: id, details: changesIn(update) }
  })

/** The rules for the update of a jam. */
export async function jamUpdateRules(scope: ViewerScope, id: string, update: JamUpdate): Promise<InputRule[]> {
  const jam = await loadJam(scope, id)
  return jam ? jamRules(updatedJam(jam, update)) : []
}

/** The dates and flags that an update sets, for its audit entry; texts are left out. */
function changesIn({ title: _title, description: _description, moreInfo: _moreInfo, ...changes }: JamUpdate) {
  const entries = Object.entries(changes).flatMap(([name, value]): [string, Prisma.JsonValue][] =>
    value === undefined ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
  )
  return Object.fromEntries(entries)
}

/** Closes a jam now, whatever was planned. Throws `forbidden` unless an admin acts, `missing`, `conflict` for a closed one. */
export const closeJam = (scope: ViewerScope, id: JamId): Promise<void> =>
  staffAct(scope, 'closeJam', async (tx) => {
    const jam = await lockJam(tx, id, 'NO KEY UPDATE')
    // After the lock, so that no submission is later than the closing.
    const closedAt = tx.clock.now()
    if (jamStateAt(jam, closedAt) === 'closed') throw jamClosed()
    await tx.db.jam.update({ where: { id }, data: { closedAt, updatedAt: closedAt } })
    tx.emit(jamChanged(id))
    return { subjectId: id }
  })

const jamClosed = () => new Failure('conflict', 'The jam is closed already', { reason: 'jam_closed' })

/** Deletes a jam without submissions. Throws `forbidden` unless an admin acts, `missing`, `conflict`. */
export const deleteJam = (scope: ViewerScope, id: JamId): Promise<void> =>
  staffAct(scope, 'deleteJam', async (tx) => {
    await lockJam(tx, id, 'UPDATE')
    if ((await tx.db.jamSubmission.count({ where: { jamId: id } })) > 0) throw jamHasSubmissions()
    await tx.db.jam.delete({ where: { id } })
    tx.emit(jamDeleted(id))
    return { subjectId: id }
  })

const jamHasSubmissions = () =>
  new Failure('conflict', 'A jam with submissions cannot be deleted: close it', { reason: 'jam_has_submissions' })

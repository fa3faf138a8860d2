import { assertBelowCap } from '../../../kernel/caps.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockPeople } from '../../groups/locks.ts'
import { type EventPath, type EventView, readGroupEvent } from '../event/events.ts'
import { calendarFollowChanged, calendarInterestChanged } from '../events.ts'
import { lockEvent } from '../locks.ts'
import { changeShares } from './queries.ts'

/** Events and series that a person follows, without those that are over. */
const MAX_FOLLOWED = 500

/**
 * Follows an event or series, or ends that; does nothing if it is so already. Who ends following one date of a series that
 * they follow mutes that date, until they follow the date or the series again. Throws `missing` for what the viewer can't
 * see, `conflict` for one more than 500 events.
 */
export async function followGroupCalendarEvent(
  scope: ViewerScope,
  { groupId, eventId }: EventPath,
  isFollowing: boolean,
): Promise<EventView> {
  // Refused requests lock nobody.
  const { event } = await readGroupEvent(scope, groupId, eventId)
  return transact(scope, async (tx) => {
    await lockPeople(tx, [tx.viewer.id])
    await lockEvent(tx, event)
    const { event: standing } = await readGroupEvent(tx, groupId, eventId)
    const isChanged = await changeFollow(tx, standing, isFollowing)
    if (!isChanged) return standing
    tx.emit(calendarFollowChanged(tx.viewer.id, { eventId }))
    tx.emit(calendarInterestChanged(groupId, { eventId, headId: standing.seriesId ?? eventId }))
    return (await readGroupEvent(tx, groupId, eventId)).event
  })
}

/** Answers whether anything was changed. */
async function changeFollow(tx: ViewerTransaction, event: EventView, isFollowing: boolean): Promise<boolean> {
  if (isFollowing && event.follows[0]?.isFollowing !== true) await assertRoom(tx)
  if (event.kind === 'occurrence') return changeDateFollow(tx, event, isFollowing)
  const changed = await changeHeadFollow(tx, event, isFollowing)
  if (event.kind !== 'series') return changed
  return (await changeShares(tx, event, { isFollowing, wasFollowing: event.follows.length > 0 })) || changed
}

async function assertRoom({ db, viewer, now }: ViewerTransaction): Promise<void> {
  const event = { deletedAt: null, OR: [{ kind: 'series' }, { endsAt: { gt: now } }] }
  const followed = await db.calendarFollow.count({ where: { userId: viewer.id, isFollowing: true, event } })
  assertBelowCap(followed, MAX_FOLLOWED, 'followed events')
}

/** Writes or deletes the row of a person for a single event or a series. */
async function changeHeadFollow(tx: ViewerTransaction, { id, follows }: EventView, isFollowing: boolean) {
  if (isFollowing === follows.length > 0) return false
  await writeRow(tx, id, isFollowing ? true : null)
  await countInterest(tx, id, isFollowing ? 1 : -1)
  return true
}

/** Writes or deletes the row of a person for one date of a series. */
async function changeDateFollow(tx: ViewerTransaction, event: EventView, isFollowing: boolean): Promise<boolean> {
  const { id, follows, series } = event
  const followsSeries = (series?.follows.length ?? 0) > 0
  const standing = follows[0]?.isFollowing ?? null
  // Who ends following a date that they follow by its series mutes it.
  const withoutFollowing = followsSeries ? false : null
  const wanted = isFollowing ? true : withoutFollowing
  if (wanted === standing) return false
  await writeRow(tx, id, wanted)
  await countInterest(tx, id, shareOf(wanted, followsSeries) - shareOf(standing, followsSeries))
  return true
}

/** What the row of a person for a date adds to the difference by which its interest exceeds that of its series. */
function shareOf(isFollowing: boolean | null, followsSeries: boolean): number {
  if (isFollowing === null || isFollowing === followsSeries) return 0
  return isFollowing ? 1 : -1
}

async function writeRow({ db, viewer, now }: ViewerTransaction, eventId: string, isFollowing: boolean | null) {
  const where = { eventId, userId: viewer.id }
  if (isFollowing === null) return void (await db.calendarFollow.deleteMany({ where }))
  await db.calendarFollow.upsert({
    where: { eventId_userId: where },
    create: { ...where, isFollowing, createdAt: now, updatedAt: now },
    update: { isFollowing, updatedAt: now },
  })
}

const countInterest = ({ db }: ViewerTransaction, id: string, change: number) =>
  change === 0 ? undefined : db.calendarEvent.update({ where: { id }, data: { interestCount: { increment: change } } })

import { SECOND } from '../../kernel/clock.ts'
import type { UserId } from '../../kernel/ids.ts'
import { presenceChanged } from '../../kernel/presence.ts'
import { createKeyLoader } from '../../kernel/records.ts'
import { type Scope, type Services, systemScope } from '../../kernel/scope.ts'
import { calendarTimesChanged } from '../calendar/events.ts'
import { groupDeleted, groupLeft, groupMemberChanged } from '../groups/events.ts'
import { closeInstancesOfGroup, settleInstancesOfEvent } from './close.ts'
import { queueReady } from './events.ts'
import { putOutOfGroupInstances } from './leave.ts'
import { removeIfOffline } from './occupants.ts'
import { areInInstanceOrQueue } from './queries.ts'
import { settleQueueAt } from './queue/queue.ts'

/**
 * Does at once what must happen in instances because of events elsewhere: takes out who is offline, puts out whose
 * membership of the group has ended, closes the instances of deleted groups, and of moved and cancelled events, and gives a kept place to the next person
 * when its time is over. Jobs do what is missed. Returns a function that stops it.
 */
export function watchInstances(services: Services): () => void {
  const { events } = services
  const run = (work: (scope: Scope) => Promise<unknown>) => {
    void work(systemScope(services)).catch((error: unknown) => {
      services.log.warn({ err: error }, 'an event could not be followed in instances; the jobs will follow it')
    })
  }
  const isInInstanceOrQueue = createKeyLoader<UserId, boolean>((userIds) => areInInstanceOrQueue(services, userIds))
  const putOut = (userId: string, groupId: string) => run((scope) => putOutOfGroupInstances(scope, userId, groupId))
  const stops = [
    events.listen(presenceChanged, ({ subject }) =>
      run((scope) => leaveIfOffline(scope, subject, isInInstanceOrQueue)),
    ),
    events.listen(groupLeft, ({ subject, ids }) => putOut(subject, ids.groupId)),
    events.listen(groupMemberChanged, ({ subject, ids }) => putOut(subject, ids.groupId)),
    events.listen(groupDeleted, ({ subject }) => run((scope) => closeInstancesOfGroup(scope, subject))),
    events.listen(calendarTimesChanged, ({ subject }) => run((scope) => settleInstancesOfEvent(scope, subject))),
    watchKeptPlaces(services, (location) => run((scope) => settleQueueAt(scope, [location]))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Called for everybody who comes online, too: only few of them are in an instance, so that is asked first, for many at once. */
async function leaveIfOffline(
  scope: Scope,
  userId: UserId,
  isInInstanceOrQueue: (userId: UserId) => Promise<boolean>,
): Promise<void> {
  if (await isInInstanceOrQueue(userId)) await removeIfOffline(scope, [userId])
}

/** Calls `settle` when the time is over for which a place was kept. */
function watchKeptPlaces({ events, clock }: Services, settle: (location: string) => void): () => void {
  const timers = new Set<NodeJS.Timeout>()
  const unlisten = events.listen(queueReady, ({ ids: { location, expiry } }) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        settle(location)
      },
      Math.max(new Date(expiry).getTime() - clock.now().getTime(), 0) + SECOND / 10,
    ).unref()
    timers.add(timer)
  })
  return () => {
    unlisten()
    for (const timer of timers) clearTimeout(timer)
  }
}

import { Failure } from '../../kernel/failure.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { GroupAccess } from '../groups/access.ts'
import { hasPermission } from '../groups/policy.ts'

/** Legacy clients know this message and the following ones. */
export const eventNotFound = () =>
  new Failure('missing', 'Calendar Entry not found!', { reason: 'calendar_event_not_found' })
export const cannotCreateEvents = () =>
  new Failure('forbidden', "Can't create calendar entries for that owner ID", { reason: 'group_forbidden' })
export const monthIsFull = () =>
  new Failure('forbidden', "You're not allowed to make more than 100 events in a single month", {
    reason: 'calendar_month_full',
  })

/** Whether the viewer can create, change and delete the events of a group, and so sees all of them. */
export const managesCalendar = (access: GroupAccess): boolean => hasPermission(access, 'group-calendar-manage')

/** Whether an event has ended, from which on it keeps its times. */
export const hasEnded = ({ endsAt }: { readonly endsAt: Date }, { now }: Pick<ViewerScope, 'now'>): boolean =>
  endsAt <= now

/** Whether an event has begun, from which on changes of its series leave it. */
export const hasBegun = ({ startsAt }: { readonly startsAt: Date }, { now }: Pick<ViewerScope, 'now'>): boolean =>
  startsAt <= now

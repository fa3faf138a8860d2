import { useLive } from '../../graph/hooks.ts'
import { FOLLOWED_EVENT_CHANGES, OWN_CALENDAR_CHANGES } from './documents.ts'

/** Calls a function when events of the person's groups, followed ones, or what they follow have changed. */
export function useCalendarChanges(onChange: () => void): void {
  useLive(OWN_CALENDAR_CHANGES, {}, ({ calendarChanged }) => {
    if (calendarChanged.kind !== 'INITIAL') onChange()
  })
  useLive(FOLLOWED_EVENT_CHANGES, {}, ({ followedEventsChanged }) => {
    if (followedEventsChanged.kind !== 'INITIAL') onChange()
  })
}

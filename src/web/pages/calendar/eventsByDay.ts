import { daysOf, type Span } from '../../components/events/eventTimes.ts'

/** Events by each day that they cover in the person's own zone; those of a day stay in their order. */
export function eventsByDay<Event extends Span>(events: readonly Event[]): ReadonlyMap<string, readonly Event[]> {
  const byDay = new Map<string, Event[]>()
  for (const event of events)
    for (const day of daysOf(event)) {
      const ofDay = byDay.get(day) ?? []
      ofDay.push(event)
      byDay.set(day, ofDay)
    }
  return byDay
}

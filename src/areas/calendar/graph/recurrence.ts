import { builder } from '../../../edges/graphql/builder.ts'
import type { Recurrence } from '../series/recurrence.ts'
import { CalendarFrequency, Weekday } from './enums.ts'

export const CalendarRecurrence = builder.objectRef<Recurrence>('CalendarRecurrence').implement({
  description: 'How a series repeats, on the wall clock of its time zone.',
  fields: (t) => ({
    frequency: t.expose('frequency', {
      type: CalendarFrequency,
      description: 'The unit in which the series repeats.',
    }),
    interval: t.exposeInt('interval', { description: 'Number of units from one date to the next.' }),
    timezone: t.exposeString('timezone', { description: 'Name of the IANA time zone.' }),
    daysOfWeek: t.field({
      type: [Weekday],
      description: 'Days of a weekly series; empty for others.',
      resolve: ({ daysOfWeek }) => daysOfWeek ?? [],
    }),
    count: t.int({
      nullable: true,
      description: 'Number of dates after which it ends; null if that is no end of it.',
      resolve: ({ end }) => end?.count,
    }),
    until: t.string({
      nullable: true,
      description:
        'Last local time, or day, at which a date can start, as `2026-12-24T18:00`; null if that is no end of it.',
      resolve: ({ end }) => end?.date,
    }),
  }),
})

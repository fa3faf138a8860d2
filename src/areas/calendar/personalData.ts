import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  CalendarEvent: {
    of: ['authorId'],
    without: { searchKey: 'Derived from the texts.', revision: 'Counts changes for caches.' },
  },
  CalendarFollow: { of: ['userId'] },
  CalendarReminder: { notExported: 'Times of events, without people.' },
}

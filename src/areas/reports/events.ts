import { defineEvent } from '../../kernel/events.ts'

export const reportSubmitted = defineEvent<string>('report.submitted')
export const reportAssigned = defineEvent<string>('report.assigned')
/** An admin has added a note. */
export const reportNoted = defineEvent<string>('report.noted')
/** An admin has acted upon a person or content because of the report. */
export const reportEnforced = defineEvent<string>('report.acted')
export const reportClosed = defineEvent<string>('report.closed')
export const reportDeleted = defineEvent<string>('report.deleted')

export const reportEvents = [reportSubmitted, reportAssigned, reportNoted, reportEnforced, reportClosed, reportDeleted]

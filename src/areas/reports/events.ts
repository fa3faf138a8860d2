import { defineEvent } from '../../kernel/events.ts'

export const reportSubmitted = defineEvent<string>('report.submitted')
export const reportAssigned = defineEvent<string>('report.assigned')
/** An admin has added a note. */
export const reportNoted = defineEvent<string>('report.noted')
/** An admin has acted upon a person or content because of the report. */
export const reportEnforced = defineEvent<string>('report.acted')
export const reportClosed = defineEvent<string>('report.closed')
export const reportReopened = defineEvent<string>('report.reopened')
export const reportDeleted = defineEvent<string>('report.deleted')

/** A person has appealed against what the staff has done to them. */
export const appealMade = defineEvent<string>('appeal.made')
export const appealDecided = defineEvent<string>('appeal.decided')
/** A note of the staff about a person was added or deleted. */
export const staffNotesChanged = defineEvent<string>('staffNotes.changed')

export const reportEvents = [
  reportSubmitted,
  reportAssigned,
  reportNoted,
  reportEnforced,
  reportClosed,
  reportReopened,
  reportDeleted,
]
export const queueEvents = [...reportEvents, appealMade, appealDecided]

import { calendarEventsRest } from './rest/events.ts'
import { calendarFilesRest } from './rest/files.ts'
import { calendarFollowRest } from './rest/follow.ts'
import { calendarListsRest } from './rest/lists.ts'

export const calendarRest = { ...calendarEventsRest, ...calendarFollowRest, ...calendarFilesRest, ...calendarListsRest }

import { defineEvent } from '../../kernel/events.ts'

/** The number of people in an instance of a world has changed. The subject is the world. */
export const occupancyChanged = defineEvent<string>('occupancy.changed')

/** An instance was closed. One event for each recipient, who is its subject. */
export const instanceClosed = defineEvent<string, { readonly location: string }>('instance.closed', 'subject')

export const instanceEvents = [occupancyChanged, instanceClosed]

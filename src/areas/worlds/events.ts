import { defineEvent } from '../../kernel/events.ts'

/** Visits, favorites and ranks of worlds were counted again, and some have changed. It is about no world in particular. */
export const worldsCounted = defineEvent<'*'>('worlds.counted')

export const worldEvents = [worldsCounted]

import { defineEvent } from '../../kernel/events.ts'

/** A feed has new entries: `seq` is the number of the last one. Its subscribers read on. */
export const feedAppended = defineEvent<string, { readonly seq: string }>('feed.appended')

export const notificationEvents = [feedAppended]

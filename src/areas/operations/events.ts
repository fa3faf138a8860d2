import { defineEvent } from '../../kernel/events.ts'

/** Somebody of the staff wants the checks of a process to run; the subject is its id. */
export const nodeCheckRequested = defineEvent<string>('node.checkRequested')

export const operationEvents = [nodeCheckRequested]

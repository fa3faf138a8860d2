import { defineEvent } from '../../kernel/events.ts'

/** A value of the client configuration has changed; the subject is its key. */
export const configChanged = defineEvent<string>('config.changed')
/** An asset of the web frontend has changed; the subject is `<kind>/<variant>/<branch>`. */
export const frontendChanged = defineEvent<string>('frontend.changed')

/** An information notice was created, changed or deleted; the subject is its slug. */
export const infoPushesChanged = defineEvent<string>('infoPushes.changed')

export const systemEvents = [configChanged, frontendChanged, infoPushesChanged]

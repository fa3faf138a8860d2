/**
 * Milliseconds after which a test, or what it waits for, counts as failed. It is far longer than anything takes: machines
 * that run tests are busy, and may stand still for a minute.
 */
export const PATIENCE = 300_000

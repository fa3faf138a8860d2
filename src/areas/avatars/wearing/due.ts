import type { Scope } from '../../../kernel/scope.ts'

/** The job that brings changes of avatars to those who wear them. */
export const WEARERS_JOB = 'update-wearers'

/**
 * Columns that mark an avatar, in the transaction of a change that concerns those who wear it: a new picture or tags, or
 * that it was deleted, hidden, shown, made private, or that somebody's license has ended. The job does the rest, within a
 * minute, or at once where the act calls `requestWearersJob` after its commit.
 */
export const wearersDue = ({ now }: Pick<Scope, 'now'>) => ({ wearersDueAt: now })

/** Runs the job at once, without waiting for it. Only after the commit of what marked avatars. */
export const requestWearersJob = ({ jobs }: Pick<Scope, 'jobs'>): Promise<void> => jobs.send(WEARERS_JOB)

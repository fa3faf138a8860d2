import { defineEvent } from '../../kernel/events.ts'

type SubmissionIds = { readonly submissionId: string }

/** The record or the winners of a jam have changed. The subject is the jam. */
export const jamChanged = defineEvent<string>('jam.changed')
/** A jam was deleted. The subject is the jam. */
export const jamDeleted = defineEvent<string>('jam.deleted')
/** A submission was made, described anew, or withdrawn. The subject is the jam. */
export const jamSubmissionChanged = defineEvent<string, SubmissionIds>('jam.submissionChanged')
/** A judge has rated a submission, which only admins are told. The subject is the jam. */
export const jamSubmissionRated = defineEvent<string, SubmissionIds>('jam.submissionRated')

export const jamEvents = [jamChanged, jamDeleted, jamSubmissionChanged, jamSubmissionRated]

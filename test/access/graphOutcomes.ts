import type { Things } from './fixtures.ts'

/** Outcomes for anonymous, pending second factor, other user, owner, admin: an error code, `null`, or `ok`. */
export type CallerOutcomes = readonly [string, string, string, string, string]
export type GraphAccessTable = Readonly<
  Record<string, readonly [field: (things: Things) => string, answers: CallerOutcomes]>
>

export const [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, NOT_FOUND, BAD_INPUT] = [
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_INPUT',
]

export const ANYBODY: CallerOutcomes = ['ok', 'ok', 'ok', 'ok', 'ok']
export const UNFINISHED: CallerOutcomes = [UNAUTHENTICATED, 'ok', 'ok', 'ok', 'ok']
export const SIGNED_IN: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'ok', 'ok', 'ok']
export const OWNER: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', 'ok']
export const ADMIN: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, FORBIDDEN, 'ok']
/** Null for everybody but the author, also for admins. */
export const AUTHOR: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'ok', 'null']
export const GRANTED: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'ok', 'ok']
/** NOT_FOUND for everybody but the receiver, also for admins. */
export const RECEIVER: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', NOT_FOUND]
/** Invisible, and therefore NOT_FOUND, for other users. */
export const INVISIBLE_TO_OTHERS: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', 'ok']
/** NOT_FOUND for everybody. */
export const UNKNOWN: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, NOT_FOUND, NOT_FOUND]
/** Allowed only for friends of the target user, such as the owner. */
export const FRIEND: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, 'ok', BAD_INPUT]
/** Access is granted; the code or link is invalid. */
export const WRONG_CODE: CallerOutcomes = [UNAUTHENTICATED, BAD_INPUT, BAD_INPUT, BAD_INPUT, BAD_INPUT]
export const WRONG_IF_SIGNED: CallerOutcomes = [
  UNAUTHENTICATED,
  SECOND_FACTOR_REQUIRED,
  BAD_INPUT,
  BAD_INPUT,
  BAD_INPUT,
]
export const WRONG_LINK: CallerOutcomes = [BAD_INPUT, BAD_INPUT, BAD_INPUT, BAD_INPUT, BAD_INPUT]

/** The owner, who is tried before the admin, has deleted the object. */
export const DELETED_BY_OWNER: CallerOutcomes = [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, FORBIDDEN, 'ok', NOT_FOUND]
/** Access is granted; nothing was uploaded. */
export const NOTHING_UPLOADED: CallerOutcomes = [
  UNAUTHENTICATED,
  SECOND_FACTOR_REQUIRED,
  FORBIDDEN,
  BAD_INPUT,
  BAD_INPUT,
]

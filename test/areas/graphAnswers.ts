import type { Things } from './callers.ts'

/** For anonymous, second factor owed, other user, owner, admin: the refusal's code, `null`, or `ok`. */
export type Answers = readonly [string, string, string, string, string]
export type Table = Readonly<Record<string, readonly [field: (things: Things) => string, answers: Answers]>>

export const [NOBODY, OWES, FOREIGN, ABSENT, WRONG] = [
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_INPUT',
]

export const ANYBODY: Answers = ['ok', 'ok', 'ok', 'ok', 'ok']
export const UNFINISHED: Answers = [NOBODY, 'ok', 'ok', 'ok', 'ok']
export const SIGNED: Answers = [NOBODY, OWES, 'ok', 'ok', 'ok']
export const OWNER: Answers = [NOBODY, OWES, FOREIGN, 'ok', 'ok']
export const ADMIN: Answers = [NOBODY, OWES, FOREIGN, FOREIGN, 'ok']
/** What others have is not told from what nobody has. */
export const AUTHOR: Answers = [NOBODY, OWES, 'null', 'ok', 'null']
export const GRANTED: Answers = [NOBODY, OWES, 'null', 'ok', 'ok']
/** What others have received is not told from what nobody has. */
export const RECEIVER: Answers = [NOBODY, OWES, ABSENT, 'ok', ABSENT]
/** Others are not told that it is there, so they can't change it. */
export const UNSEEN: Answers = [NOBODY, OWES, ABSENT, 'ok', 'ok']
/** Others are no friends of the owner's friend. */
export const FRIEND: Answers = [NOBODY, OWES, WRONG, 'ok', WRONG]
/** Let in, and then told that code or link is wrong. */
export const WRONG_CODE: Answers = [NOBODY, WRONG, WRONG, WRONG, WRONG]
export const WRONG_IF_SIGNED: Answers = [NOBODY, OWES, WRONG, WRONG, WRONG]
export const WRONG_LINK: Answers = [WRONG, WRONG, WRONG, WRONG, WRONG]

/** Whom it belonged to has taken it away before the admin comes. */
export const TAKEN: Answers = [NOBODY, OWES, FOREIGN, 'ok', ABSENT]
/** Nothing was sent, so whoever is let in is told so. */
export const UNSENT: Answers = [NOBODY, OWES, FOREIGN, WRONG, WRONG]

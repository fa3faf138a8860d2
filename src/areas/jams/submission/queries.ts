import { type JamSubmission, Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { allConditions, type SqlList, sortKeys } from '../../../kernel/list/pageSql.ts'
import { countPerParent, readPagePerParent } from '../../../kernel/list/readList.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { listedSubmissions, ofVisibleJams } from '../policy.ts'

type Reader = Pick<ViewerScope, 'sql' | 'viewer'>

/** A submission, and the date of its jam from which its score and rank are public. */
export interface SubmissionRow extends JamSubmission {
  readonly winnersSelected: Date | null
}

const COLUMNS = Prisma.raw(`s.id, s."jamId", s."submitterId", s."contentId", s.description, s.rank, s."ratingScore",
  s."createdAt", s."updatedAt", (SELECT "winnersSelected" FROM "Jam" WHERE id = s."jamId") AS "winnersSelected"`)

/** Which submissions of a jam to list; omitted fields match all. */
export interface SubmissionFilter {
  readonly submitterId?: string | undefined
  readonly contentId?: string | undefined
}

/** The listed submissions to jams, or those of some content: they have one of these columns in common. */
interface SubmissionLists {
  readonly parent: 'jamId' | 'contentId'
  readonly ids: readonly string[]
  readonly filter?: SubmissionFilter
}

/** The listed submissions that a filter matches, by `createdAt` and `id`. */
const submissionList = (scope: Reader, { submitterId, contentId }: SubmissionFilter): SqlList => ({
  alias: 's',
  from: Prisma.raw('"JamSubmission" AS s'),
  where: [
    ofVisibleJams(scope),
    listedSubmissions(scope),
    ...(submitterId === undefined ? [] : [Prisma.sql`s."submitterId" = ${submitterId}`]),
    ...(contentId === undefined ? [] : [Prisma.sql`s."contentId" = ${contentId}`]),
  ],
  order: sortKeys('s', { createdAt: 'timestamptz', id: 'text' }),
})

/** A page of the listed submissions to each jam, or of each content. One statement. */
export const submissionPages = (scope: Reader, { parent, ids, filter = {} }: SubmissionLists, page: KeysetPage) =>
  readPagePerParent<SubmissionRow>(scope, { list: submissionList(scope, filter), parents: { [parent]: ids } }, page, {
    select: COLUMNS,
  })

/** Numbers of listed submissions of each parent. One statement. */
export const countSubmissions = (scope: Reader, { parent, ids, filter = {} }: SubmissionLists) =>
  countPerParent(scope, submissionList(scope, filter), [parent, ids])

/** Reads the submissions `s` that meet all of the conditions. */
const selectSubmissions = ({ sql }: Reader, ...conditions: readonly Prisma.Sql[]) =>
  sql<SubmissionRow>`SELECT ${COLUMNS} FROM "JamSubmission" AS s WHERE ${allConditions(conditions)} ORDER BY s.id`

/** Submissions by id that the viewer can see: listed ones, own ones, and all for admins. */
export function submissionsByIds(scope: Reader, ids: readonly string[]): Promise<SubmissionRow[]> {
  const isOwn = Prisma.sql`s."submitterId" = ${scope.viewer.id}`
  const isVisible = Prisma.sql`(${isOwn} OR ${isStaff(scope, 'content')}::boolean OR (${listedSubmissions(scope)}))`
  return selectSubmissions(scope, Prisma.sql`s.id = ANY(${ids})`, ofVisibleJams(scope), isVisible)
}

/** The viewer's submissions to jams, also those whose content was hidden or deleted, as they count. */
export const ownSubmissions = (scope: Reader, jamIds: readonly string[]): Promise<SubmissionRow[]> =>
  selectSubmissions(scope, Prisma.sql`s."jamId" = ANY(${jamIds})`, Prisma.sql`s."submitterId" = ${scope.viewer.id}`)

/** The listed winners of jams. The caller shows them to nobody who may not see them yet. */
export const winnersOfJams = (scope: Reader, jamIds: readonly string[]): Promise<SubmissionRow[]> =>
  selectSubmissions(
    scope,
    Prisma.sql`s."jamId" = ANY(${jamIds})`,
    Prisma.sql`s.rank IS NOT NULL`,
    listedSubmissions(scope),
  )

/** Takes the tags with a prefix from the worlds of an author. */
export async function deleteTagsOfWorlds({ sql }: InTransaction, authorId: string, prefix: string): Promise<void> {
  await sql`
    UPDATE "World" SET tags = ARRAY(SELECT tag FROM unnest(tags) AS tag WHERE NOT starts_with(tag, ${prefix}))
    WHERE "authorId" = ${authorId} AND EXISTS (SELECT FROM unnest(tags) AS tag WHERE starts_with(tag, ${prefix}))`
}

/** Takes the tags with a prefix from the avatars of an author. */
export async function deleteTagsOfAvatars({ sql }: InTransaction, authorId: string, prefix: string): Promise<void> {
  await sql`
    UPDATE "Avatar" SET tags = ARRAY(SELECT tag FROM unnest(tags) AS tag WHERE NOT starts_with(tag, ${prefix}))
    WHERE "authorId" = ${authorId} AND EXISTS (SELECT FROM unnest(tags) AS tag WHERE starts_with(tag, ${prefix}))`
}

/** Deletes all submissions of a person, and answers them. */
export const deleteSubmissionsOf = ({ sql }: InTransaction, submitterId: string) =>
  sql<{ readonly id: string; readonly jamId: string }>`
    DELETE FROM "JamSubmission" WHERE "submitterId" = ${submitterId} RETURNING id, "jamId"`

/** Ranks submissions to a jam in the order of their ids, from 1. */
export async function rankSubmissions({ sql }: InTransaction, jamId: string, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE "JamSubmission" SET rank = winner.rank
    FROM unnest(${[...ids]}::text[]) WITH ORDINALITY AS winner(id, rank)
    WHERE "JamSubmission".id = winner.id AND "jamId" = ${jamId}`
}

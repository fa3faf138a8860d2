import type { JamSubmission } from '../../../generated/prisma/client.ts'
import { isAdmin } from '../../../kernel/access.ts'
import { textList } from '../../../kernel/database.ts'
import {
  type BindParameter,
  createBindings,
  type KeysetPage,
  type PerParentList,
  pagePerParent,
} from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { listedSubmissionsSql, ofVisibleJamsSql } from '../policy.ts'

type Reader = Pick<ViewerScope, 'read' | 'viewer'>

/** A submission, and the date of its jam from which its score and rank are public. */
export interface SubmissionRow extends JamSubmission {
  readonly winnersSelected: Date | null
}

const COLUMNS = `s.id, s."jamId", s."submitterId", s."contentId", s.description, s.rank, s."ratingScore", s."createdAt",
  s."updatedAt", (SELECT "winnersSelected" FROM "Jam" WHERE id = s."jamId") AS "winnersSelected"`

/** Which submissions of a jam to list; omitted fields match all. */
export interface SubmissionFilter {
  readonly submitterId?: string | undefined
  readonly contentId?: string | undefined
}

/** Submissions have one of these columns in common. */
type Parent = 'jamId' | 'contentId'

const NEWEST_FIRST = ['createdAt', 'id'] as const

/** SQL conditions of a filter, and what tells their text apart from that of another filter. */
const conditionsOf = ({ submitterId, contentId }: SubmissionFilter, bind: BindParameter) => [
  ...(submitterId === undefined ? [] : [`"submitterId" = ${bind(submitterId)}`]),
  ...(contentId === undefined ? [] : [`"contentId" = ${bind(contentId)}`]),
]
const nameOf = ({ submitterId, contentId }: SubmissionFilter) =>
  `${submitterId === undefined ? '' : ' of submitter'}${contentId === undefined ? '' : ' of content'}`

/** A page of the listed submissions to each jam, or of each content, by `createdAt` and `id`. One statement. */
export function submissionPages(
  { read, viewer }: Reader,
  { parent, ids, filter = {} }: { readonly parent: Parent; readonly ids: readonly string[]; filter?: SubmissionFilter },
  page: KeysetPage,
): Promise<SubmissionRow[]> {
  const list: PerParentList = {
    name: `jam submissions by ${parent}${nameOf(filter)}`,
    table: 'JamSubmission',
    alias: 's',
    select: COLUMNS,
    parents: { [parent]: ids },
    where: (bind) =>
      [ofVisibleJamsSql({ viewer }, bind), listedSubmissionsSql({ viewer }, bind), ...conditionsOf(filter, bind)].join(
        ' AND ',
      ),
    columns: NEWEST_FIRST,
  }
  return pagePerParent<SubmissionRow>(read, list, page)
}

/** Reads the submissions that a condition on "JamSubmission" selects. */
function selectSubmissions(
  { read }: Reader,
  name: string,
  conditions: (bind: BindParameter) => readonly string[],
): Promise<SubmissionRow[]> {
  const values: unknown[] = []
  const where = conditions((value) => `$${values.push(value)}`).join(' AND ')
  const text = `SELECT ${COLUMNS} FROM (SELECT * FROM "JamSubmission" WHERE ${where}) AS s ORDER BY s.id`
  return read<SubmissionRow>(name, text, values)
}

/** Submissions by id that the viewer can see: listed ones, own ones, and all for admins. */
export const submissionsByIds = (scope: Reader, ids: readonly string[]): Promise<SubmissionRow[]> =>
  selectSubmissions(scope, 'jam submissions by id', (bind) => [
    `id = ANY(${textList(bind(ids))})`,
    ofVisibleJamsSql(scope, bind),
    `("submitterId" = ${bind(scope.viewer.id)} OR ${bind(isAdmin(scope))}::boolean OR (${listedSubmissionsSql(scope, bind)}))`,
  ])

/** The viewer's submissions to jams, also those whose content was hidden or deleted, as they count. */
export const ownSubmissions = (scope: Reader, jamIds: readonly string[]): Promise<SubmissionRow[]> =>
  selectSubmissions(scope, 'own jam submissions', (bind) => [
    `"jamId" = ANY(${textList(bind(jamIds))})`,
    `"submitterId" = ${bind(scope.viewer.id)}`,
  ])

/** The listed winners of jams. The caller shows them to nobody who may not see them yet. */
export const winnersOfJams = (scope: Reader, jamIds: readonly string[]): Promise<SubmissionRow[]> =>
  selectSubmissions(scope, 'winners of jams', (bind) => [
    `"jamId" = ANY(${textList(bind(jamIds))})`,
    'rank IS NOT NULL',
    listedSubmissionsSql(scope, bind),
  ])

/** Numbers of listed submissions of each parent. One statement. */
export async function countSubmissions(
  { read, viewer }: Reader,
  { parent, ids, filter = {} }: { readonly parent: Parent; readonly ids: readonly string[]; filter?: SubmissionFilter },
): Promise<(readonly [parent: string, count: number])[]> {
  const { values, bind } = createBindings()
  const where = [
    `"${parent}" = ANY(${textList(bind(ids))})`,
    ofVisibleJamsSql({ viewer }, bind),
    listedSubmissionsSql({ viewer }, bind),
    ...conditionsOf(filter, bind),
  ]
  const text = `SELECT "${parent}" AS parent, count(*)::integer AS count FROM "JamSubmission"
    WHERE ${where.join(' AND ')} GROUP BY "${parent}"`
  const rows = await read<{ readonly parent: string; readonly count: number }>(
    `count jam submissions by ${parent}${nameOf(filter)}`,
    text,
    values,
  )
  return rows.map(({ parent: id, count }) => [id, count] as const)
}

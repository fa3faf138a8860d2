import type { Person } from '../people.ts'

const UPDATE_GROUP =
  'mutation G($input: UpdateFavoriteGroupInput!) { updateFavoriteGroup(input: $input) { favoriteGroup { id } } }'
const UPDATE_NOTE = 'mutation N($input: UpdateNoteInput!) { updateNote(input: $input) { note { id } } }'
const REPORT =
  'mutation R($input: SubmitModerationReportInput!) { submitModerationReport(input: $input) { report { id } } }'
const CLOSE_REPORT = 'mutation C($input: CloseReportInput!) { closeReport(input: $input) { report { id } } }'
const CREATE_BADGE = 'mutation B($input: CreateBadgeInput!) { createBadge(input: $input) { badge { id } } }'
const AWARD_BADGE = 'mutation A($input: AwardBadgeInput!) { awardBadge(input: $input) { user { id } } }'
const INVITE = 'mutation I($input: InviteUserInput!) { inviteUser(input: $input) { viewer { id } } }'

/** What people do about others with another client while a journey watches the web UI. */

/** Shows everybody the name and the tags of a group of favorites. */
export const publishFavoriteGroup = (person: Person, displayName: string, tags: readonly string[]) =>
  person.run(UPDATE_GROUP, { input: { group: 'WORLDS_2', visibility: 'PUBLIC', displayName, tags } })

export const writeNote = (person: Person, { id }: Pick<Person, 'id'>, note: string) =>
  person.run(UPDATE_NOTE, { input: { targetUserId: id, note } })

/** Reports somebody. Returns the id of the report. */
export async function reportPerson(person: Person, { id }: Pick<Person, 'id'>, description: string): Promise<string> {
  const input = { type: 'user', contentId: id, category: 'behavior', reason: 'spam', description }
  const { submitModerationReport: sent } = Object(await person.run(REPORT, { input }))
  return String(sent.report.id)
}

export const closeReport = (admin: Person, reportId: string, reason: string) =>
  admin.run(CLOSE_REPORT, { input: { reportId, reason } })

/** Makes a badge and awards it. */
export async function awardNewBadge(admin: Person, { id: userId }: Pick<Person, 'id'>, name: string): Promise<void> {
  const { createBadge } = Object(await admin.run(CREATE_BADGE, { input: { name, description: `For ${name}.` } }))
  await admin.run(AWARD_BADGE, { input: { badgeId: createBadge.badge.id, userId } })
}

interface PictureInvite {
  readonly to: Pick<Person, 'id'>
  readonly location: string
  /** Id of an upload of the purpose INVITE_PHOTO. */
  readonly uploadId: string
}

export const inviteWithPicture = (person: Person, { to, location, uploadId }: PictureInvite) =>
  person.run(INVITE, { input: { userId: to.id, location, uploadId } })

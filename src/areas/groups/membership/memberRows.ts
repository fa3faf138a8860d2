import { Prisma, type User } from '../../../generated/prisma/client.ts'
import { defineRowKind, type RecordSource, type RowVersion } from '../../../kernel/recordCache.ts'
import type { OwnMember } from '../accessRows.ts'

/** What the record of a membership shows of the person. */
export type MemberPerson = Pick<
  User,
  'id' | 'displayName' | 'userIcon' | 'profilePicOverride' | 'currentAvatarTags' | 'currentAvatarThumbnailImageUrl'
>

/** A membership with its person. Its revision is the sum of those of both, which only rise. */
interface PersonalMember extends RowVersion {
  readonly member: OwnMember
  readonly person: MemberPerson
}

/** A membership on a page of a list. */
export interface MemberVersion extends RowVersion {
  readonly isOwn: boolean
  /** Display name of who has accepted the person's request to join. */
  readonly acceptedBy: string | null
}

/** SELECT list for the MemberVersion of the member `m`, who is the person `u`. */
export const memberVersionColumns = (viewerId: string) => Prisma.sql`
  m.id, m.revision + u.revision AS revision, m."userId" = ${viewerId} AS "isOwn",
  (SELECT "displayName" FROM "User" WHERE id = m."acceptedById") AS "acceptedBy"`

interface MemberWithPerson extends OwnMember {
  readonly revisionOfBoth: number
  readonly person: MemberPerson
}

async function readRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<PersonalMember[]> {
  const rows = await sql<MemberWithPerson>`
    SELECT m.*, m.revision + u.revision AS "revisionOfBoth", json_build_object('id', u.id, 'displayName', u."displayName",
      'userIcon', u."userIcon", 'profilePicOverride', u."profilePicOverride", 'currentAvatarTags', u."currentAvatarTags",
      'currentAvatarThumbnailImageUrl', u."currentAvatarThumbnailImageUrl") AS person
    FROM "GroupMember" AS m JOIN "User" AS u ON u.id = m."userId" WHERE m.id = ANY(${ids})`
  return rows.map(({ revisionOfBoth: revision, person, ...member }) => ({ id: member.id, revision, member, person }))
}

export const MEMBER_ROWS = defineRowKind<PersonalMember>({
  name: 'member',
  readRows,
})

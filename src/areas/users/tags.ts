import { invalid, noSuchUser } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { auditIf } from '../accounts/audit.ts'
import { userChanged } from '../accounts/events.ts'
import { mayChangeUser } from './policy.ts'

const LANGUAGE = /^language_[a-z]{3}$/
const MOST_LANGUAGES = 3

const isLanguage = (tag: string) => LANGUAGE.test(tag)
/** What people change themselves; all other tags are the platform's to give. */
export const isOwnTag = (tag: string) => isLanguage(tag) || tag === 'show_social_rank'

/** Whether tags that only the platform gives have come or gone. */
export const changesGivenTags = (before: readonly string[], after: readonly string[]): boolean => {
  const given = (tags: readonly string[]) => tags.filter((tag) => !isOwnTag(tag))
  return given(before).some((tag) => !after.includes(tag)) || given(after).some((tag) => !before.includes(tag))
}

/** Throws `invalid` for a tag the viewer may not change, or for more than three languages. */
export const addTags = (scope: SignedScope, id: UserId, tags: readonly string[]) =>
  changeTags(scope, { act: 'addTags', id, named: tags }, (present) => [...new Set([...present, ...tags])])

export const removeTags = (scope: SignedScope, id: UserId, tags: readonly string[]) =>
  changeTags(scope, { act: 'removeTags', id, named: tags }, (present) => present.filter((tag) => !tags.includes(tag)))

interface TagChange {
  readonly act: 'addTags' | 'removeTags'
  readonly id: UserId
  readonly named: readonly string[]
}

async function changeTags(
  scope: SignedScope,
  { act, id, named }: TagChange,
  change: (present: string[]) => string[],
): Promise<void> {
  mayChangeUser(scope, id)
  checkTags(scope, named)
  await transact(scope, async (open) => {
    const present = await lockTags(open, id)
    const tags = change(present)
    checkLanguages(present, tags)
    await open.db.user.update({ where: { id }, data: { tags, updatedAt: open.now } })
    open.emit(userChanged(id))
    await auditIf(open, scope.viewer.id !== id || !named.every(isOwnTag), { act, subjectId: id })
  })
}

/** Admins give and take every tag. */
function checkTags(scope: SignedScope, tags: readonly string[]): void {
  const refused = tags.find((tag) => !scope.viewer.admin && !isOwnTag(tag))
  if (refused !== undefined) throw invalid('tags', `tags: you cannot change the tag ${refused}`, 'tag')
}

/**
 * The tags of a person who wants to have these: theirs replaced, and those that the platform gave kept, named or not.
 * Throws `invalid` for any other tag that is not theirs to take, and for more than three languages.
 */
export function replaceTags(scope: SignedScope, present: readonly string[], wanted: readonly string[]): string[] {
  checkTags(
    scope,
    wanted.filter((tag) => !present.includes(tag)),
  )
  const given = present.filter((tag) => !scope.viewer.admin && !isOwnTag(tag))
  const tags = [...new Set([...given, ...wanted])]
  checkLanguages(present, tags)
  return tags
}

/** The tags as they stand, kept from changing until the transaction ends. */
export async function lockTags(open: Open, id: UserId): Promise<string[]> {
  const rows = await open.db.$queryRaw<
    { tags: string[] }[]
  >`SELECT coalesce(tags, '{}') AS tags FROM "User" WHERE id = ${id} AND "erasedAt" IS NULL FOR NO KEY UPDATE`
  const [row] = rows
  if (!row) throw noSuchUser(id)
  return row.tags
}

/** Who has too many already may keep them, but not take another. */
function checkLanguages(present: readonly string[], tags: readonly string[]): void {
  const most = Math.max(MOST_LANGUAGES, present.filter(isLanguage).length)
  if (tags.filter(isLanguage).length > most) throw invalid('tags', `tags: at most ${MOST_LANGUAGES} languages`)
}

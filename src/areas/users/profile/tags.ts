import { isAdmin } from '../../../kernel/access.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { UserId } from '../../../kernel/ids.ts'
import { assertEntries } from '../../../kernel/inputFaults.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { CREATOR_TAGS } from '../../accounts/account/currentUser.ts'
import { userChanged } from '../../accounts/events.ts'
import { ownerOrAdminAct } from '../../audit/staffAct.ts'
import { lockTags } from '../locks.ts'
import { assertCanChangeUser } from '../policy.ts'

/** Ranks of trust, highest first. */
const RANKS = ['legend', 'veteran', 'trusted', 'known', 'basic'] as const

type TrustRank = (typeof RANKS)[number] | 'visitor'

/** The highest rank that the platform has given a person by a tag; visitor without any. */
export const trustRankOf = (tags: readonly string[]): TrustRank =>
  RANKS.find((rank) => tags.includes(`system_trust_${rank}`) || tags.includes(`system_${rank}`)) ?? 'visitor'

const LANGUAGE_PREFIX = 'language_'

/** ISO 639-3 codes of the languages that a person has chosen by tags, such as `eng`. */
export const languagesOf = (tags: readonly string[]): string[] =>
  tags.filter((tag) => tag.startsWith(LANGUAGE_PREFIX)).map((tag) => tag.slice(LANGUAGE_PREFIX.length))

/** Each change is announced to all friends and to all connections of the person. */
export const PROFILE_CHANGE_LIMIT = { name: 'change-profile', points: 60, window: 60 }

const LANGUAGE = /^language_[a-z]{3}$/
const MAX_LANGUAGES = 3

const isLanguage = (tag: string) => LANGUAGE.test(tag)
/** Whether people can set this tag themselves; only admins give and take all others. */
const isSelfAssignableTag = (tag: string) => isLanguage(tag) || tag === 'show_social_rank'

/** Whether tags that only admins can change were added or removed. */
export const changesPlatformTags = (before: readonly string[], after: readonly string[]): boolean => {
  const given = (tags: readonly string[]) => tags.filter((tag) => !isSelfAssignableTag(tag))
  return given(before).some((tag) => !after.includes(tag)) || given(after).some((tag) => !before.includes(tag))
}

/** Adds tags to a profile. Throws `invalid` for a tag that the viewer may not change, and for a fourth language. */
export const addTags = (scope: ViewerScope, id: UserId, tags: readonly string[]) =>
  changeTags(scope, { act: 'addTags', id, named: tags }, (present) => [...new Set([...present, ...tags])])

/** Removes tags from a profile. Throws `invalid` for a tag that the viewer may not change. */
export const removeTags = (scope: ViewerScope, id: UserId, tags: readonly string[]) =>
  changeTags(scope, { act: 'removeTags', id, named: tags }, (present) => present.filter((tag) => !tags.includes(tag)))

interface TagChange {
  readonly act: 'addTags' | 'removeTags'
  readonly id: UserId
  readonly named: readonly string[]
}

async function changeTags(scope: ViewerScope, tagChange: TagChange, change: (present: string[]) => string[]) {
  const { act, id, named } = tagChange
  assertCanChangeUser(scope, id)
  await scope.limits.take(PROFILE_CHANGE_LIMIT, scope.viewer.id)
  assertCanChangeTags(scope, named)
  await ownerOrAdminAct(scope, act, async (tx) => {
    const present = await lockTags(tx, id)
    const tags = change(present)
    assertLanguageLimit(present, tags)
    await tx.db.user.update({ where: { id }, data: { tags, updatedAt: tx.now } })
    tx.emit(userChanged(id))
    return { subjectId: id, ownerId: id, needsAdmin: !named.every(isSelfAssignableTag) }
  })
}

/** Throws `invalid` for a tag that the viewer may not change; admins change every tag. Tags in `unchanged` are not checked. */
function assertCanChangeTags(scope: ViewerScope, tags: readonly string[], unchanged: readonly string[] = []): void {
  assertEntries(tags, {
    field: 'tags',
    isValid: (tag) => isAdmin(scope) || unchanged.includes(tag) || isSelfAssignableTag(tag),
    message: (tag) => `tags: you cannot change the tag ${tag}`,
    reason: 'tag_forbidden',
  })
}

/**
 * Replaces tags: those that people set themselves by `wanted`, while those that only admins change are kept. Clients send the
 * tags of the own record back, of which some are not stored. Throws `invalid` for new tags that the viewer may not set, and
 * for a fourth language.
 */
export function replaceTags(scope: ViewerScope, present: readonly string[], wanted: readonly string[]): string[] {
  const stored = wanted.filter((tag) => present.includes(tag) || !CREATOR_TAGS.includes(tag))
  assertCanChangeTags(scope, wanted, [...present, ...CREATOR_TAGS])
  const kept = present.filter((tag) => !isAdmin(scope) && !isSelfAssignableTag(tag))
  const tags = [...new Set([...kept, ...stored])]
  assertLanguageLimit(present, tags)
  return tags
}

/** Who has more languages than the limit can keep them, but not add another. */
function assertLanguageLimit(present: readonly string[], tags: readonly string[]): void {
  const most = Math.max(MAX_LANGUAGES, present.filter(isLanguage).length)
  if (tags.filter(isLanguage).length > most)
    throw invalid('tags', `tags: at most ${MAX_LANGUAGES} languages`, {
      reason: 'too_many_entries',
      max: MAX_LANGUAGES,
    })
}

import { isAuthorTag, tagRules } from '../../../kernel/contentTags.ts'

/** Tag of an author's avatar that can stand in for others. */
const AUTHOR_FALLBACK_TAG = 'author_quest_fallback'

/** The rules for tags of avatars: authors can also set the one that makes an avatar a fallback. */
export const avatarTags = tagRules((tag) => isAuthorTag(tag) || tag === AUTHOR_FALLBACK_TAG)
